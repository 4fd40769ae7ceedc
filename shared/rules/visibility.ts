import type { Organisation } from '../model/limits.ts'
import type { User } from '../model/reference.ts'
import type { Fact, Sight, SightOf, Tie } from '../model/sight.ts'
import { projectChildren, type TableName } from '../model/tables.ts'

type Viewer = Pick<User, 'id' | 'teamId'>
type Setting = Pick<Organisation, 'restrictTeamVisibility'>

/**
 * Who sees what, and the only place where it is written. Drafts, their earlier texts and their files belong to their owner, and so does an inbox;
 * a person of a team sees its project types and pools alone (C-023); and where the organisation restricts it (C-017), only
 * its taskings and those they made or are assigned to. What belongs to a tasking or a request is seen with it. Roles change
 * nothing: an approver of a team sees that team, and whoever is of none sees all.
 */
export function sightOf(viewer: Viewer, organisation: Setting): SightOf {
  const sights = sightsOf(viewer, organisation)
  return (table) => sights[table] ?? everything
}
const everything: Sight = []

type Sights = Partial<Record<TableName, Sight>>

function sightsOf(viewer: Viewer, organisation: Setting): Sights {
  const isMine = fact('createdById', viewer.id)
  const isOfTeam = fact('teamId', viewer.teamId)
  const own = {
    requests: [[fact('complete', true), isMine]],
    revisions: [[fact('kind', 'content'), isMine]],
    files: [[fact('published', true), isMine]],
    notifications: [[fact('userId', viewer.id)]],
  }
  if (viewer.teamId === 0) return own

  const projectTypes = [[isOfTeam]]
  const pools = { projectTypes, poolCodes: [[tie('projectTypeId', 'projectTypes', projectTypes)]] }
  if (!organisation.restrictTeamVisibility) return { ...own, ...pools }

  const projects = [[isOfTeam, fact('assigneeId', viewer.id), isMine]]
  const requests = [...own.requests, [isMine, tie('id', 'projects', projects, 'requestId')]]
  const ofRequest = tie('requestId', 'requests', requests)
  const children = Object.entries(projectChildren).map(([table, column]) => [
    table,
    [[tie(column, 'projects', projects)]],
  ])
  return {
    ...pools,
    ...(Object.fromEntries(children) as Sights),
    projects,
    requests,
    revisions: [...own.revisions, [ofRequest]],
    files: [...own.files, [tie('projectId', 'projects', projects), ofRequest]],
    notifications: [...own.notifications, [tie('projectId', 'projects', projects)]],
  }
}

/** Whether what somebody's team brings before them is seen by another person too. */
export const seesTeamOf = (
  viewer: Pick<User, 'teamId'>,
  { teamId }: Pick<User, 'teamId'>,
  organisation: Setting,
): boolean => !organisation.restrictTeamVisibility || [0, teamId].includes(viewer.teamId)

const fact = (column: string, is: Fact['is']): Fact => ({ column, is })
const tie = (column: string, table: TableName, seen: Sight, by = 'id'): Tie => ({ column, table, by, seen })

/** Changes whenever a person comes to see other rows without any row having changed: then their devices start anew. */
export const sightMark = ({ teamId }: Viewer, { restrictTeamVisibility }: Setting): string =>
  teamId === 0 ? '' : `~${restrictTeamVisibility ? 'r' : 't'}${teamId}`

/** Whether somebody sees of these rows what everybody of their team does: none of them is theirs, or hangs on what is. */
export function seesAsTheirTeam(
  viewer: Viewer,
  organisation: Setting,
  rows: { [N in TableName]?: readonly object[] },
): boolean {
  const names = (sight: Sight): boolean =>
    sight.flat().some((one) => ('is' in one ? one.is === viewer.id : names(one.seen)))
  const isTheirs = (row: object, { column, is }: Fact): boolean =>
    is === viewer.id && (row as Record<string, unknown>)[column] === is
  return Object.entries(rows).every(([table, list]) =>
    sightOf(
      viewer,
      organisation,
    )(table as TableName)
      .flat()
      .every((one) => ('is' in one ? !list.some((row) => isTheirs(row, one)) : !names(one.seen))),
  )
}

/** The columns that bring a row into somebody's sight or out of it, with all that belongs to it. */
export const sightColumns: Partial<Record<TableName, readonly string[]>> = {
  projects: ['teamId', 'assigneeId'],
  projectTypes: ['teamId'],
  poolCodes: ['projectTypeId'],
}

/**
 * Whether a row was seen while it had these values; null when that hung on a row of another table. Nobody is told that a row
 * is gone which they never had.
 */
export function seenWith(sight: Sight, was: Record<string, unknown>): boolean | null {
  if (sight.some((rule) => rule.some((one) => !('is' in one)))) return null
  return sight.every((rule) => rule.some((one) => 'is' in one && was[one.column] === one.is))
}
