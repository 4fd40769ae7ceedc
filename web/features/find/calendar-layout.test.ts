import { expect, test } from 'vitest'
import { byDay, dayName, entriesOf, monthFrom, needsRoom, placeIn, weekOf, weeksOf } from './calendar-layout.ts'

const place = (search: string) => placeIn(new URLSearchParams(search), '2026-11-22')

test('a month is whole weeks from Monday to Sunday, four to six of them', () => {
  const december = weeksOf('2026-12')
  expect([december.length, december[0]?.[0], december.at(-1)?.[6]]).toEqual([5, '2026-11-30', '2027-01-03'])
  expect(weeksOf('2027-02').flat()).toEqual(
    Array.from({ length: 28 }, (_, at) => `2027-02-${String(at + 1).padStart(2, '0')}`),
  )
  expect(weeksOf('2026-08')).toHaveLength(6)
  for (const month of ['2024-02', '2026-03', '2026-11']) {
    const days = weeksOf(month).flat()
    expect(new Set(days).size).toBe(days.length)
    expect(days.length % 7).toBe(0)
  }
})

test('the month before January is December, the one after December is January', () => {
  expect([monthFrom('2026-01', -1), monthFrom('2026-12', 1), monthFrom('2024-02', 1)]).toEqual([
    '2025-12',
    '2027-01',
    '2024-03',
  ])
})

test('the address says the month, or the month of its day, or nothing and it is this one', () => {
  expect(place('month=2026-12')).toEqual({ month: '2026-12', day: null })
  expect(place('day=2027-01-03')).toEqual({ month: '2027-01', day: '2027-01-03' })
  expect(place('month=2026-12&day=2027-01-03')).toEqual({ month: '2026-12', day: '2027-01-03' })
  for (const nonsense of ['', 'month=2026-13', 'month=2026', 'day=2026-02-30', 'day=0000-01-01', 'month=0000-01'])
    expect(place(nonsense), nonsense).toEqual({ month: '2026-11', day: null })
})

test('three are seen, of four two, and all of a day that is open', () => {
  expect(entriesOf([1, 2, 3], false)).toEqual({ entries: [1, 2, 3], more: 0 })
  expect(entriesOf([1, 2, 3, 4], false)).toEqual({ entries: [1, 2], more: 2 })
  expect(entriesOf([1, 2, 3, 4], true)).toEqual({ entries: [1, 2, 3, 4], more: 0 })
  expect(entriesOf([], false)).toEqual({ entries: [], more: 0 })
})

test('a weekend has room only where something is due on it', () => {
  const weeks = weeksOf('2026-12')
  const due = (...days: string[]) => byDay(days.map((dueDate) => ({ dueDate })))
  const room = (...days: string[]) => needsRoom(weeks, due(...days), '2026-12-03').slice(5)
  expect(room('2026-12-03')).toEqual([false, false])
  expect(room('2026-12-05')).toEqual([true, false])
  expect(room('2027-01-03')).toEqual([false, true])
  expect(needsRoom(weeks, due(), '2026-12-03').slice(0, 5)).not.toContain(false)
  // The word of today is read whole.
  expect(needsRoom(weeks, due(), '2026-12-13').slice(5)).toEqual([false, true])
})

test('a day is named with its day of the week, and knows its week', () => {
  expect(dayName('2026-12-03')).toBe('Thursday, December 03')
  expect(dayName('2026-12-06')).toBe('Sunday, December 06')
  expect(weekOf('2026-12-06')[0]).toBe('2026-11-30')
})
