import type { OutboxItem } from './outbox-items.ts'

export interface OutboxGroup {
  id: OutboxItem['group']
  title: string
  items: OutboxItem[]
}

const titles: readonly [OutboxItem['group'], string][] = [
  ['attention', 'Needs attention'],
  ['sending', 'Sending'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent (last 7 days)'],
]

export const groupsOf = (items: OutboxItem[]): OutboxGroup[] =>
  titles
    .map(([id, title]) => ({ id, title, items: items.filter((item) => item.group === id) }))
    .filter((group) => group.items.length > 0)
