import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import { SESSION_REVOKED, TOLD, toldLine } from '#shared/protocol/told.ts'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { everyRole, restServer, roleNames, type RestServer } from '../testing/rest.ts'
import { prune } from '../operations/prune.ts'

const DAY_MS = 86_400_000
let server: RestServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await restServer()
})
afterEach(async () => {
  await server.close()
  vi.useRealTimers()
})

const [ADA, PETE] = [7, 5]
const since = '2026-03-07T09:00:00.000Z'
const say = (token: string, method: string, path: string, body?: object, more: Record<string, string> = {}) =>
  server.fetch(`/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const round = (device: number, cursor: string | null, calls: object[] = []) => ({
  ...{ protocol: 2, device, cursor, from: 1, calls, limit: 20 },
})
const told = (unsent: number, at: string | null = since) => ({
  [TOLD]: toldLine({ appVersion: '1.0.0', unsent, unsentSince: unsent > 0 ? at : null }),
})
const list = async (who = 'ada') => (await server.get(who, 'devices')).list as unknown as DeviceSeen[]

/** A device of this person that has its number and all its rows. */
async function aDevice(who: string) {
  const token = await server.signIn(who)
  type Answer = { device: number; cursor: string; more?: boolean }
  let at: Answer = { device: 0, cursor: '' }
  for (let more = true; more; more = at.more ?? false)
    at = (await (await say(token, 'POST', 'sync', round(at.device, at.cursor || null))).json()) as Answer
  const { device, cursor } = at
  return {
    ...{ token, device, cursor },
    quiet: (header: Record<string, string> = {}) => say(token, 'POST', 'sync', round(device, cursor), header),
    sends: (calls: object[], header: Record<string, string>) =>
      say(token, 'POST', 'sync', round(device, cursor, calls), header),
  }
}
type ADevice = Awaited<ReturnType<typeof aDevice>>
const sessionIdOf = async ({ device }: ADevice) => (await list()).find(({ id }) => id === device)?.sessionId ?? 0

test('an Admin sees each device with its person, its last contact, what stayed unsent and its version', async () => {
  const [pete, mia] = [await aDevice('pete'), await aDevice('mia')]
  await mia.quiet(told(0))
  server.clock.advance(60_000)
  expect((await pete.quiet(told(3))).status).toBe(204)
  const heard = server.clock.now()
  server.clock.advance(3_600_000)
  const [first, second, ...others] = await list()
  expect(first).toEqual({
    ...{ id: pete.device, userId: PETE, label: 'test', seenDate: heard, appVersion: '1.0.0' },
    ...{ unsent: 3, unsentSince: since, state: 'signed in', toldDate: null },
    ...{ createDate: expect.any(String), sessionId: expect.any(Number) },
  })
  expect([second?.id, second?.unsent, others.map(({ id }) => id)]).toEqual([mia.device, 0, []])
})

test.each(roleNames)('the list is for Admins: %s', async (role) => {
  const { status } = await server.get(everyRole[role], 'devices')
  expect(status).toBe(role === 'Admin' ? 200 : 403)
})

test('what was refused or not judged stays on the device and counts; what was done does not', async () => {
  const pete = await aDevice('pete')
  const call = (seq: number, name: string, input: object) => ({
    ...{ seq, id: `call-0123456789-${seq}`, name, input, at: `2026-03-0${seq}T09:00:00.000Z` },
  })
  const done = call(1, 'savePreferences', { density: 'compact' })
  const refused = call(2, 'approveProject', { id: 999_999 })
  const tooEarly = call(4, 'savePreferences', { density: 'comfortable' })
  await pete.sends([done, refused, tooEarly], told(1, '2026-03-05T09:00:00.000Z'))
  const [row] = await list()
  expect([row?.unsent, row?.unsentSince]).toEqual([3, '2026-03-02T09:00:00.000Z'])
  await pete.sends([done], told(0))
  expect(await list()).toMatchObject([{ unsent: 0, unsentSince: null }])
})

test('an app that does not tell is listed, and nothing is claimed of it; nonsense tells nothing', async () => {
  const pete = await aDevice('pete')
  for (const header of ['', 'x'.repeat(60), '1.0.0 -3 yesterday', '1.0.0 3 yesterday', '1.0.0 3', '<b>1</b>']) {
    await pete.quiet({ [TOLD]: header })
    expect(await list()).toMatchObject([{ id: pete.device, appVersion: '', unsent: null, unsentSince: null }])
  }
  await pete.quiet(told(2, '2031-01-01T00:00:00.000Z'))
  expect((await list())[0]?.unsentSince).toBe(server.clock.now())
})

test('a round with the number of somebody else says nothing of their device', async () => {
  const [pete, mia] = [await aDevice('pete'), await aDevice('mia')]
  await pete.quiet(told(2))
  await say(mia.token, 'POST', 'sync', round(pete.device, mia.cursor), told(9))
  expect((await list()).filter(({ id }) => id === pete.device)).toMatchObject([{ userId: PETE, unsent: 2 }])
})

test('a quiet round writes nothing; what was told is written together every five minutes, and wakes no device', async () => {
  const pete = await aDevice('pete')
  const news: boolean[] = []
  server.store.onCommit((_, newsOf) => news.push(newsOf === 'all' || newsOf.size > 0))
  for (let n = 0; n < 20; n++) await pete.quiet(told(n))
  expect(news).toEqual([])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  const rowOf = async () => (await server.store.read({ reads: { rows: many('devices', { id: pete.device }) } })).rows[0]
  await vi.waitFor(async () => expect((await rowOf())?.unsent).toBe(19), 20_000)
  expect(new Set(news)).toEqual(new Set([false]))
})

test('a device whose session an administrator ends is told so by a code of its own, until somebody signs in there', async () => {
  const pete = await aDevice('pete')
  await pete.quiet(told(3))
  expect((await say(await server.signIn('ada'), 'DELETE', `sessions/${await sessionIdOf(pete)}`)).status).toBe(200)
  expect(await list()).toMatchObject([{ unsent: 3, state: 'ended', toldDate: null }])
  server.clock.advance(60_000)
  const answer = await pete.quiet(told(3))
  expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: SESSION_REVOKED })])
  expect(await list()).toMatchObject([{ unsent: 3, state: 'ended', toldDate: server.clock.now() }])

  const again = await server.signIn('pete')
  await say(again, 'POST', 'sync', round(pete.device, pete.cursor), told(0))
  expect(await list()).toMatchObject([{ unsent: 0, state: 'signed in', toldDate: null }])
})

test('whose session is over long ago can be ended too, and hears of it when it comes back within the year', async () => {
  const pete = await aDevice('pete')
  await pete.quiet(told(1))
  server.clock.advance(SESSION_LIFE_MS + 20 * DAY_MS)
  server.forget('ada')
  expect(await list()).toMatchObject([{ state: 'over' }])
  expect((await (await pete.quiet()).json()) as object).toMatchObject({ code: 'UNAUTHORIZED' })
  const end = async () => (await server.as('ada', 'DELETE', `sessions/${await sessionIdOf(pete)}`)).status
  expect([await end(), await end()]).toEqual([200, 404])
  server.clock.advance(300 * DAY_MS)
  await prune(server.server)
  expect((await (await pete.quiet()).json()) as object).toMatchObject({ code: SESSION_REVOKED })
  server.clock.advance(100 * DAY_MS)
  await prune(server.server)
  expect((await (await pete.quiet()).json()) as object).toMatchObject({ code: 'UNAUTHORIZED' })
})

test.each<[string, (token: string, sessionId: number) => Promise<unknown>]>([
  ['they end it themself elsewhere', async (_, id) => say(await server.signIn('pete'), 'DELETE', `sessions/${id}`)],
  ['they end all others', async () => say(await server.signIn('pete'), 'DELETE', 'sessions')],
  ['they log out', (token) => say(token, 'POST', 'logout', {})],
  ['it runs out', async () => server.clock.advance(SESSION_LIFE_MS)],
  ['their password is set', () => server.patch('ada', 'resources/users', { id: PETE, password: 'seven brown owls' })],
  ['their account is closed', () => server.patch('ada', 'resources/users', { id: PETE, active: false })],
  [
    'a Manager would end it',
    async (token, id) => {
      expect((await server.as('mia', 'DELETE', `sessions/${id}`)).status).toBe(404)
      await say(token, 'POST', 'logout', {})
    },
  ],
])('nothing but an administrator’s ending is told as one: %s', async (_, end) => {
  const pete = await aDevice('pete')
  await pete.quiet(told(0))
  await end(pete.token, await sessionIdOf(pete))
  const answer = await pete.quiet(told(0))
  expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'UNAUTHORIZED' })])
})

test('an Admin who ends all sessions of somebody revokes them; one who ends their own place does not', async () => {
  const pete = await aDevice('pete')
  const [here, there] = [await server.signIn('ada'), await server.signIn('ada')]
  await say(here, 'DELETE', `resources/users/${PETE}/sessions`)
  expect(await (await pete.quiet()).json()).toMatchObject({ code: SESSION_REVOKED })
  await say(here, 'DELETE', `resources/users/${ADA}/sessions`)
  expect(await (await say(there, 'GET', 'session')).json()).toMatchObject({ code: 'UNAUTHORIZED' })
})
