import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aUser } from '#shared/testing/samples.ts'
import { blankMeta, Device, deviceName } from '../data/device.ts'
import { pingAnswer } from '#shared/protocol/sync.ts'
import { readSession, writeSession } from '../session/kept-session.ts'
import { playRounds } from './rounds.ts'

/** Who asks for rounds in one place, at what moment, and how often the server is asked for it. */
let device: Device
/** Answers that are waited for, in order. */
let asked: ((answer: Response) => void)[]
const nothingNew = () => new Response(null, { status: 204 })
const cutOff = () => Promise.reject(new TypeError('Failed to fetch')) as unknown as Response
const user = aUser({ id: 5, roles: 'PO' })

beforeEach(async () => {
  asked = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.push(resolve)))
  await writeSession({ user, token: '5', expires: '', organisation: defaultOrganisation, alive: true })
  device = new Device(deviceName(5))
  await device.set('identity', { ...blankMeta.identity, number: 7 })
  await device.set('position', { ...blankMeta.position, cursor: 'epoch.5', ready: true })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await device.delete()
})
const until = (count: number) => expect.poll(() => asked.length).toBe(count)
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

test('the sync event and the wish of a page at the same time are one round, with one result for both', async () => {
  const woken = playRounds()
  const wished = playRounds(undefined, { news: false })
  await until(1)
  const late = playRounds()
  await settle()
  asked[0]?.(nothingNew())
  const results = await Promise.all([woken, wished, late])
  expect(results[0]).toMatchObject({ kind: 'done' })
  expect(new Set(results).size).toBe(1)
  expect(asked).toHaveLength(1)
})

test('news that comes while a round is on the wire brings one more, however often it comes', async () => {
  const first = playRounds()
  await until(1)
  const others = [playRounds(undefined, { news: true }), playRounds(undefined, { news: true })]
  await settle()
  expect(asked).toHaveLength(1)
  asked[0]?.(nothingNew())
  await until(2)
  asked[1]?.(nothingNew())
  await Promise.all([first, ...others])
  await settle()
  expect(asked).toHaveLength(2)
})

test('who asks while a round is being cut off gets another one at once: their link may be a better one', async () => {
  const first = playRounds()
  await until(1)
  const wished = playRounds(undefined, { news: true })
  await settle()
  asked[0]?.(cutOff())
  // First whether the server is there.
  await until(2)
  asked[1]?.(Response.json(pingAnswer))
  await until(3)
  asked[2]?.(nothingNew())
  expect(await wished).toMatchObject({ kind: 'done' })
  expect(await first).toMatchObject({ kind: 'done' })
  // Nobody asked any more: it ends with what it met.
  const alone = playRounds()
  await until(4)
  asked[3]?.(cutOff())
  expect(await alone).toMatchObject({ kind: 'problem' })
})

const comment = (seq: number) => ({
  ...{ seq, id: `made-in-field-mode-${seq}`, name: 'addComment', input: {}, at: '2026-01-01T00:00:00.000Z' },
  ...{ touches: [], held: false, firstSent: 0, attempts: 0 },
})
const sent = async () => (await device.outbox.toArray()).map(({ firstSent }) => firstSent > 0)

test('what is made in Field Mode does not go with a series that had begun before it', async () => {
  const series = playRounds()
  await until(1)
  await device.set('fieldMode', true)
  await device.outbox.add(comment(1))
  asked[0]?.(nothingNew())
  await settle()
  expect([await sent(), asked.length]).toEqual([[false], 1])
  expect(await series).toMatchObject({ kind: 'done' })
})

test.each(['begins the series', 'joins it'])('in Field Mode everything goes when a person %s', async (how) => {
  if (how === 'begins the series') await device.set('fieldMode', true)
  const series = playRounds(undefined, { inFieldMode: how === 'begins the series' })
  await until(1)
  await device.set('fieldMode', true)
  await device.outbox.add(comment(1))
  if (how === 'joins it') void playRounds(undefined, { news: true, inFieldMode: true })
  await settle()
  asked[0]?.(nothingNew())
  await until(2)
  expect(await sent()).toEqual([true])
  await device.outbox.clear()
  asked[1]?.(nothingNew())
  await series
})

test('after its end whoever asks begins anew; a series that broke holds up nobody', async () => {
  const first = playRounds()
  await until(1)
  asked[0]?.(nothingNew())
  await first
  const second = playRounds()
  await until(2)
  asked[1]?.(Response.json({ code: 'UNAUTHORIZED', message: 'Sign in again.', requestId: 'r' }, { status: 401 }))
  expect(await second).toMatchObject({ kind: 'problem', problem: 'sign-in' })
  expect(await readSession()).toMatchObject({ alive: false })
  // Nothing is asked without a session.
  expect(await playRounds()).toMatchObject({ kind: 'problem', problem: 'sign-in' })
  expect(asked).toHaveLength(2)
})

test('the end of a session says nothing of the one that has begun since', async () => {
  const first = playRounds()
  await until(1)
  await writeSession({ user, token: '6', expires: '', organisation: defaultOrganisation, alive: true })
  asked[0]?.(Response.json({ code: 'UNAUTHORIZED', message: 'Sign in again.', requestId: 'r' }, { status: 401 }))
  expect(await first).toMatchObject({ kind: 'problem', problem: 'sign-in' })
  expect(await readSession()).toMatchObject({ alive: true, token: '6' })
})
