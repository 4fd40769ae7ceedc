import { expect, test } from 'vitest'
import { openWords, overdueWords } from './open-words.ts'

const rows = (late: number, fine: number) => [
  ...Array.from({ length: late }, () => ({ state: 'overdue', pastDue: true }) as const),
  ...Array.from({ length: fine }, () => ({ state: 'progress', pastDue: false }) as const),
]

test('who has more open taskings than a list holds has as many as are counted, and no fewer than are here', () => {
  expect(openWords(rows(0, 12), undefined)).toBe('12')
  expect(openWords(rows(0, 200), undefined)).toBe('200+')
  expect(openWords(rows(0, 200), 1250)).toBe('1,250')
  expect(openWords(rows(0, 200), 199)).toBe('200')
})

test('more may be overdue than are here only where the last one is late too', () => {
  expect(overdueWords(rows(0, 3))).toBeNull()
  expect(overdueWords(rows(3, 3))).toBe('3 overdue')
  expect(overdueWords(rows(7, 193))).toBe('7 overdue')
  expect(overdueWords(rows(200, 0))).toBe('200+ overdue')
})
