import { expect, test } from 'vitest'
import { countsOf, entriesOf, type Item } from './entries.ts'

const at = (minute: number) => new Date(Date.parse('2026-03-10T14:00:00.000Z') + minute * 60_000).toISOString()
const item = (id: number, minute: number, more: Partial<Item> = {}): Item => ({
  ...{ id, userId: 1, kind: 'commented', why: 'requester', projectId: 42_000_000 + id, actorId: 2, count: 1, text: '' },
  ...{ date: at(minute), readDate: '', muted: false, actor: 'Ana Whitfield', description: 'Workshop', needsYou: false },
  ...more,
})
const said = (minute: number) => ({ at: at(minute), sentence: 'It went wrong', page: 'Find', path: '/find', count: 1 })
const inbox = {
  items: [
    item(1, 50, { kind: 'mentioned', why: 'mentioned' }),
    item(2, 40, { kind: 'requested', why: 'decider', needsYou: true }),
    item(3, 30, { kind: 'overdue', why: 'manager' }),
    item(4, 30, { kind: 'overdue', why: 'manager', readDate: at(31) }),
    item(5, 10, { kind: 'mentioned', why: 'mentioned', readDate: at(11) }),
  ],
  said: [said(45), said(20)],
  attention: { count: 2, at: at(35) },
}
const shown = (show: Parameters<typeof entriesOf>[0]) =>
  entriesOf(show, inbox).map((entry) =>
    entry.kind === 'told' ? entry.bundle.map(({ id }) => id).join(' ') : entry.kind,
  )

test('what one was told, what went wrong here and what waits in the outbox stand in one order of time', () => {
  expect(shown('all')).toEqual(['1', 'said', '2', 'attention', '3 4', 'said', '5'])
})

test('a tab shows what its name says, and its number counts what it shows', () => {
  expect(shown('needs')).toEqual(['2', 'attention'])
  expect(shown('mentions')).toEqual(['1', '5'])
  expect(countsOf(inbox, 4)).toEqual({ all: 4, needs: 3, mentions: 1, muted: 0 })
  const nothing = { items: [], said: [], attention: { count: 0, at: '' } }
  expect(entriesOf('all', nothing)).toEqual([])
})
