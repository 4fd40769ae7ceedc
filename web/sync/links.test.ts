import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { approveProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { forgetCopies } from './forget.ts'
import { round } from './round.ts'
import { cast, createWorld, differences, done, type TestDevice, type Wire, type World } from '../testing/world.ts'

/** Clocks that are wrong, links that are slow, and rounds that the server does not take as they are. */
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const projectId = 40_000_001
let world: World

beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: projectId, requested: false, createdById: 1 })))
})
afterEach(() => world.close())

async function ready(options: { ahead?: number; wire?: Wire } = {}): Promise<TestDevice> {
  const device = await world.device(cast.ana, options)
  await device.settle()
  return device
}
const comment = (device: TestDevice, text: string) =>
  device.perform(addComment, (newId) => ({ id: newId(), projectId, comment: text }))
const skewOf = async (device: TestDevice) => (await device.db.get('contact')).skew

/** A link on which each answer takes so long, half of it until the server writes the headers. */
const taking =
  (ms: number): Wire =>
  async (deliver) => {
    world.clock.now += ms / 2
    const answer = await deliver()
    world.clock.now += ms / 2
    return answer
  }

test('with equal clocks the skew stays 0 on a link of any speed', async () => {
  for (const ms of [40, 1_800, 9_000, 45_000]) {
    const device = await ready({ wire: taking(ms) })
    expect(await skewOf(device)).toBe(0)
  }
})

test('how long calls took is kept, and a round without calls changes nothing of it', async () => {
  const device = await ready({ wire: taking(4_000) })
  const paceNow = async () => (await device.db.get('contact')).pace
  expect(await paceNow()).toBeUndefined()
  done(await comment(device, 'on a thin link'))
  await device.round()
  const pace = must(await paceNow())
  expect(pace.ms).toBe(4_000)
  expect(pace.bytes).toBeGreaterThan('on a thin link'.length)
  device.wire = (deliver) => deliver()
  await device.round()
  expect(await paceNow()).toEqual(pace)
})

test('what is made under a clock days off is recorded at its time, each call, also while the skew is taken anew', async () => {
  for (const days of [-3, 3]) {
    const device = await ready({ ahead: days * DAY, wire: taking(800) })
    for (const text of ['one', 'two', 'three', 'four']) {
      done(await comment(device, text))
      world.clock.now += 20 * SECOND
      await device.round()
    }
    await device.settle()
  }
  const calls = (await world.diary()).filter((call) => call.name === 'addComment')
  expect(calls).toHaveLength(8)
  for (const { at, received } of calls) {
    const late = Date.parse(received) - Date.parse(at)
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(25 * SECOND)
  }
})

test('a call keeps the time it has, whatever is learned about the clock afterwards', async () => {
  const device = await ready()
  device.wire = () => Promise.reject(new TypeError('no connection'))
  done(await comment(device, 'Before the clock was set'))
  const [before] = await device.outbox()
  device.ahead = 3 * DAY
  device.wire = (deliver) => deliver()
  await device.settle()
  const call = (await world.diary()).find(({ callId }) => callId === before?.id)
  expect(call?.at).toBe(before?.at)
  expect(Math.abs((await skewOf(device)) + 3 * DAY)).toBeLessThan(2 * SECOND)
})

test('page and worker that note their contact at the same moment do not undo what the other has learned', async () => {
  const device = await ready({ ahead: 3 * DAY })
  const skew = await skewOf(device)
  await Promise.all([
    device.db.change('contact', (contact) => ({ ...contact, skew: 1 })),
    device.db.change('contact', (contact) => ({ ...contact, failures: 7 })),
    device.db.change('contact', (contact) => ({ ...contact, nextTry: 9 })),
  ])
  expect(skew).not.toBe(0)
  expect(await device.db.get('contact')).toMatchObject({ skew: 1, failures: 7, nextTry: 9 })
})

