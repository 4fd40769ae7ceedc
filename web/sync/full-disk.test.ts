import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { useDisk } from '../data/disk.ts'
import { cast, createWorld, differences, done, type TestDevice, type World } from '../testing/world.ts'
import { workTables } from './perform.ts'

const id = 40_000_001
let world: World
let ana: TestDevice

beforeEach(async () => {
  useDisk.setState({ trouble: null, openings: 0 })
  world = await createWorld()
  await world.write(put('projects', aBareProject({ requested: false, createdById: 1 })))
  ana = await world.device(cast.ana)
  await ana.settle()
})
afterEach(async () => {
  vi.restoreAllMocks()
  ana.bad.makeRoom()
  ana.close()
  await world.close()
})

const say = (comment: string) => ana.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment }))

/** All of what a command may touch, but for the trace of looking whether there is room. */
async function everything(): Promise<unknown[]> {
  const tables = await Promise.all(workTables.map((table) => ana.db.table<{ key?: string }>(table).toArray()))
  return tables.map((rows) => rows.filter((row) => row.key !== 'probe'))
}

/** A comment writes its original, its row, its call and the counters: four rows, and the disk may be full before each. */
test.each([0, 1, 2, 3])(
  'a disk with room for %i rows more keeps nothing of a call, and hands its words back',
  async (rows) => {
    const before = await everything()
    // The second try finds no more room than the first.
    const real = ana.db.open.bind(ana.db)
    vi.spyOn(ana.db, 'open').mockImplementation(() => {
      ana.bad.fillAfter(rows)
      return real()
    })
    ana.bad.fillAfter(rows)
    const performed = await say('Typed on a full disk')
    expect(performed).toMatchObject({
      refusal: { refused: 'failed', message: expect.stringMatching(/^This device is full. Not saved yet./) as string },
      notKept: { input: { projectId: id, comment: 'Typed on a full disk' } },
    })
    expect(useDisk.getState().trouble).toBe('full')
    expect(await everything()).toEqual(before)

    ana.bad.makeRoom()
    done(await say('Typed on a full disk'))
    expect(useDisk.getState().trouble).toBeNull()
    await ana.settle()
    expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['Typed on a full disk'])
    expect(await differences(world, ana)).toEqual([])
  },
)

test('a database that was closed in the middle of a call is opened again, and the call is made once', async () => {
  const real = ana.db.outbox.add.bind(ana.db.outbox)
  vi.spyOn(ana.db.outbox, 'add').mockImplementationOnce((...args) => {
    ana.bad.closeConnections()
    return real(...args)
  })
  done(await say('Through a dead database'))
  expect(await ana.outbox()).toHaveLength(1)
  await ana.settle()
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['Through a dead database'])
})

test('a call that reached the disk although its write failed is not made twice', async () => {
  const real = ana.db.transaction.bind(ana.db) as (...args: unknown[]) => Promise<unknown>
  vi.spyOn(ana.db, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
    await real(...args)
    throw new DOMException('Connection is closing.', 'UnknownError')
  }) as never)
  const performed = await say('Written, and not known to be')
  expect(performed.refusal).toBeNull()
  expect(await ana.outbox()).toHaveLength(1)
  await ana.settle()
  expect(await world.rows('comments')).toHaveLength(1)
})

test('a round that finds the disk full loses nothing, and the next one brings it all', async () => {
  done(await say('Sent, and the answer had no room'))
  ana.bad.fillAfter(2)
  await expect(ana.round()).rejects.toThrow()
  ana.bad.makeRoom()
  expect(await ana.outbox()).toHaveLength(1)
  await ana.settle()
  expect(await world.rows('comments')).toHaveLength(1)
  expect(await differences(world, ana)).toEqual([])
})

test('a queue with a gap that nobody can fill goes on under one new number, with the ids it made', async () => {
  const { number } = await ana.db.get('identity')
  for (const comment of ['The lost one', 'The second', 'The third']) done(await say(comment))
  await ana.db.outbox.delete(1)
  await ana.settle()
  expect((await ana.db.get('identity')).number).toBe(number + 1)
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['The second', 'The third'])
  expect(await ana.attention()).toEqual([])
  expect(await differences(world, ana)).toEqual([])
})

test('while another number is asked for, and that request is lost, work is kept and goes along', async () => {
  const { number } = await ana.db.get('identity')
  for (const comment of ['The lost one', 'The second']) done(await say(comment))
  await ana.db.outbox.delete(1)
  ana.wire = () => Promise.reject(new TypeError('no connection'))
  await ana.round()
  done(await say('Typed meanwhile'))
  ana.wire = (deliver) => deliver()
  await ana.settle()
  expect((await ana.db.get('identity')).number).toBe(number + 1)
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual(['The second', 'Typed meanwhile'])
  expect(await differences(world, ana)).toEqual([])
})

test('who finds calls under its number that it has not made goes on after them, with ids of its own', async () => {
  done(await say('Of both'))
  await ana.settle()
  const { number, counter, lastSeq } = await ana.db.get('identity')
  done(await say('Of the one that is gone'))
  await ana.settle()
  // As it was before: what was put back from a picture that is older than the last call.
  await ana.db.set('identity', { number, counter, lastSeq })
  await ana.db.set('position', { ...(await ana.db.get('position')), judged: lastSeq })
  await ana.db.judged.clear()
  await ana.settle()
  done(await say('Made after that'))
  await ana.settle()
  expect((await world.rows('comments')).map((row) => row.comment)).toEqual([
    'Of both',
    'Of the one that is gone',
    'Made after that',
  ])
  expect(must((await world.diary()).at(-1))).toMatchObject({ device: number, seq: lastSeq + 2, verdict: 'applied' })
})
