import { beforeEach, expect, test, vi } from 'vitest'
import { createPrintLog } from './log.ts'

let printed: string[] = []
const told = () =>
  printed.map((lines) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { path: string }).path),
  )

beforeEach(() => {
  printed = []
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})
const aLog = () => createPrintLog((lines) => void printed.push(lines))

test('requests are told a few at a time, in their order', () => {
  const log = aLog()
  for (const path of ['/a', '/b', '/c']) log({ level: 'info', path })
  expect(printed).toEqual([])
  vi.advanceTimersByTime(1_000)
  log({ level: 'info', path: '/d' })
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual([['/a', '/b', '/c'], ['/d']])
})

test.each([
  { level: 'error', path: '/wrong' },
  { level: 'info', event: 'sign-in-failed', path: '/wrong' },
])('what is more than an answered request is said at once, after what was before it: %j', (entry) => {
  const log = aLog()
  log({ level: 'info', path: '/a' })
  log(entry)
  expect(told()).toEqual([['/a', '/wrong']])
  vi.advanceTimersByTime(1_000)
  expect(printed).toHaveLength(1)
})

test('very many are not held until there is time', () => {
  const log = aLog()
  for (let n = 0; n < 5_000; n++) log({ level: 'info', path: `/${n}` })
  expect(printed.length).toBeGreaterThan(2)
})

test('the end of the process says the rest', () => {
  const before = process.listeners('exit')
  const log = aLog()
  log({ level: 'info', path: '/last' })
  const [mine] = process.listeners('exit').filter((listener) => !before.includes(listener))
  mine?.call(process, 0)
  expect(told()).toEqual([['/last']])
})
