import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gzipSync } from 'node:zlib'
import { PROTOCOL, type StreamPage } from '#shared/protocol/sync.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { syncedRow } from '#shared/model/tables.ts'
import { aProjectIn, aUser } from '#shared/testing/samples.ts'
import { blankMeta, Device, deviceName } from '../data/device.ts'
import { writeSession } from '../session/kept-session.ts'
import { createEngine, type Engine } from './engine.ts'
import type { RoundResult } from './round.ts'
import type { Wish } from './rounds.ts'

/** When the engine plays rounds, over hours of a clock that stands still meanwhile. What a round is, is not its matter. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const window = new EventTarget()
const done: RoundResult = { kind: 'done', more: false, outcomes: [], news: false }
const unreachable: RoundResult = { kind: 'problem', problem: 'unreachable', retryAfterMs: null }
/** Of before the clock stands still. */
const real = { setTimeout }
let device: Device
let engine: Engine
let stop: () => void
/** When each round began, in seconds since the start. */
let rounds: number[]
let wishes: Wish[]
let play: () => Promise<RoundResult>
let began = 0
/** Whether the server answers a probe, and when each was made. */
let reached: () => Promise<boolean>
let probes: number[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true })
  page.visibilityState = 'visible'
  const name = deviceName(session.user.id)
  await Device.delete(name)
  device = new Device(name)
  await device.set('position', { ...blankMeta.position, cursor: 'epoch.5' })
  await writeSession(null)
  rounds = []
  wishes = []
  play = () => Promise.resolve(done)
  began = performance.now()
  probes = []
  reached = () => Promise.resolve(true)
  const now = () => Math.round((performance.now() - began) / 1_000)
  engine = createEngine(
    device,
    (_, wish) => {
      rounds.push(now())
      wishes.push(wish)
      return play()
    },
    () => {
      probes.push(now())
      return reached()
    },
  )
})
afterEach(async () => {
  stop()
  await pass(2)
  device.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** So many seconds pass; what they bring about on the disk is done before they go on. */
async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds * 2; n++) {
    await vi.advanceTimersByTimeAsync(500)
    await disk()
  }
}
async function disk(): Promise<void> {
  for (let n = 0; n < 25; n++) await new Promise((resolve) => setImmediate(resolve))
}
async function begin(seconds = 2): Promise<void> {
  stop = engine.start()
  await pass(seconds)
}
/** A link that is silent: the probe hears nothing for eight seconds. */
const silence = () => new Promise<RoundResult>((resolve) => setTimeout(() => resolve(unreachable), 8_000))
const gapsOf = (times: number[]) => times.slice(1).map((at, n) => at - (times[n] ?? 0))
const gaps = () => gapsOf(rounds)

test('while somebody looks, a silent link is asked at most 20 s apart, for as long as it is silent', async () => {
  play = silence
  await begin(400)
  expect(rounds.length).toBeGreaterThanOrEqual(20)
  expect(Math.max(...gaps())).toBeLessThanOrEqual(20)
})

const lasting = (seconds: number, result: RoundResult) => () =>
  new Promise<RoundResult>((resolve) => setTimeout(() => resolve(result), seconds * 1_000))
test('what is done while nothing travels goes at once; what is done while it travels goes together', async () => {
  await begin(5)
  const quiet = rounds.length
  let seq = 0
  const perform = async () => {
    const call = { seq: ++seq, id: `call-${seq}`, name: 'addComment', input: {}, at: '', touches: [], held: false }
    await device.outbox.add({ ...call, firstSent: 0, attempts: 0 })
    engine.ask()
  }
  const sent: number[] = []
  play = async () => {
    const calls = await device.outbox.toArray()
    sent.push(calls.length)
    await new Promise((resolve) => setTimeout(resolve, 900))
    await device.outbox.bulkDelete(calls.map((call) => call.seq))
    return done
  }
  await perform()
  await vi.advanceTimersByTimeAsync(0)
  expect(rounds.length - quiet).toBe(1)
  await disk()
  for (let n = 0; n < 5; n++) await perform()
  await pass(5)
  expect(sent).toEqual([1, 5])
})

test('what follows a round closely waits for nothing', async () => {
  await begin(5)
  const quiet = rounds.length
  for (let n = 1; n <= 3; n++) {
    engine.ask()
    await vi.advanceTimersByTimeAsync(1)
    await disk()
    await vi.advanceTimersByTimeAsync(20)
    expect(rounds.length - quiet).toBe(n)
  }
})

const unheard = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 12_000))
const sendingOne = () => device.change('contact', (contact) => ({ ...contact, sending: 1 }))

