import { expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { outsideOf, type SealedHead, type ServerKeys } from '#shared/protocol/courier.ts'
import { newPair, publicHalf, sealedPart } from '#web/state/seal.ts'
import { internal, restServer, type RestServer } from '../testing/rest.ts'
import { newDevice } from './device-numbers.ts'

const DEVICE = 4_000
let lastCall = 0

/** A device of Pete's whose key the server has, and a comment of his as a part that Mia can bring. */
async function peteAway(server: RestServer) {
  const { users } = await server.store.read({ reads: { users: many('users', { email: 'pete@fieldpost.example' }) } })
  const pete = must(users[0])
  await server.store.transact({ reads: {} }, () => ({
    changes: [put('devices', newDevice(DEVICE, pete, '2026-03-01T00:00:00.000Z'))],
    value: null,
  }))
  const pair = await newPair()
  const giveKey = async () =>
    (await server.post('pete', 'courier/key', { device: DEVICE, key: await publicHalf(pair) }))
      .body as unknown as ServerKeys
  const keys = await giveKey()
  const head: SealedHead = {
    ...{ server: keys.seal, owner: { id: pete.id, name: pete.fullName }, device: DEVICE },
    ...{ items: 1, saved: '2026-03-10T13:00:00.000Z' },
  }
  const part = async (seq: number, calls: object[] = [aCall(seq)]) =>
    sealedPart(head, { from: seq, to: seq, calls: calls as never }, pair)
  const bring = async (seq: number, calls?: object[]) =>
    server.post('mia', 'courier', { head, part: await part(seq, calls) })
  return { pete, pair, head, part, bring, giveKey }
}
/** A comment on a tasking that does not exist: judged, and refused. */
const aCall = (seq: number, name = 'addComment', comment = 'Hired') => ({
  ...{ seq, id: `a-call-of-pete-${String(++lastCall).padStart(6, '0')}`, name, at: '2026-03-10T12:00:00.000Z' },
  input: { id: DEVICE * 1_000_000 + seq, projectId: 99, comment },
})
const signKey = async (server: RestServer) =>
  (await server.store.read({ reads: { row: one('devices', DEVICE) } })).row?.signKey

test('a session that somebody ended takes the key of its device along, one that ran out or was signed out leaves it', async () => {
  const server = await restServer()
  const { pete, bring, giveKey } = await peteAway(server)
  expect((await bring(1)).status).toBe(200)

  await server.post('pete', 'logout', {})
  expect((await bring(2)).status).toBe(200)
  server.forget('pete')
  await giveKey()
  server.clock.advance(80_000_000)
  for (const who of ['mia', 'ada', 'pete']) server.forget(who)
  expect((await bring(3)).status).toBe(200)

  // Also of a device whose session is over already.
  await server.as('ada', 'DELETE', `resources/users/${pete.id}/sessions`)
  expect(await bring(4)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/sign in again/) as string },
  })
  await giveKey()
  expect((await bring(4)).status).toBe(200)

  const { list } = await server.get('pete', 'sessions')
  await server.as('ada', 'DELETE', `sessions/${must(list[0]).id}`)
  expect(await signKey(server)).toBe('')
  server.forget('pete')
  await giveKey()
  await server.post('ada', 'resources/users', { id: pete.id, password: 'harvest moon 41 lanterns' })
  expect((await bring(5)).status).toBe(422)
  const { calls } = await server.store.read({ reads: { calls: many('calls', { device: DEVICE }, { order: 'seq' }) } })
  expect(calls.map(({ seq, userId, verdict }) => [seq, userId, verdict])).toEqual(
    [1, 2, 3, 4].map((seq) => [seq, pete.id, 'refused']),
  )
})

test('a key that is on its way while its session is ended is not kept', async () => {
  const server = await restServer()
  const { pete, giveKey } = await peteAway(server)
  await server.as('ada', 'DELETE', `resources/users/${pete.id}/sessions`)
  server.forget('pete')
  const { transact } = server.store
  const { list } = await server.get('pete', 'sessions')
  let isEnded = false
  server.store.transact = async (plan, decide) => {
    // Between the answer to who asks, and the write.
    const isKey = 'alive' in plan.reads
    if (isKey && !isEnded) {
      isEnded = true
      await server.as('ada', 'DELETE', `sessions/${must(list[0]).id}`)
    }
    return transact(plan, decide)
  }
  await giveKey()
  expect([isEnded, await signKey(server)]).toEqual([true, ''])
  await server.close()
})