test.each([3 * SECOND, -3 * SECOND, 10 * HOUR, -10 * HOUR, 3 * DAY, -3 * DAY])(
  'a clock that jumps by %i ms keeps no decision held and loses no undo',
  async (jump) => {
    await world.write(put('projects', aBareProject({ id: projectId, createdById: 5 })))
    const cora = await world.device(cast.cora)
    await cora.settle()
    const approve = async () => {
      const input = (newId: () => number) => ({ id: projectId, approvalId: newId() })
      const performed = await cora.perform(approveProject, input, { hold: cora.hold })
      return must(performed.refusal ? null : performed.call)
    }
    const undone = await approve()
    cora.ahead = jump
    await cora.round()
    await cora.round()
    expect(await cora.withdraw(undone.id)).toMatchObject({ id: undone.id })

    await approve()
    done(await comment(cora, 'Behind it'))
    cora.ahead = -jump
    await cora.round()
    expect([await world.diary(), await cora.outbox()]).toMatchObject([[], [{ held: true }, { held: false }]])
    cora.letGo()
    await cora.round()
    expect((await world.diary()).map((call) => call.name)).toEqual(['approveProject', 'addComment'])
  },
)

test('a hold ends with the page that held it, and what it held goes up with the first round after', async () => {
  await world.write(put('projects', aBareProject({ id: projectId, createdById: 5 })))
  const cora = await world.device(cast.cora)
  await cora.settle()
  done(await cora.perform(approveProject, (newId) => ({ id: projectId, approvalId: newId() }), { hold: cora.hold }))
  await cora.restart()
  await cora.round()
  expect((await world.diary()).map((call) => call.name)).toEqual(['approveProject'])
})

const someTaskings = (length: number, description = 'One of many') =>
  Array.from({ length }, (_, n) => put('projects', aBareProject({ id: projectId + n, description })))
const aHundred = (description: string) => someTaskings(100, description)
/** A link on which pages stay as large as the first. */
const steady: Wire = (deliver) => {
  world.clock.now += 12 * SECOND
  return deliver()
}

test('a clock that jumps while a page is on its way says nothing about the link: the next is as large as it would be', async () => {
  const asked: number[] = []
  const device = await world.device(cast.ana)
  device.wire = (deliver, { limit }) => {
    asked.push(limit)
    world.clock.now += 12 * SECOND
    device.ahead = must([3 * DAY, -3 * DAY, 0][asked.length % 3])
    return deliver()
  }
  for (let n = 0; n < 5; n++) {
    await world.write(...aHundred(`Number ${n}`))
    await device.round()
  }
  expect(new Set(asked)).toEqual(new Set([100]))
})

/** Makes a call that this server's wire does not take, as one of another version of the app would be. */
async function spoil(device: TestDevice, text: string): Promise<string> {
  const call = must((await device.outbox()).find(({ input }) => (input as { comment: string }).comment === text))
  await device.db.outbox.update(call.seq, { name: 'n'.repeat(61) })
  return call.id
}

test('a call that the wire does not take goes to the person with its input and the sentence; all others are judged, once', async () => {
  const device = await ready()
  for (const text of ['one', 'two', 'bad', 'three', 'four']) done(await comment(device, text))
  const bad = await spoil(device, 'bad')
  for (let n = 0; n < 20 && (await device.outbox()).length > 0; n++) await device.round()

  expect(await device.outbox()).toEqual([])
  expect(await device.attention()).toMatchObject([
    {
      key: bad,
      call: { input: { comment: 'bad' } },
      refusal: { refused: 'invalid', message: 'Please enter at most 60 characters' },
    },
  ])
  expect((await world.diary()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect((await world.rows('comments')).map((row) => row.comment).sort()).toEqual(['four', 'one', 'three', 'two'])
  expect(await differences(world, device)).toEqual([])

  done(await comment(device, 'five'))
  expect(await device.round()).toMatchObject({ kind: 'done', outcomes: [{ seq: 5, verdict: 'applied' }] })
})

test('two calls that the wire does not take, the first and the last, stop nobody', async () => {
  const device = await ready()
  for (const text of ['bad', 'one', 'worse']) done(await comment(device, text))
  await spoil(device, 'bad')
  await spoil(device, 'worse')
  for (let n = 0; n < 30 && (await device.outbox()).length > 0; n++) await device.round()
  expect(await device.attention()).toHaveLength(2)
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['one'])
  expect(await differences(world, device)).toEqual([])
})

test('a server that takes no round at all is out of reach: nothing leaves the queue, and it all goes when it is back', async () => {
  const device = await ready()
  for (const text of ['one', 'two']) done(await comment(device, text))
  for (const status of [400, 403, 404, 413, 415, 422]) {
    device.wire = () => Promise.resolve(Response.json({ code: 'NO', message: 'Not here' }, { status }))
    for (let n = 0; n < 5; n++) expect(await device.round()).toMatchObject({ kind: 'problem', problem: 'unreachable' })
  }
  expect(await device.attention()).toEqual([])
  device.wire = (deliver) => deliver()
  await device.settle()
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['one', 'two'])
})

