import { muteTasking, readNotifications } from '#shared/commands/notifications.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { unreadOf } from '#web/state/unread.ts'
import { useAct } from '#web/parts/use-act.ts'

/** Marks as read, and mutes: at once on this device, and for the person's other devices as soon as it is sent. */
export function useReading() {
  const { device, user } = useDevice()
  const act = useAct(readNotifications)
  const turn = useAct(muteTasking)
  return {
    read: async (ids: readonly number[]) => {
      for (const call of perCall(ids)) await act(() => ({ ids: call }), { quiet: true })
    },
    mute: (projectId: number, muted: boolean) =>
      turn(() => ({ projectId, muted }), {
        done: muted ? 'Muted. What waits for you is told all the same.' : 'You hear of it again.',
      }),
    /** Also what is older than the list shows, else the bell would count for ever what nobody can open. */
    readAll: async () => {
      for (const ids of perCall(await unreadOf(device, user.id).primaryKeys()))
        await act(() => ({ ids }), { done: 'Marked as read' })
    },
  }
}

/** The same ids, as many at once as one call may name. */
export const perCall = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, at) =>
    ids.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  )
const MOST_AT_ONCE = 200
