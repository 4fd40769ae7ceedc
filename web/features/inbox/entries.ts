import type { AnswerOf } from '#shared/kernel/query.ts'
import type { notificationList } from '#shared/queries/notifications.ts'
import { bundlesOf } from '#shared/rules/notifications.ts'
import type { Said } from '#web/data/device.ts'

export type Item = AnswerOf<typeof notificationList>['items'][number]

/** One line of the inbox: what one was told, what this device has said, or that something waits in its outbox. */
export type Entry =
  | { kind: 'told'; at: string; bundle: readonly [Item, ...Item[]] }
  | { kind: 'said'; at: string; said: Said }
  | { kind: 'attention'; at: string; count: number }

/** What the lines are made of: by the server, and by this device alone. */
interface InboxOf {
  items: readonly Item[]
  said: readonly Said[]
  /** How many things wait in the outbox for the person, and since when the last one does. */
  attention: { count: number; at: string }
}

export const shows = ['all', 'needs', 'mentions', 'muted'] as const
export type Show = (typeof shows)[number]

/** The lines of one tab, the last first. What is muted has a list of its own. */
export function entriesOf(show: Exclude<Show, 'muted'>, { items, said, attention }: InboxOf): Entry[] {
  const told = items.filter((item) => isShown[show](item))
  const waits: Entry[] = attention.count > 0 && show !== 'mentions' ? [{ kind: 'attention', ...attention }] : []
  return [
    ...bundlesOf(told).map((bundle): Entry => ({ kind: 'told', at: bundle[0].date, bundle })),
    ...(show === 'all' ? said.map((one): Entry => ({ kind: 'said', at: one.at, said: one })) : []),
    ...waits,
  ].sort((a, b) => b.at.localeCompare(a.at))
}

const isShown = {
  all: () => true,
  needs: (item) => item.needsYou,
  mentions: (item) => item.kind === 'mentioned',
} as const satisfies Record<string, (item: Item) => boolean>

/** What stands on the tabs: of all and of mentions what is unread, and how much waits for the person. */
export const countsOf = ({ items, attention }: InboxOf, unread: number): Record<Show, number> => ({
  all: unread,
  needs: items.filter(isShown.needs).length + attention.count,
  mentions: items.filter((item) => isShown.mentions(item) && item.readDate === '').length,
  muted: 0,
})
