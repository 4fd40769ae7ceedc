import type { User } from '#shared/model/reference.ts'
import type { StreamPage } from '#shared/protocol/sync.ts'
import { seesAsTheirTeam } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { Place, RowsByTable } from '../store/store.ts'
import { placeOf, readCursor } from './cursor.ts'
import { columnsByTable, livePage } from './pages.ts'

/** More rows than these are no small change. */
const STREAM_ROWS = 50

/**
 * What a round would tell somebody's device that stands at `cursor`, at one moment; null where that takes a round. Who sees the same of what is new shares
 * a page: a cursor says which team's it is, and nothing of it is their own.
 */
export function streamPages(server: Server): (user: User, cursor: string) => Promise<StreamPage | null> {
  const { store, organisation } = server
  const pages = new Map<string, Promise<StreamPage | null>>()
  const shared = new Map<number, Promise<RowsByTable | null>>()
  let standing: Promise<Place> | undefined
  return async (user, cursor) => {
    const place = placeOf(server, user, await (standing ??= store.position()))
    const position = readCursor(cursor, place)
    if (position.part !== 'live') return null
    const rows = await known(shared, position.version, () => rowsOfAll(store, position.version))
    const isOwn = !rows || !seesAsTheirTeam(user, organisation, rows)
    return known(pages, isOwn ? `${cursor} ${user.id}` : cursor, async () => {
      const page = await livePage(server, user, place, position, STREAM_ROWS)
      if (!page || page.more) return null
      return { from: cursor, cursor: page.cursor, changes: columnsByTable(page.rows), removed: page.removed }
    })
  }
}

/** What is new, whoever sees it; null where that alone does not tell who sees the same of it. */
async function rowsOfAll(store: Server['store'], after: number): Promise<RowsByTable | null> {
  const page = await store.changesSince({ after, sight: () => [], limit: STREAM_ROWS })
  return !page || page.more || page.moved.length > 0 || Object.keys(page.removed).length > 0 ? null : page.rows
}

function known<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const value = all.get(key) ?? make()
  all.set(key, value)
  return value
}
