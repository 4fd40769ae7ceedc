import { mutedTaskings, notificationList } from '#shared/queries/notifications.ts'
import { nowOn } from '#web/data/clock.ts'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { recent } from '#web/parts/toast-trace.ts'
import { countAttention } from '#web/state/unsent.ts'
import { countsOf, entriesOf, type Entry, type Show } from './entries.ts'

/** What a person was told, and what this device alone knows; null until it has looked. */
export function useInbox(show: Show) {
  const told = useQuery(notificationList, {})
  const muted = useQuery(mutedTaskings, {})
  const here = useStored(async (device) => ({
    said: recent(await device.get('said'), nowOn(device)),
    attention: {
      count: await countAttention(device),
      at: (await device.attention.toArray()).map((item) => item.received).reduce(later, ''),
    },
  }))
  if (!told || !muted || !here) return null
  const inbox = { items: told.items, ...here }
  const entries: Entry[] = show === 'muted' ? [] : entriesOf(show, inbox)
  return { entries, muted, unread: told.unread, counts: countsOf(inbox, told.unread) }
}

const later = (a: string, b: string): string => (a > b ? a : b)