const page = (status: number) =>
  Promise.resolve(new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html' } }))

test('a call that a proxy before the server does not let through goes to the person, and all others to the server', async () => {
  const device = await ready()
  for (const text of ['one', 'too large for the proxy', 'two']) done(await comment(device, text))
  device.wire = (deliver, { calls }) => (JSON.stringify(calls).includes('too large') ? page(413) : deliver())
  for (let n = 0; n < 20 && (await device.outbox()).length > 0; n++) await device.round()
  expect(await device.outbox()).toEqual([])
  expect(await device.attention()).toMatchObject([
    {
      call: { input: { comment: 'too large for the proxy' } },
      refusal: { message: expect.stringMatching(/does not let this through \(413\)/) as string },
    },
  ])
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['one', 'two'])
  expect(await differences(world, device)).toEqual([])
})

test('the page of a portal takes nothing out of the queue, and afterwards all of it goes at once', async () => {
  const device = await ready()
  for (const text of ['one', 'two']) done(await comment(device, text))
  device.wire = () => page(403)
  for (let n = 0; n < 3; n++) {
    expect(await device.round()).toMatchObject({ kind: 'problem', problem: 'unreachable' })
    device.reachable = false
  }
  device.reachable = true
  device.wire = (deliver) => deliver()
  expect(await device.round()).toMatchObject({ kind: 'done', outcomes: [{}, {}] })
  expect(await device.attention()).toEqual([])
})

test('a call that was judged while its answer was lost is not set aside, though the wire takes it no more', async () => {
  const device = await ready()
  for (const text of ['judged', 'after it']) done(await comment(device, text))
  device.wire = async (deliver) => {
    await deliver()
    throw new TypeError('the connection died before the answer')
  }
  await device.round()
  await spoil(device, 'judged')
  device.wire = (deliver) => deliver()
  for (let n = 0; n < 20 && (await device.outbox()).length > 0; n++) await device.round()
  expect(await device.attention()).toEqual([])
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['judged', 'after it'])
  expect(await differences(world, device)).toEqual([])
})

test('an empty answer to calls is none of our server’s: they wait, and nobody is told that they could go', async () => {
  const device = await ready()
  done(await comment(device, 'waits'))
  device.wire = () => Promise.resolve(new Response(null, { status: 204 }))
  expect(await device.round()).toMatchObject({ kind: 'problem', problem: 'unreachable' })
  device.wire = (deliver) => deliver()
  await device.settle()
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['waits'])
})

test.each([
  ['its answer was lost', () => Promise.reject(new TypeError('the connection died before the answer'))],
  ['its page was killed', () => new Promise<never>(() => undefined)],
])(
  'a call that went alone and was judged while %s is not set aside either',
  async (_, end: () => Promise<Response>) => {
    const device = await ready()
    for (const text of ['judged', 'after it']) done(await comment(device, text))
    const refuse: Wire = (deliver, { calls }) => (calls.length > 0 ? page(413) : deliver())
    device.wire = refuse
    for (let n = 0; n < 4; n++) await device.round()
    device.wire = async (deliver) => {
      await deliver()
      return end()
    }
    void device.round()
    await expect.poll(() => world.rows('comments')).toHaveLength(1)
    device.wire = refuse
    for (let n = 0; n < 2; n++) await device.round()
    device.wire = (deliver) => deliver()
    await device.settle()
    expect(await device.attention()).toEqual([])
    expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['judged', 'after it'])
    expect(await differences(world, device)).toEqual([])
  },
)

