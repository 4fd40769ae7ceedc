import { many, one, seenBy, type Plan, type Reads } from '#shared/kernel/reads.ts'
import type { User } from '#shared/model/reference.ts'
import {
  columnsOf,
  projectChildren,
  requestChildren,
  syncedTableNames,
  type Facts,
  type SyncedTable,
} from '#shared/model/tables.ts'
import { rowsToColumns } from '#shared/protocol/columns.ts'
import type { RoundResponse } from '#shared/protocol/sync.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { ChangePage, Moved, Place, RowsByTable } from '../store/store.ts'

export interface Page {
  cursor: string
  rows: RowsByTable
  removed: Partial<Record<SyncedTable, number[]>>
  more: boolean
  /** Everything up to this version is on the device once this page is applied. */
  complete: number
  progress?: [number, number]
  /** Taskings closed before this day came without what belongs to them. */
  without?: string
  /** Those closed before this one did not come. */
  since?: string
}

/** What this person sees of what is asked for. */
export const asSeen = <R extends Reads>({ organisation }: Server, user: User, reads: R): Plan<R, Reads> =>
  seenBy<R, Reads>({ reads }, sightOf(user, organisation))

/** What is new to somebody after a version; null when only starting anew tells everything. */
export const changesFor = (
  { store, organisation }: Server,
  user: User,
  after: number,
  limit: number,
): Promise<ChangePage | null> => store.changesSince({ after, sight: sightOf(user, organisation), limit })

/** What is new to somebody, whole. */
export async function livePage(server: Server, user: User, { epoch }: Place, changes: ChangePage): Promise<Page> {
  const { through, newest, more, moved } = changes
  const { rows, removed } = moved.length > 0 ? await withMoved(server, user, moved, changes) : changes
  return { cursor: `${epoch}.${newest}`, rows, removed, more, complete: through }
}

/**
 * A row that came into somebody's sight comes with all that belongs to it, which may be old; one that left it takes that along.
 * As they are now: what moves again after this page is told again.
 */
async function withMoved(
  server: Server,
  user: User,
  moved: Moved[],
  page: Pick<Page, 'rows' | 'removed'>,
): Promise<Pick<Page, 'rows' | 'removed'>> {
  const came = await withBelongings(
    server,
    user,
    moved.filter((row) => row.mayBeNew),
  )
  const left = await leftSight(
    server,
    user,
    moved.filter((row) => row.mayBeHad),
  )
  const rows = { ...page.rows }
  const removed = { ...page.removed }
  for (const table of syncedTableNames) {
    const news = new Map([...(rows[table] ?? []), ...(came[table] ?? [])].map((row) => [row.id, row]))
    const gone = new Set([...(removed[table] ?? []), ...(left[table] ?? [])])
    if (news.size > 0) Object.assign(rows, { [table]: [...news.values()] })
    if (gone.size > 0) removed[table] = [...gone]
  }
  return { rows, removed }
}

/** What this person sees no more of rows that they had, and of what belongs to those. */
async function leftSight(server: Server, user: User, had: Moved[]): Promise<Page['removed']> {
  // As whoever is of no team sees it, which leaves other people's drafts out: those were never seen.
  const all = await withBelongings(server, { ...user, teamId: 0 }, had)
  const ids = Object.entries(all).map(([table, rows]) => [table as SyncedTable, rows.map((row) => row.id)] as const)
  const reads = Object.fromEntries(ids.map(([table, id]) => [table, many(table, { id }, { only: ['id'] })]))
  const still = (await server.store.read(asSeen(server, user, reads))) as Record<string, { id: number }[]>
  return Object.fromEntries(
    ids.map(([table, all]) => {
      const kept = new Set(still[table]?.map((row) => row.id))
      return [table, all.filter((id) => !kept.has(id))]
    }),
  )
}

async function withBelongings(server: Server, user: User, moved: Moved[]): Promise<RowsByTable> {
  if (moved.length === 0) return {}
  const ids = (table: SyncedTable) => moved.filter((row) => row.table === table).map((row) => row.id)
  const reads = {
    projects: many('projects', { id: ids('projects') }),
    projectTypes: many('projectTypes', { id: ids('projectTypes') }),
    ownCodes: many('poolCodes', { id: ids('poolCodes') }),
    theirCodes: many('poolCodes', { projectTypeId: ids('projectTypes') }),
  }
  const { projects, projectTypes, ownCodes, theirCodes } = await server.store.read(asSeen(server, user, reads))
  return {
    projects,
    projectTypes,
    poolCodes: [...ownCodes, ...theirCodes],
    ...(await belongings(server, user, projects, [])),
  }
}

/**
 * One tasking with everything that belongs to it, as rows for a device that does not keep it (closed before its window).
 * Null when there is no such tasking for this person.
 */
export async function oneTasking(server: Server, user: User, id: number): Promise<RoundResponse['changes'] | null> {
  const { project } = await server.store.read(asSeen(server, user, { project: one('projects', id) }))
  if (!project) return null
  return columnsByTable({ projects: [project], ...(await belongings(server, user, [project], [])) })
}

/** The rows that belong to these taskings and drafts, as far as this person sees them. */
export async function belongings(
  server: Server,
  user: User,
  projects: Facts<'projects'>[],
  drafts: Facts<'requests'>[],
): Promise<RowsByTable> {
  const projectIds = projects.map((row) => row.id)
  const requestIds = [...new Set([...projects.map((row) => row.requestId), ...drafts.map((row) => row.id)])].filter(
    (id) => id > 0,
  )
  const children = Object.entries(projectChildren).map(([table, column]) => [
    table,
    many(table as 'comments', { [column]: projectIds }),
  ])
  const ofRequests = Object.entries(requestChildren).map(([table, column]) => [
    `${table}:request`,
    many(table as 'revisions', { [column]: requestIds }),
  ])
  const reads = { requests: many('requests', { id: requestIds }), ...Object.fromEntries([...children, ...ofRequests]) }
  const found = (await server.store.read(asSeen(server, user, reads))) as unknown as Record<string, { id: number }[]>
  const rows: Record<string, { id: number }[]> = {}
  for (const [name, list] of Object.entries(found)) {
    const table = (name.split(':')[0] ?? name) as SyncedTable
    const known = new Map([...(rows[table] ?? []), ...list].map((row) => [row.id, row]))
    rows[table] = [...known.values()]
  }
  return rows
}

export function columnsByTable(rows: RowsByTable): RoundResponse['changes'] {
  const changes: RoundResponse['changes'] = {}
  for (const table of syncedTableNames) {
    const list = rows[table]
    if (list?.length) changes[table] = rowsToColumns(list, columnsOf(table))
  }
  return changes
}