test('who ends their own other sessions keeps the key of the device they do it on', async () => {
  const server = await restServer()
  await peteAway(server)
  await server.as('pete', 'DELETE', 'sessions')
  expect(await signKey(server)).not.toBe('')
  server.forget('pete')
  await server.as('pete', 'DELETE', 'sessions')
  expect(await signKey(server)).toBe('')
})

test('what is inside is looked at like any round: too deep, too much, no calls, other numbers than it says', async () => {
  const server = await restServer()
  const { bring } = await peteAway(server)
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown
  const long = aCall(1, 'addComment', 'x'.repeat(1_100_000))
  const bad = [[{ ...aCall(1), input: deep }], [long], [], [{ seq: 1 }], [aCall(2)], [aCall(1), aCall(2)]]
  for (const calls of bad) expect((await bring(1, calls)).status).toBe(422)
  for (const body of [undefined, null, [], {}, { head: {}, part: {} }, 'x'])
    expect((await server.post('mia', 'courier', body)).status).toBe(400)
  const { calls } = await server.store.read({ reads: { calls: many('calls', { device: DEVICE }) } })
  expect(calls).toEqual([])
})

test('a call that is larger than any queue sends is refused with its size', async () => {
  const server = await restServer()
  const { bring } = await peteAway(server)
  const { status, body } = await bring(1, [aCall(1, 'addComment', 'x'.repeat(70_000))])
  expect([status, body['message']]).toEqual([422, expect.stringMatching(/too large: 70\d\d\d characters/)])
})

test('a call that only a newer server knows waits for it', async () => {
  const server = await restServer()
  const { bring } = await peteAway(server)
  const { status, body } = await bring(1, [aCall(1, 'noSuchAct')])
  expect([status, body['waits']]).toEqual([200, expect.stringMatching(/newer app/)])
  expect((await bring(1)).body['waits']).toBeUndefined()
})

test('the keys of the server stay: another start with the same data opens what was sealed before', async () => {
  const server = await restServer()
  const { head, part } = await peteAway(server)
  const again = await restServer({ store: server.store, seed: 'none' })
  const answer = await again.post('mia', 'courier', { head, part: await part(1) })
  expect(answer.status).toBe(200)
  expect(outsideOf(head, await part(2))).toContain(head.server)
})

test('Activity of a tasking names who carried a comment, of which no field tells', async () => {
  const server = await restServer()
  const { id } = (await server.post('mia', 'projects', internal)).body
  const { bring } = await peteAway(server)
  const call = aCall(1)
  await bring(1, [{ ...call, input: { ...call.input, projectId: id } }])
  const { list } = await server.get('mia', `projects/${id}/activity`)
  expect(list).toMatchObject([{ by: 'Pete Okafor', carriedBy: 'Mia Lindqvist', fields: [] }])
})

test('the diary for Admins names who carried a call, and from where', async () => {
  const server = await restServer()
  const { head, part } = await peteAway(server)
  const from = (address: string, who: string, part: object) =>
    server.as(who, 'POST', 'courier', { head, part }, { 'x-forwarded-for': address })
  await from('198.51.100.4', 'mia', await part(1))
  // Brought by its own author: nobody carried it.
  await from('198.51.100.5', 'pete', await part(2))
  const token = await server.signIn('ada')
  const answer = await server.fetch('/api/audit?from=2026-03-10&to=2026-03-10', {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await answer.text()).split('\r\n')
  expect(lines[0]).toMatch(/,Carried By,Address,On Behalf Of$/)
  expect(lines.slice(1, 3).map((line) => line.split(',').slice(-3, -1))).toEqual([
    ['Mia Lindqvist', '198.51.100.4'],
    ['', '198.51.100.5'],
  ])
})
