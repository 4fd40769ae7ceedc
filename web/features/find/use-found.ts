import { closedPhases, statusCodes } from '#shared/model/status.ts'
import { findTaskings, hasFilter, type FindFilters } from '#shared/queries/find.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { askDevice, useMeta, useQuery, useStored, useToday } from '#web/data/use-query.ts'
import { useOwnTaskings } from '#web/state/own-taskings.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { serverAddress, type FindAddress } from './find-address.ts'
import { withOwnWork, type Found } from './own-work.ts'

/** What is shown, and whose answer it is. */
export interface Shown {
  /** Undefined while neither has answered. */
  found: Found | undefined
  /** `waiting`: the device's rows while the server is asked; `device`: it is out of reach or did not answer in time. */
  from: 'server' | 'waiting' | 'device'
  /** When the server said so (ms). */
  at: number
  /** The server was asked after the last news that came here. */
  isCurrent: boolean
  /** The device holds all that is found; also when nobody else can say. */
  isOnDevice: boolean
}

/** Whether some of what is asked for may have left the device: it holds everything that is open. */
export const mayBeClosed = ({ statuses, tab }: FindFilters): boolean =>
  !tab && (!statuses?.length || statuses.some((code) => closedCodes.includes(code)))
export const closedCodes = closedPhases.map((phase) => statusCodes[phase].filterCode)

/** The server's answer, and the device's own until it comes. */
export function useFound({ query, filters }: FindAddress): Shown {
  const isAsked = hasFilter(filters)
  const own = useOnDevice(query)
  const position = useMeta('position')
  // What a first sync brings page by page is no news to the server.
  const news = (position?.ready && position.cursor) || ''
  const answer = useServerAnswer<Found>(isAsked && position ? serverAddress(query) : null, news)
  const work = useOwnTaskings()
  const changedIds = (answer.body?.items ?? []).map(({ id }) => id).filter((id) => work.ever.has(id))
  const changed = useQuery(findTaskings, { ids: changedIds }, changedIds.length > 0)

  const { at, isCurrent, isAwaited } = answer
  if (answer.body) {
    const found = withOwnWork(answer.body, own, changed?.items ?? [], work)
    return { found, from: 'server', at, isCurrent, isOnDevice: (own?.totalItems ?? -1) >= found.totalItems }
  }
  // The device's last page is not the page that was asked for, if the server has more of them.
  const isThatPage = own?.pageNumber === query.page
  const found = isAwaited && !isThatPage ? undefined : own
  return { found, from: isAwaited ? 'waiting' : 'device', at, isCurrent, isOnDevice: !isAwaited && own !== undefined }
}

/** The device's answer to this question, never to the one before. */
function useOnDevice(query: FindAddress['query']): Found | undefined {
  const open = useDevice()
  const key = JSON.stringify(query)
  const today = useToday()
  const told = useStored(
    async () => (open.following ? undefined : { key, found: await askDevice(open, findTaskings, query) }),
    [key, open.user, today, open.following === null],
  )
  return told?.key === key ? told.found : undefined
}