test('a round that hangs on a silent link is told of within 20 s, is not cut, and the server is asked at most 20 s apart', async () => {
  play = lasting(60, unreachable)
  reached = unheard
  await begin(1)
  await sendingOne()
  await pass(19)
  expect(await device.get('contact')).toMatchObject({ problem: 'unreachable', sending: 0 })
  await pass(38)
  expect([rounds.length, probes.length]).toEqual([1, 3])
  expect(Math.max(...gapsOf(probes))).toBeLessThanOrEqual(20)
})

test('a round that is merely slow is said to be on its way; and a link that comes back in the middle is told of, too', async () => {
  play = lasting(58, done)
  await begin(1)
  await sendingOne()
  await pass(20)
  expect(await device.get('contact')).toMatchObject({ problem: null, sending: 1 })
  reached = unheard
  await pass(20)
  expect(await device.get('contact')).toMatchObject({ problem: 'unreachable', sending: 0 })
  reached = () => Promise.resolve(true)
  await pass(15)
  expect(await device.get('contact')).toMatchObject({ problem: null, sending: 0 })
  expect(rounds.length).toBe(1)
})

test('rounds that bring something now and then, and rounds nobody looks at, are not asked after', async () => {
  play = lasting(58, done)
  await begin(1)
  for (let n = 1; n < 8; n++) {
    await device.change('contact', (contact) => ({ ...contact, lastOk: n }))
    await pass(5)
  }
  page.visibilityState = 'hidden'
  await pass(20)
  expect(probes).toEqual([])
})

test('a probe that comes back after its round says nothing any more', async () => {
  play = lasting(8, done)
  reached = unheard
  await begin(25)
  expect([probes.length, (await device.get('contact')).problem]).toEqual([1, null])
})

test.each([-3, 3])('no wait gets longer because the clock jumps by %i days in the middle of it', async (days) => {
  play = silence
  await begin(3)
  for (let n = 0; n < 8; n++) {
    await pass(25)
    vi.setSystemTime(Date.now() + (n % 2 ? -days : days) * 86_400_000)
  }
  expect(Math.max(...gaps())).toBeLessThanOrEqual(20)
  play = () => Promise.resolve(done)
  await pass(30)
  const before = rounds.length
  vi.setSystemTime(Date.now() - days * 86_400_000)
  await pass(65)
  expect(rounds.length).toBe(before + 1)
})

test('while nobody looks it is asked less and less often', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  page.visibilityState = 'hidden'
  play = silence
  await begin(400)
  expect(rounds.length).toBeLessThan(10)
  expect(gaps()).toEqual([...gaps()].sort((a, b) => a - b))
  vi.restoreAllMocks()
})

test('a touch, a key, the focus, the link or the page coming back ask at once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  page.visibilityState = 'hidden'
  play = () => Promise.resolve(unreachable)
  await begin(120)
  const signs: [string, () => void][] = [
    ['touch', () => page.dispatchEvent(new Event('pointerdown'))],
    ['key', () => page.dispatchEvent(new Event('keydown'))],
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['online', () => window.dispatchEvent(new Event('online'))],
    ['offline', () => window.dispatchEvent(new Event('offline'))],
  ]
  for (const [name, sign] of signs) {
    await pass(40)
    const before = rounds.length
    sign()
    await pass(1)
    expect([name, rounds.length - before]).toEqual([name, 1])
  }
  const before = rounds.length
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(1)
  expect(rounds.length).toBeGreaterThan(before)
  vi.restoreAllMocks()
})

test('touches while all is well ask for nothing', async () => {
  await begin(5)
  for (let n = 0; n < 10; n++) page.dispatchEvent(new Event('pointerdown'))
  await pass(5)
  expect(rounds).toHaveLength(1)
})

test('a round that throws says so and is tried again', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  play = () => Promise.reject(new Error('This row does not go in'))
  await begin(30)
  expect(rounds.length).toBeGreaterThanOrEqual(3)
  expect(complaint).toHaveBeenCalledWith(expect.objectContaining({ message: 'This row does not go in' }))
  expect((await device.get('contact')).problem).toBe('unreachable')
  complaint.mockRestore()
})

const session = { token: 'abc', expires: '', user: aUser({ id: 1 }), organisation: defaultOrganisation, alive: true }

test('a stream that cannot be had starts one round: then the timer asks once a minute', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await writeSession(session)
  await begin(150)
  expect(rounds.map((at) => Math.round(at / 60))).toEqual([0, 0, 1, 2])
})