/** 2G: 50 kbit/s down and 800 ms each way, with rows that take 110 bytes each. */
const on2g: Wire = (deliver, { limit }) => {
  world.clock.now += 1_600 + limit * 17.6
  return deliver()
}

test('on 2G pages grow until they take about twelve seconds, and not beyond', async () => {
  await world.write(...someTaskings(2_000))
  const pages: { limit: number; ms: number }[] = []
  const device = await world.device(cast.ana, {
    wire: async (deliver, request) => {
      const before = world.clock.now
      const answer = await on2g(deliver, request)
      pages.push({ limit: request.limit, ms: world.clock.now - before })
      return answer
    },
  })
  await device.settle()
  expect(pages[0]?.limit).toBe(100)
  expect(pages.length).toBeLessThanOrEqual(7)
  expect(Math.max(...pages.map(({ ms }) => ms))).toBeLessThan(16 * SECOND)
})

test('the next page is asked for while one is applied, and none of them twice', async () => {
  await world.write(...someTaskings(600))
  const device = await world.device(cast.ana)
  const asked: (string | null)[] = []
  let seenMeanwhile: PromiseLike<number> | undefined
  device.wire = async (deliver, request) => {
    asked.push(request.cursor)
    const answer = await steady(deliver, request)
    // Nothing can be applied as long as this goes on.
    seenMeanwhile ??= device.db.transaction('rw', 'projects', async () => {
      for (let n = 0; n < 3_000 && asked.length < 2; n++) await device.db.table('projects').get(0)
      return asked.length
    })
    return answer
  }
  await device.settle()
  expect(await seenMeanwhile).toBe(2)
  expect(asked.length).toBeGreaterThan(5)
  expect(new Set(asked).size).toBe(asked.length)
  expect(await differences(world, device)).toEqual([])
})

test('a page that was asked for ahead is dropped where the page before it was not applied', async () => {
  await world.write(...someTaskings(600))
  const device = await world.device(cast.ana)
  let isMoved = false
  device.wire = async (deliver, request) => {
    const answer = await steady(deliver, request)
    // Somebody else has moved the device on while this page was on its way.
    if (request.cursor?.includes('.open.') && !isMoved) {
      isMoved = true
      await forgetCopies(device.db)
    }
    return answer
  }
  expect(await device.round()).toMatchObject({ kind: 'done', more: true })
  expect([isMoved, await device.rows('projects')]).toEqual([true, []])
  await device.settle()
  expect(await differences(world, device)).toEqual([])
})

test('work that waits ends the row of pages, so that it goes up with the next request', async () => {
  await world.write(...someTaskings(600))
  const device = await world.device(cast.ana)
  const carried: number[] = []
  device.wire = async (deliver, { calls }) => {
    carried.push(calls.length)
    const answer = await deliver()
    if (carried.length === 2) done(await comment(device, 'In the middle of a first sync'))
    return answer
  }
  await device.settle()
  expect(carried.slice(0, 3)).toEqual([0, 0, 1])
  expect(await differences(world, device)).toEqual([])
})

test('an answer that was not full says nothing about how much the link takes', async () => {
  const asked: number[] = []
  const device = await ready()
  device.wire = (deliver, { limit }) => {
    asked.push(limit)
    world.clock.now += 2 * SECOND
    return deliver()
  }
  for (let n = 0; n < 4; n++) {
    done(await comment(device, `Number ${n}`))
    await device.round()
  }
  expect(new Set(asked)).toEqual(new Set([asked[0]]))
  await world.write(...aHundred('All at once'), ...aHundred('And again'))
  await device.settle()
  await world.write(...aHundred('Once more'))
  await device.round()
  expect(asked.at(-1)).toBeGreaterThan(asked[0] ?? 0)
})

