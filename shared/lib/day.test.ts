import { describe, expect, test, vi } from 'vitest'
import {
  addDays,
  dayIn,
  daysBetween,
  endOfMonth,
  formatDay,
  formatMonth,
  instantAt,
  isDay,
  isInstant,
  shortDay,
  startOfDay,
} from './day.ts'

test.each([
  ['2026-03-10', true],
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-3-10', false],
  ['2026-03-10T00:00:00Z', false],
  [' 2026-03-10', false],
  ['10/03/2026', false],
  ['', false],
])('whether %j is a day that exists: %s', (text, exists) => {
  expect(isDay(text)).toBe(exists)
})

test.each([
  ['2026-03-07', 1, '2026-03-08'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-10-31', 2, '2026-11-02'],
  ['2026-11-01', -1, '2026-10-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-02-29', 1, '2028-03-01'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-10', 0, '2026-03-10'],
  ['2026-03-10', 365, '2027-03-10'],
])('%s and %i days is %s, over clock changes and leap days', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(count)
})

test.each([
  ['2026-02-10', '2026-02-28'],
  ['2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-31'],
  ['2026-01-31', '2026-01-31'],
  ['2026-04-01', '2026-04-30'],
])('the month of %s ends on %s', (day, expected) => {
  expect(endOfMonth(day)).toBe(expected)
})

describe('an instant falls on the day that the place has then', () => {
  test.each([
    ['Pacific/Honolulu', '2026-03-10T09:59:59.999Z', '2026-03-09'],
    ['Pacific/Honolulu', '2026-03-10T10:00:00.000Z', '2026-03-10'],
    ['Africa/Nairobi', '2026-03-10T20:59:59.999Z', '2026-03-10'],
    ['Africa/Nairobi', '2026-03-10T21:00:00.000Z', '2026-03-11'],
    ['Pacific/Auckland', '2026-03-10T10:59:59.999Z', '2026-03-10'],
    ['Pacific/Auckland', '2026-03-10T11:00:00.000Z', '2026-03-11'],
    ['Pacific/Auckland', '2026-07-10T11:59:59.999Z', '2026-07-10'],
    ['Pacific/Auckland', '2026-07-10T12:00:00.000Z', '2026-07-11'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T04:00:00.000Z', '2026-03-09'],
    ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['America/New_York', '2027-01-01T05:00:00.000Z', '2027-01-01'],
  ])('%s at %s has %s', (zone, instant, day) => {
    expect(dayIn(zone, instant)).toBe(day)
  })
})

test('a day that was asked for is another one a minute later, in another zone, and where clocks differ by parts of a minute', () => {
  const days = (zone: string, ...instants: string[]) => instants.map((instant) => dayIn(zone, instant))
  const around = ['2026-03-10T23:59:00.000Z', '2026-03-10T23:59:59.999Z', '2026-03-11T00:00:00.000Z']
  expect(days('UTC', ...around)).toEqual(['2026-03-10', '2026-03-10', '2026-03-11'])
  expect(days('Asia/Tokyo', ...around)).toEqual(['2026-03-11', '2026-03-11', '2026-03-11'])
  expect(days('UTC', ...around.toReversed())).toEqual(['2026-03-11', '2026-03-10', '2026-03-10'])
  // Liberia was 44 minutes and 30 seconds behind.
  expect(days('Africa/Monrovia', '1971-06-02T00:44:29.000Z', '1971-06-02T00:44:30.000Z')).toEqual([
    '1971-06-01',
    '1971-06-02',
  ])
})

test.each([
  ['2026-03-06', 'March 06, 2026'],
  ['2026-12-31', 'December 31, 2026'],
  ['2026-01-01', 'January 01, 2026'],
  ['2026-03-12', 'March 12, 2026'],
])('the day %s reads %s', (day, expected) => {
  expect(formatDay(day)).toBe(expected)
})

test('a short day has its year when that is another one', () => {
  const days = ['2026-01-05', '2027-01-05', '2025-12-31'].map((day) => shortDay(day, '2026-12-30'))
  expect(days).toEqual(['January 05', 'January 05, 2027', 'December 31, 2025'])
})

test.each([
  ['America/New_York', '2026-01-01', '2026-01-01T05:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Auckland', '2026-03-12', '2026-03-11T11:00:00.000Z'],
  ['Africa/Nairobi', '2026-03-12', '2026-03-11T21:00:00.000Z'],
  ['Pacific/Honolulu', '2026-03-12', '2026-03-12T10:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, instant) => {
  expect(startOfDay(zone, day)).toBe(instant)
})

test('in every zone each day begins when it begins, also one that has no midnight or two', () => {
  const noonIn = (zone: string, day: string) => instantAt(zone, day, '12:00').slice(11)
  const starts = Array.from({ length: 78 }, (_, n) => addDays('2024-01-01', 14 * n))
  const wrong: string[] = []
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const noons = starts.map((day) => noonIn(zone, day))
    // Only where clocks change, or it takes long.
    for (const start of starts.filter((_, n) => n > 0 && noons[n] !== noons[n - 1]))
      for (let day = addDays(start, -14); day <= start; day = addDays(day, 1)) {
        const at = startOfDay(zone, day)
        const justBefore = new Date(Date.parse(at) - 1).toISOString()
        if (dayIn(zone, at) !== day || dayIn(zone, justBefore) >= day) wrong.push(`${zone} ${day}: ${at}`)
      }
  }
  expect(wrong).toEqual([])
})

test('a browser that has its own order for the days of a locale shows the same days and hours', async () => {
  const { DateTimeFormat } = Intl
  try {
    // WebKit with ICU 72 writes the dates of Canada as those of its neighbour.
    Intl.DateTimeFormat = class extends DateTimeFormat {
      constructor(_: unknown, options?: Intl.DateTimeFormatOptions) {
        super('en-US', options)
      }
    } as typeof DateTimeFormat
    vi.resetModules()
    const there = await import('./day.ts')
    expect(there.dayIn('Africa/Nairobi', '2026-03-10T21:00:00.000Z')).toBe('2026-03-11')
    expect(there.startOfDay('Africa/Nairobi', '2026-03-12')).toBe('2026-03-11T21:00:00.000Z')
  } finally {
    Intl.DateTimeFormat = DateTimeFormat
  }
})

test('a month is said by its name', () => {
  expect([formatMonth('2026-03'), formatMonth('2025-12')]).toEqual(['March 2026', 'December 2025'])
})

test.each([
  ['2026-03-10T21:00:00.000Z', true],
  ['2024-02-29T00:00:00.000Z', true],
  ['2026-02-29T00:00:00.000Z', false],
  ['2026-03-10T24:00:00.000Z', false],
  ['2026-03-10T21:00:00Z', false],
  ['2026-03-10T21:00:00.000+03:00', false],
  ['2026-03-10', false],
  // They exist, and would stand before every other.
  ['+012026-03-10T21:00:00.000Z', false],
  ['-002026-03-10T21:00:00.000Z', false],
  ['', false],
])('%j is an instant as it is written here: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected)
})