test('where the person asked the browser to be sparing the timer asks once in five minutes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
  await writeSession(session)
  await begin(650)
  expect(rounds.map((at) => Math.round(at / 60))).toEqual([0, 0, 5, 10])
})

test('a link that broke before the stream was there is asked after at once, and not each time', async () => {
  let lose = (_: Error): void => undefined
  vi.stubGlobal('fetch', () => new Promise((_, reject) => void (lose = reject)))
  await writeSession(session)
  await begin(10)
  expect(rounds).toEqual([0])
  lose(new TypeError('no connection'))
  await pass(3)
  expect(rounds.length).toBe(2)
  for (let n = 0; n < 5; n++) {
    lose(new TypeError('no connection'))
    await pass(5)
  }
  expect(rounds.length).toBe(2)
})

test('what the browser says of a link that has gone while a round ran is looked into when that is over', async () => {
  let answer: (result: RoundResult) => void = () => undefined
  play = () => new Promise((resolve) => (answer = resolve))
  await begin()
  window.dispatchEvent(new Event('offline'))
  play = () => Promise.resolve(unreachable)
  answer(done)
  await pass(5)
  expect(rounds.length).toBeGreaterThan(1)
  expect((await device.get('contact')).problem).toBe('unreachable')
})

test('a server that is heard although the browser says there is no link is asked again soon, for as long as it says so', async () => {
  await begin()
  vi.stubGlobal('navigator', { onLine: false })
  window.dispatchEvent(new Event('offline'))
  await pass(2)
  const heard = rounds.length
  play = () => Promise.resolve(unreachable)
  await pass(14)
  expect(rounds.length).toBeGreaterThan(heard)
  expect((await device.get('contact')).problem).toBe('offline')
})

test('a link that broke while a round ran is asked after when that is over', async () => {
  let lose = (_: Error): void => undefined
  vi.stubGlobal('fetch', () => new Promise((_, reject) => void (lose = reject)))
  await writeSession(session)
  let answer = (_: RoundResult): void => undefined
  play = () => new Promise((resolve) => void (answer = resolve))
  await begin(5)
  lose(new TypeError('no connection'))
  await pass(1)
  play = () => Promise.resolve(done)
  answer(done)
  await pass(3)
  expect(rounds.length).toBe(2)
  await pass(50)
  expect(rounds.length).toBe(2)
})

test('what a person sends in Field Mode is told from what goes by itself, and misses nothing of a round that another tab plays', async () => {
  await begin(1)
  await engine.round()
  await device.set('fieldMode', true)
  engine.ask()
  await pass(1)
  await engine.sendNow()
  expect(wishes.slice(-2)).toEqual([
    { news: true, inFieldMode: false },
    { news: true, inFieldMode: true },
  ])
})

test('who wants a round while one runs gets one that has begun after that, and all who want one get the same', async () => {
  const answers: ((result: RoundResult) => void)[] = []
  play = () => new Promise((resolve) => void answers.push(resolve))
  await begin(1)
  const wished = [engine.round(), engine.sendNow(), engine.round()]
  let over = 0
  for (const wish of wished) void wish.then(() => over++)
  await pass(1)
  answers[0]?.(unreachable)
  await pass(1)
  expect([rounds.length, over]).toEqual([2, 0])
  answers[1]?.(done)
  expect(await Promise.all(wished)).toEqual([done, done, done])
  await pass(5)
  expect(rounds).toHaveLength(2)
})

const signedOut: RoundResult = { kind: 'problem', problem: 'sign-in', retryAfterMs: null }

test('who signs in while a round of the session before is on the wire is sent for when that has ended', async () => {
  streaming()
  await writeSession({ ...session, alive: false })
  let answer = (_: RoundResult): void => undefined
  play = () => new Promise((resolve) => void (answer = resolve))
  await begin(3)
  await writeSession({ ...session, token: 'new' })
  engine.ask()
  await pass(1)
  expect(rounds).toHaveLength(1)
  play = () => Promise.resolve(done)
  answer(signedOut)
  await pass(1)
  expect(rounds).toHaveLength(2)
})

test.each(['paused', 'of somebody else'])(
  'a session that is %s is asked for by nobody but the person',
  async (which) => {
    streaming()
    const other = { ...session, user: aUser({ id: session.user.id + 1 }) }
    await writeSession(which === 'paused' ? { ...session, alive: false } : other)
    play = () => Promise.resolve(signedOut)
    await begin(30)
    expect(rounds).toHaveLength(1)
  },
)

