import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { addComment } from '#shared/commands/comments.ts'
import { must } from '#shared/lib/must.ts'
import { aComment, aFile, aProjectIn, aRequest } from '#shared/testing/samples.ts'
import { isWhole } from '../data/is-whole.ts'
import { noteViewed } from '../data/note-viewed.ts'
import { createCaches } from '../testing/caches.ts'
import { closed, history } from '../testing/long-closed.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../testing/world.ts'
import { pinnedOf } from './forget.ts'

const DAY = 86_400_000
/** Closed a year before, and so never kept; it has a comment and a request of its own. */
const ancient = 900_000_050
const others = [
  put('requests', aRequest({ id: 900_000_051, createdById: cast.ana.id })),
  put(
    'projects',
    aProjectIn('completed', { id: ancient, requestId: 900_000_051, completedDate: '2025-03-01T09:00:00.000Z' }),
  ),
  put('comments', aComment({ id: 900_000_052, projectId: ancient })),
]

let world: World
let mia: TestDevice
beforeEach(async () => {
  vi.stubGlobal('caches', createCaches())
  world = await createWorld()
  await world.write(...history, ...others)
  mia = await world.device(cast.mia)
  await mia.settle()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.close()
})

/** A round after so many days, and what a page does once a day after it. */
async function after(days: number, device = mia): Promise<void> {
  world.clock.now += days * DAY
  await device.settle()
  await device.tidy()
}
const here = async (device = mia) => (await device.rows('projects')).map(({ id }) => id)
/** Whatever belongs to a tasking or its request. */
const restOf = async (id: number, requestId: number) => {
  const tables = ['comments', 'approvals', 'amendments', 'deliverables', 'deliverableComments', 'files'] as const
  const rows = await Promise.all([...tables, 'revisions' as const].map((table) => mia.rows(table)))
  return [
    ...rows.flat().filter((row) => Object.values(row).some((value) => value === id || value === requestId)),
    ...(await mia.rows('requests')).filter((row) => row.id === requestId),
  ]
}
const isWholeHere = async (id: number) => isWhole(must(await mia.row('projects', id)), await mia.db.get('closed'))

test('a tasking that leaves the window goes with all that belongs to it, its request with the last of its taskings', async () => {
  await after(1)
  await after(100)
  expect((await here()).sort()).toEqual(Object.values(closed))
  // 180 days after the 15th of January.
  await after(26)
  expect(await mia.fetchTasking(closed.old)).toBe('found')
  await after(29)
  expect((await here()).sort()).toEqual([closed.old, closed.recent])
  expect((await mia.rows('requests')).map(({ id }) => id).sort()).toEqual([900_000_011, 900_000_012])
  await after(91)
  expect(await here()).toEqual([])
  expect(await restOf(closed.old, 900_000_011)).toEqual([])
  expect(await restOf(closed.recent, 900_000_012)).toEqual([])
})

test('one that was opened stays for ninety days after the last look, whole, and rounds do not bring it again', async () => {
  await after(1)
  expect(await mia.fetchTasking(ancient)).toBe('found')
  await after(80)
  expect([await here(), await isWholeHere(ancient)]).toEqual([expect.arrayContaining([ancient]), true])
  await noteViewed(mia.db, ancient, world.clock.now)
  await after(90)
  expect([await here(), await isWholeHere(ancient)]).toEqual([expect.arrayContaining([ancient]), true])
  expect((await restOf(ancient, 900_000_051)).length).toBe(2)
  await after(1)
  await mia.settle()
  expect([(await here()).includes(ancient), await restOf(ancient, 900_000_051)]).toEqual([false, []])
  // A row that comes as news comes alone, and is not taken for all of it.
  const [row] = (await world.rows('projects')).filter(({ id }) => id === ancient)
  await world.write(put('projects', must(row)))
  await mia.settle()
  expect([(await here()).includes(ancient), await isWholeHere(ancient)]).toEqual([true, false])
})

test('where looks were never noted, what is here counts as looked at that day', async () => {
  expect(await mia.fetchTasking(ancient)).toBe('found')
  await mia.db.meta.delete('viewed')
  await after(1)
  await after(90)
  expect(await here()).toContain(ancient)
  await after(1)
  expect(await here()).not.toContain(ancient)
})

