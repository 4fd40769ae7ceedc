import type { User } from '#shared/model/reference.ts'
import type { StreamPage } from '#shared/protocol/sync.ts'
import { seesAsTheirTeam } from '#shared/rules/visibility.ts'
import type { Server } from '../execute/execute.ts'
import type { ChangePage, Place } from '../store/store.ts'
import { placeOf, readCursor } from './cursor.ts'
import { changesFor, columnsByTable, livePage } from './pages.ts'

/** More rows than these are no small change. */
const STREAM_ROWS = 50

/**
 * What a round would tell somebody's device that stands at `cursor`, at one moment; null where that takes a round. Who sees the same of what is new shares
 * a page: a cursor says which team's it is, and nothing of it is their own.
 */
export function streamPages(server: Server): (user: User, cursor: string) => Promise<StreamPage | null> {
  const { store, organisation } = server
  const pages = new Map<string, Promise<Made>>()
  const all = new Map<number, Promise<ChangePage | null>>()
  let standing: Promise<Place> | undefined
  return async (user, cursor) => {
    const place = placeOf(server, user, await (standing ??= store.position()))
    const position = readCursor(cursor, place)
    if (position.part !== 'live') return null
    const { version } = position
    const changes = await known(all, version, () =>
      store.changesSince({ after: version, sight: () => [], limit: STREAM_ROWS }),
    )
    const own = () => known(pages, `${cursor} ${user.id}`, () => pageFor(server, user, place, version, cursor))
    if (!changes || !isNewsAlone(changes) || !seesAsTheirTeam(user, organisation, changes.rows))
      return (await own()).page
    const shared = await known(pages, cursor, () => pageFor(server, user, place, version, cursor))
    // What moved is somebody's own, and what was written since nobody has looked through for that.
    return shared.newest === changes.newest && !shared.hasMoved ? shared.page : (await own()).page
  }
}

interface Made {
  page: StreamPage | null
  /** As of what it was made of. */
  newest: number
  hasMoved: boolean
}

async function pageFor(server: Server, user: User, place: Place, after: number, from: string): Promise<Made> {
  const changes = await changesFor(server, user, after, STREAM_ROWS)
  if (!changes || changes.more) return { page: null, newest: changes?.newest ?? 0, hasMoved: false }
  const { newest, moved } = changes
  const { cursor, rows, removed } = await livePage(server, user, place, changes)
  return { page: { from, cursor, changes: columnsByTable(rows), removed }, newest, hasMoved: moved.length > 0 }
}

/** Whether this is few rows and nothing that has gone: of that, rows alone do not tell who sees the same. */
const isNewsAlone = ({ more, removed }: ChangePage): boolean => !more && Object.keys(removed).length === 0

function known<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const value = all.get(key) ?? make()
  all.set(key, value)
  return value
}