/** A server whose stream tells of version 5 and then beats, for as long as it is not dead. */
function streaming() {
  const server = { isDead: false, opened: 0, open: 0, asked: '', say: (_: string) => {} }
  vi.stubGlobal('fetch', (asked: string, { signal }: RequestInit) => {
    server.asked = asked
    server.opened++
    server.open++
    let timer: ReturnType<typeof setInterval>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        server.say = say
        say('event: news\ndata: 5\n\n')
        timer = setInterval(() => !server.isDead && say(': still here\n\n'), 25_000)
        signal?.addEventListener('abort', () => {
          clearInterval(timer)
          server.open--
          controller.error(new DOMException('Aborted', 'AbortError'))
        })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
  return server
}

test('a stream that beats is live for hours, and a quiet round every five minutes looks after it', async () => {
  streaming()
  await writeSession(session)
  await begin(700)
  expect(engine.isLive()).toBe(true)
  expect(rounds.filter((at) => at > 70).length).toBe(2)
})

test('a stream that is open and dead is not live after a minute, and the server is asked', async () => {
  const server = streaming()
  await writeSession(session)
  await begin(80)
  const before = rounds.length
  server.isDead = true
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await pass(70)
  expect(engine.isLive()).toBe(false)
  await pass(60)
  expect(rounds.length).toBeGreaterThan(before)
})

test.each([0, 31, -31, 4_000])(
  'judged calls are kept for thirty days of the server, though this clock is %i days ahead; without a good round all of them are',
  async (days) => {
    const day = 86_400_000
    const received = (ago: number) => new Date(Date.now() - days * day - ago * day).toISOString()
    const call = { name: 'addComment', input: {}, at: '', touches: [], held: false, firstSent: 1, attempts: 1 }
    for (const ago of [1, 29, 31])
      await device.judged.put({
        ...call,
        id: `${ago} days ago`,
        seq: ago,
        verdict: 'applied',
        received: received(ago),
        judged: Date.now() - ago * day,
      })
    const kept = async () => (await device.judged.orderBy('seq').toArray()).map(({ id }) => id)
    play = () => Promise.resolve(unreachable)
    await begin(3)
    expect(await kept()).toEqual(['1 days ago', '29 days ago', '31 days ago'])
    play = async () => {
      await device.change('contact', (contact) => ({ ...contact, skew: -days * day }))
      return done
    }
    await pass(60)
    expect(await kept()).toEqual(['1 days ago', '29 days ago'])
  },
)

test.each([0, 3, 4_000])(
  'a minute after a good round, and once a day, what left the window long ago goes by the days of the server, though this clock is %i days ahead',
  async (days) => {
    const ago = (closed: number) => new Date(Date.now() - (days + closed) * 86_400_000).toISOString()
    const closed = (id: number, then: number) =>
      syncedRow('projects', aProjectIn('completed', { id, completedDate: ago(then) }))
    const ids = async () => (await device.rows('projects').toArray()).map(({ id }) => id)
    await writeSession(session)
    await device.set('position', { ...blankMeta.position, cursor: 'epoch.5', ready: true })
    await device.set('viewed', { checked: '2020-01-01', on: {} })
    await device.rows('projects').bulkPut([closed(1, 179), closed(2, 182)])
    play = () => Promise.resolve(unreachable)
    await begin(90)
    expect(await ids()).toEqual([1, 2])
    play = async () => {
      await device.change('contact', (contact) => ({ ...contact, skew: -days * 86_400_000 }))
      return done
    }
    engine.ask()
    await pass(30)
    expect(await ids()).toEqual([1, 2])
    await pass(60)
    await vi.waitFor(async () => expect(await ids()).toEqual([1]), { timeout: 3_000 })
  },
)

/** Locks of a browser with one tab, and how many are held. */
function countingLocks(): () => number {
  let held = 0
  const request = async (_: string, __: unknown, work: () => Promise<void>) => {
    held++
    await work().finally(() => held--)
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  return () => held
}

test('a hidden tab lets go of the stream, and of the lock on it; the visible one takes them', async () => {
  const held = countingLocks()
  const server = streaming()
  await writeSession(session)
  await begin(5)
  expect([server.open, held(), engine.isLive()]).toEqual([1, 1, true])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(3)
  expect([server.open, held(), engine.isLive()]).toEqual([0, 0, false])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(3)
  expect([server.open, held(), engine.isLive()]).toEqual([1, 1, true])
})

test('a tab that is hidden while its disk says where it stands opens no stream, and holds no lock on one', async () => {
  const held = countingLocks()
  const server = streaming()
  await writeSession(session)
  const { free, busy } = occupied('meta')
  await begin(2)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  free()
  await busy
  await pass(3)
  expect([server.open, held()]).toEqual([0, 0])
})

test('a hidden tab whose stream cannot be had lets go of the lock at once, however long it would have waited', async () => {
  const held = countingLocks()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  vi.spyOn(Math, 'random').mockReturnValue(1)
  await writeSession(session)
  await begin(200)
  expect(held()).toBe(1)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(2)
  expect(held()).toBe(0)
})

test('news that could not be taken before the stream ended calls nothing live', async () => {
  const server = streaming()
  await writeSession(session)
  await begin(5)
  const { free, busy } = occupied('meta')
  server.say(pageEvent({ from: 'epoch.8', cursor: 'epoch.9', changes: {}, removed: { comments: [9] } }))
  await unpacked(() => Promise.resolve(false), 20)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(2)
  expect(engine.isLive()).toBe(false)
  const before = rounds.length
  free()
  await busy
  await pass(5)
  expect(engine.isLive()).toBe(false)
  expect(rounds.length).toBeGreaterThan(before)
})

test('Field Mode ends the stream at once, and its end starts no round', async () => {
  const server = streaming()
  await writeSession(session)
  await begin(5)
  expect([server.open, engine.isLive()]).toEqual([1, true])
  const before = rounds.length
  await device.set('fieldMode', true)
  await pass(5)
  expect([server.open, engine.isLive(), rounds.length]).toEqual([0, false, before])
  await device.set('fieldMode', false)
  await pass(5)
  expect([server.open, engine.isLive()]).toEqual([1, true])
})

/** Unpacking takes threads of its own, which no clock of a test waits for. */
async function unpacked(isDone: () => Promise<boolean>, most = 500): Promise<void> {
  for (let n = 0; n < most && !(await isDone()); n++) {
    await new Promise((resolve) => real.setTimeout(resolve, 10))
    await vi.advanceTimersByTimeAsync(10)
    await disk()
  }
}
const pageEvent = (page: StreamPage) => `event: page\ndata: ${gzipSync(JSON.stringify(page)).toString('base64')}\n\n`

test('the stream is asked for what follows on where this device stands; what it brings needs no round, what it cannot bring one', async () => {
  const server = streaming()
  await writeSession(session)
  await begin(5)
  expect(server.asked).toBe(`/api/sync/live?protocol=${PROTOCOL}&cursor=epoch.5`)
  const before = rounds.length
  // In pieces, as a link brings it, and the second before the first is applied.
  const text = [6, 7].map((n) =>
    pageEvent({ from: `epoch.${n - 1}`, cursor: `epoch.${n}`, changes: {}, removed: { comments: [n] } }),
  )
  server.say(text.join('').slice(0, 40))
  server.say(text.join('').slice(40))
  await unpacked(async () => (await device.get('position')).cursor === 'epoch.7')
  expect([(await device.get('position')).cursor, rounds.length]).toEqual(['epoch.7', before])
  server.say(pageEvent({ from: 'epoch.5', cursor: 'epoch.6', changes: {}, removed: { comments: [6] } }))
  await pass(3)
  expect(rounds.length).toBe(before)
  server.say(pageEvent({ from: 'epoch.8', cursor: 'epoch.9', changes: {}, removed: { comments: [9] } }))
  await unpacked(() => Promise.resolve(rounds.length > before))
  expect([(await device.get('position')).cursor, rounds.length]).toEqual(['epoch.7', before + 1])
})

test('news that comes while a round runs is asked for afterwards, once', async () => {
  const server = streaming()
  await writeSession(session)
  await device.set('position', { ...blankMeta.position, cursor: 'epoch.4' })
  play = () => new Promise((resolve) => setTimeout(() => resolve(done), 5_000))
  await begin(4)
  expect([rounds.length, server.opened]).toEqual([1, 1])
  await pass(20)
  expect(rounds).toHaveLength(2)
})

/** A table that somebody writes to until it is free. */
function occupied(table: 'outbox' | 'meta') {
  let isFree = false
  const busy = device.transaction('rw', table, async (transaction) => {
    while (!isFree) await transaction.table(table).count()
  })
  return { busy, free: () => void (isFree = true) }
}

test('for a call that was just kept the browser is asked to wake the worker before the database is free again', async () => {
  const register = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { ready: Promise.resolve({ sync: { register } }) } })
  await begin()
  // A round that writes: whoever reads the queue waits until it is done.
  const { free, busy } = occupied('outbox')
  engine.ask()
  engine.ask({ kept: true })
  await disk()
  expect(register).toHaveBeenCalledTimes(1)
  free()
  await busy
})