test.each([3, 3_650, -3_650])(
  'a clock that is %i days off takes nothing away, and brings no stay of years',
  async (days) => {
    await after(1)
    expect(await mia.fetchTasking(ancient)).toBe('found')
    mia.ahead = days * DAY
    // Before any answer has told by how much.
    await noteViewed(mia.db, ancient, world.clock.now + days * DAY)
    await after(1)
    expect((await here()).sort()).toEqual([...Object.values(closed), ancient])
    await after(88)
    expect(await here()).toContain(ancient)
    await after(3)
    expect(await here()).not.toContain(ancient)
  },
)

test('what is unsent, refused, half typed or kept for reading keeps its tasking', async () => {
  await after(1)
  const kinds = ['outbox', 'attention', 'forms', 'uploads', 'pinned'] as const
  for (const kind of kinds) {
    expect(await mia.fetchTasking(ancient)).toBe('found')
    const comment = (newId: () => number) => ({ id: newId(), projectId: ancient, comment: 'Seen again' })
    const pinned = await caches.open(pinnedOf(mia.db.name))
    if (kind === 'outbox') {
      world.clock.now += 100 * DAY
      await mia.round()
      done(await mia.perform(addComment, comment))
      await mia.tidy()
      await mia.settle()
    } else {
      if (kind === 'attention')
        await mia.db.attention.add({
          ...{ key: 'a', refusal: null, conflicts: [], received: '' },
          call: {
            seq: 1,
            id: 'a',
            name: 'addComment',
            input: { projectId: ancient },
            at: '',
            firstSent: 0,
            attempts: 0,
          },
        })
      if (kind === 'forms') await mia.db.forms.add({ key: `comment:${ancient}`, values: {}, saved: '' })
      if (kind === 'uploads') await mia.db.uploads.add({ id: 'u', projectId: ancient } as never)
      if (kind === 'pinned') await pinned.put('/pinned/7', new Response('', { headers: { 'x-place': `${ancient} 0` } }))
      await after(100)
    }
    expect([kind, await here()]).toEqual([kind, expect.arrayContaining([ancient])])
    for (const table of ['attention', 'forms', 'uploads'] as const) await mia.db.table(table).clear()
    await pinned.delete('/pinned/7')
    await after(1)
    expect([kind, await here()]).toEqual([kind, expect.not.arrayContaining([ancient])])
  }
})

test('nothing goes before the first sync is complete, nor twice on a day; logging out takes the looks', async () => {
  await after(1)
  expect(await mia.fetchTasking(ancient)).toBe('found')
  world.clock.now += 100 * DAY
  await mia.settle()
  await mia.db.change('position', (position) => ({ ...position, ready: false }))
  await mia.tidy()
  expect(await here()).toContain(ancient)
  await mia.db.change('position', (position) => ({ ...position, ready: true }))
  await mia.tidy()
  expect(await here()).not.toContain(ancient)
  expect(await mia.fetchTasking(closed.recent)).toBe('found')
  await mia.db.set('viewed', { ...must(await mia.db.get('viewed')), on: {} })
  await mia.tidy()
  expect(await here()).toContain(closed.recent)
  await mia.logOut()
  expect(await mia.db.get('viewed')).toBeUndefined()
})

test('a file of its request stays while another of its taskings does', async () => {
  await world.write(put('files', aFile({ id: 900_000_060, projectId: 0, requestId: 900_000_011 })))
  await mia.settle()
  await mia.fetchTasking(closed.old)
  await after(100)
  await noteViewed(mia.db, closed.old, world.clock.now)
  // 180 days after the 20th of January.
  await after(33)
  expect((await here()).sort()).toEqual([closed.old, closed.recent])
  expect((await mia.rows('files')).map(({ id }) => id)).toContain(900_000_060)
  await after(60)
  expect(await here()).not.toContain(closed.old)
  expect((await mia.rows('files')).map(({ id }) => id)).not.toContain(900_000_060)
})
