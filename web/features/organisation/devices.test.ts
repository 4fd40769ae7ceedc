import { expect, test } from 'vitest'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { devicesIn, devicesNamed, endingWords, isLongUnsent, isOlder, mayEnd, unsentWords } from './devices.ts'

const now = Date.parse('2026-03-10T14:00:00.000Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const aDevice = (more: Partial<DeviceSeen> = {}): DeviceSeen => ({
  ...{ id: 44, userId: 5, label: 'Chrome on Android', createDate: ago(2_000), seenDate: ago(1), appVersion: '1.0.0' },
  ...{ unsent: 0, unsentSince: null, sessionId: 9, state: 'signed in', toldDate: null, ...more },
})

test('amber is what has waited for 72 hours, and no sooner', () => {
  const waiting = (hours: number) => isLongUnsent(aDevice({ unsent: 1, unsentSince: ago(hours) }), now)
  expect([waiting(71.9), waiting(72), isLongUnsent(aDevice(), now)]).toEqual([false, true, false])
})

test.each([
  [{ unsent: 7, unsentSince: ago(150) }, '7 · oldest 6 d'],
  [{ unsent: 1, unsentSince: ago(0) }, '1 · oldest just now'],
  [{}, 'Nothing unsent'],
  [{ unsent: null }, null],
])('%j is said as %s', (more, words) => expect(unsentWords(aDevice(more), now)).toBe(words))

test('each list holds its own, and a person or a number narrows it', () => {
  const list = [
    aDevice({ id: 1 }),
    aDevice({ id: 2, unsent: 3, unsentSince: ago(1) }),
    aDevice({ id: 3, seenDate: ago(15 * 24) }),
    aDevice({ id: 41, userId: 6, state: 'ended' }),
  ]
  const ids = (devices: DeviceSeen[]) => devices.map(({ id }) => id)
  expect((['all', 'unsent', 'silent', 'ended'] as const).map((show) => ids(devicesIn(show, list, now)))).toEqual([
    ...[[1, 2, 3, 41], [2], [3], [41]],
  ])
  const nameOf = (id: number) => (id === 6 ? 'Hana Petrov' : 'Pete Okafor')
  expect(['', 'petr', '4', 'nobody'].map((term) => ids(devicesNamed(term, list, nameOf)))).toEqual([
    ...[[1, 2, 3, 41], [41], [41], []],
  ])
})

test.each([
  ['1.0.2', '1.0.10', true],
  ['1.0.10', '1.0.2', false],
  ['1.0.2', '1.0.2', false],
  ['', '1.0.2', false],
  ['2.0.0', '1.9.9', false],
])('%s is older than %s: %s', (version, than, older) => expect(isOlder(version, than)).toBe(older))

test('only where a session can be ended it is offered, and its words say what stays', () => {
  const states = ['signed in', 'over', 'signed out', 'ended', 'forgotten'] as const
  expect(states.map((state) => mayEnd(aDevice({ state })))).toEqual([true, true, false, false, false])
  expect(endingWords(aDevice({ unsent: 1, unsentSince: ago(1) }), 'Pete').join(' ')).toContain(
    '1 item that was unsent at its last contact stays on it, and can only go out when Pete signs in there again.',
  )
  expect(endingWords(aDevice(), 'Pete').join(' ')).not.toContain('unsent')
})