test('a page that ran into the time limit is asked for smaller, until it comes through', async () => {
  const asked: number[] = []
  const device = await world.device(cast.ana, {
    wire: async (deliver, { limit }) => {
      asked.push(limit)
      if (limit <= 30) return deliver()
      world.clock.now += 60 * SECOND
      throw new DOMException('The operation timed out.', 'TimeoutError')
    },
  })
  await device.round()
  await device.round()
  expect(asked.slice(0, 2)).toEqual([100, 25])
  await device.settle()
  expect(await differences(world, device)).toEqual([])
})

test('a cut in the first second says nothing about the size of a page', async () => {
  const asked: number[] = []
  const device = await world.device(cast.ana, {
    wire: (_, { limit }) => {
      asked.push(limit)
      return Promise.reject(new TypeError('no connection'))
    },
  })
  await device.round()
  await device.round()
  expect(asked).toEqual([100, 100])
})

test('logging out and keeping what waits does not hide that the server was renewed: it gets again what it has forgotten', async () => {
  const device = await ready()
  done(await comment(device, 'Acknowledged, and not in the backup'))
  await device.settle()
  done(await comment(device, 'Kept at logging out'))
  await forgetCopies(device.db)

  // As after a restore: the numbers granted since the backup are set aside for those who come back with that epoch.
  const renewed = await createWorld()
  const { epoch } = await world.store.position()
  const ended = { epoch, ended: renewed.server.now(), devices: 9, reserved: 1_009 }
  Object.assign(renewed.store, { earlier: [{ ...ended, known: new Date(0).toISOString() }] })
  await renewed.write(
    put('projects', aBareProject({ id: projectId, requested: false, createdById: 1 })),
    put('counters', { id: 1, name: 'devices', value: 1_009 }),
  )
  device.wire = (_, request) => renewed.post('/sync', cast.ana.id, request)
  await device.settle()
  expect((await renewed.rows('comments')).map((row) => row.comment)).toEqual([
    'Acknowledged, and not in the backup',
    'Kept at logging out',
  ])
  expect(await differences(renewed, device)).toEqual([])
  await renewed.close()
})

test('logging out and signing in again under the same server keeps number and queue, and fetches everything anew', async () => {
  const device = await ready()
  const { number } = await device.db.get('identity')
  done(await comment(device, 'Kept at logging out'))
  await forgetCopies(device.db)
  await forgetCopies(device.db)
  await device.settle()
  expect(await device.db.get('identity')).toMatchObject({ number, lastSeq: 1 })
  expect(await differences(world, device)).toEqual([])
})

test('what is on its way when somebody logs out is not laid down, the first time and every time', async () => {
  const device = await world.device(cast.ana)
  for (let n = 0; n < 3; n++) {
    let leaving: Promise<void> | undefined
    device.wire = async (deliver) => {
      const answer = await deliver()
      await (leaving ??= device.logOut())
      return answer
    }
    device.isSignedIn = true
    await device.round()
    expect(await device.rows('users')).toEqual([])
  }
  device.isSignedIn = true
  await device.settle()
  expect(await differences(world, device)).toEqual([])
})

test('who logs out while the server is still being probed asks for nothing any more', async () => {
  const device = await ready()
  device.wire = () => Promise.reject(new TypeError('no connection'))
  await device.round()
  let session: string | null = 'alive'
  const asked: unknown[] = []
  const result = await round({
    device: device.db,
    actor: { user: cast.ana, organisation: world.server.organisation },
    token: () => Promise.resolve(session),
    reachable: async () => {
      session = null
      await forgetCopies(device.db)
      return true
    },
    fetch: (url) => Promise.reject(new TypeError(String(asked.push(url)))),
  })
  expect([result, asked]).toMatchObject([{ problem: 'sign-in' }, []])
})
