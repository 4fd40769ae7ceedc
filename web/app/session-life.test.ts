import { expect, test } from 'vitest'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import { lookAtSession, type Next } from './session-life.ts'

const DAY = 86_400_000
const signedIn = Date.parse('2026-03-10T08:00:00.000Z')
type Server = 'alive' | 'over' | 'revoked' | 'unknown'

/** What happens to a session at this moment of the device's clock, and how often the server was asked. */
async function look(now: number, server: Server, alive = true, since: number | null = signedIn) {
  let asked = 0
  const next = await lookAtSession({ alive, token: 'abc', ...(since === null ? {} : { since }) }, now, () => {
    asked++
    return Promise.resolve(server)
  })
  return { next, asked }
}

test('a clock days off at sign-in makes no difference: the life is measured by the same clock', async () => {
  for (const ahead of [-3 * DAY, 3 * DAY]) {
    const since = signedIn + ahead
    expect(await look(since + SESSION_LIFE_MS - 1, 'over', true, since)).toEqual({ next: 'goes-on', asked: 0 })
    expect(await look(since + SESSION_LIFE_MS, 'over', true, since)).toEqual({ next: 'leave', asked: 1 })
  }
})

test.each([
  ['a clock that jumps ahead asks the server, and the session goes on', 3 * DAY, 'alive', true, 'resume'],
  ['a clock that jumps ahead without a connection only pauses', 3 * DAY, 'unknown', true, 'pause'],
  ['paused, it goes on by itself when the server still knows it', 3 * DAY, 'alive', false, 'resume'],
  ['paused, it stays so while nobody can be asked', 3 * DAY, 'unknown', false, 'goes-on'],
  ['paused, it asks to sign in when the server says that it is over', 3 * DAY, 'over', false, 'sign-in'],
  ['an administrator has ended it meanwhile', 3 * DAY, 'revoked', true, 'take-back'],
  ['paused, an administrator has ended it meanwhile', 3 * DAY, 'revoked', false, 'take-back'],
  ['paused, also after the clock was put back', -3 * DAY, 'alive', false, 'resume'],
] satisfies [string, number, Server, boolean, Next][])('%s', async (_, jump, server, alive, next) => {
  expect(await look(signedIn + jump, server, alive)).toEqual({ next, asked: 1 })
})

test('a clock that is put back, and a session kept by an earlier version, leave it to the server', async () => {
  expect(await look(signedIn - 3 * DAY, 'over')).toEqual({ next: 'goes-on', asked: 0 })
  expect(await look(signedIn + 3 * DAY, 'over', true, null)).toEqual({ next: 'goes-on', asked: 0 })
})
