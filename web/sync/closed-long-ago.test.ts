import { afterEach, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { addComment } from '#shared/commands/comments.ts'
import { earlierTexts, myRequests } from '#shared/queries/requests.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { must } from '#shared/lib/must.ts'
import { aComment } from '#shared/testing/samples.ts'
import { modelMark } from '../data/device.ts'
import { followModel } from '../data/follow-model.ts'
import { isWhole } from '../data/is-whole.ts'
import { askDevice } from '../data/use-query.ts'
import { closed, history } from '../testing/long-closed.ts'
import { exclusively } from './lock.ts'
import { lockOf } from './rounds.ts'
import { cast, createWorld, differences, done, type TestDevice, type Wire, type World } from '../testing/world.ts'

let world: World
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.close()
})

async function deviceOf(user: (typeof cast)['mia'], wire?: Wire): Promise<TestDevice> {
  const device = await world.device(user, wire ? { wire } : {})
  await device.settle()
  return device
}
async function aWorld(): Promise<void> {
  world = await createWorld()
  await world.write(...history)
}

const children = ['comments', 'approvals', 'amendments', 'deliverables', 'deliverableComments', 'files'] as const
/** How many rows of each kind a device holds of a tasking. */
const heldOf = async (device: TestDevice, id: number) => {
  const counts = await Promise.all(
    children.map(async (table) => (await device.rows(table)).filter((row) => Object.values(row).includes(id)).length),
  )
  return counts.join('')
}
const knowsWhole = async (device: TestDevice, id: number) =>
  isWhole(must(await device.row('projects', id)), await device.db.get('closed'))
const ask = (device: TestDevice) => ({ device: device.db, user: device.user, organisation: world.server.organisation })

test('of a tasking closed long ago a device has the row, of one closed lately everything; opening it brings the rest, which follows the news', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  expect(await Promise.all([closed.old, closed.sibling, closed.recent].map((id) => heldOf(mia, id)))).toEqual([
    '000000',
    '000000',
    '111111',
  ])
  expect((await mia.rows('requests')).map(({ createdById }) => createdById)).toEqual([cast.pete.id])
  expect([await knowsWhole(mia, closed.old), await knowsWhole(mia, closed.recent)]).toEqual([false, true])
  expect(await mia.fetchTasking(closed.old)).toBe('found')
  expect([await heldOf(mia, closed.old), await knowsWhole(mia, closed.old)]).toEqual(['111111', true])
  expect([await heldOf(mia, closed.sibling), await knowsWhole(mia, closed.sibling)]).toEqual(['000000', false])
  const detail = must(await askDevice(ask(mia), projectDetail, { id: closed.old }))
  expect([detail.comments.length, detail.request?.id, detail.revisions.length]).toEqual([1, 900_000_011, 1])
  expect((await askDevice(ask(mia), earlierTexts, { id: 900_000_011 }))?.length).toBe(1)
  const [comment] = (await world.rows('comments')).filter(({ projectId }) => projectId === closed.old)
  await world.write(put('comments', { ...must(comment), comment: 'Said better' }))
  await mia.settle()
  expect((await mia.row('comments', must(comment).id))?.comment).toBe('Said better')
  expect(await differences(world, mia)).toEqual([])
})

test('whoever made the request has it with its texts, and My requests shows what became of it', async () => {
  await aWorld()
  const ana = await deviceOf(cast.ana)
  const [request] = await askDevice(ask(ana), myRequests, {})
  expect([request?.id, request?.standing, request?.taskings.length]).toEqual([900_000_011, 'done', 2])
  expect((await askDevice(ask(ana), earlierTexts, { id: 900_000_011 }))?.length).toBe(1)
  expect(await heldOf(ana, closed.old)).toBe('000000')
  // A file of their own may still be on its way from here.
  const adam = await deviceOf(cast.adam)
  expect(await heldOf(adam, closed.old)).toBe('000001')
  for (const device of [ana, adam]) expect(await differences(world, device)).toEqual([])
})

test('an older server sends everything, and the device takes it for whole', async () => {
  await aWorld()
  const older: Wire = (_, request) => world.post('/sync', cast.mia.id, request)
  const mia = await deviceOf(cast.mia, older)
  expect([await heldOf(mia, closed.old), await knowsWhole(mia, closed.old)]).toEqual(['111111', true])
  expect(await differences(world, mia)).toEqual([])
})

test('what is written at one that is not whole is shown with what is there, goes up, and claims nothing of the rest', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  mia.wire = () => Promise.reject(new TypeError('no wire'))
  done(await mia.perform(addComment, (newId) => ({ id: newId(), projectId: closed.old, comment: 'Seen again' })))
  expect(await mia.fetchTasking(closed.old)).toBe('unreachable')
  expect([await heldOf(mia, closed.old), await knowsWhole(mia, closed.old)]).toEqual(['100000', false])
  mia.wire = (deliver) => deliver()
  expect(await mia.fetchTasking(closed.old)).toBe('found')
  expect(await heldOf(mia, closed.old)).toBe('211111')
  await mia.settle()
  expect([await mia.outbox(), await differences(world, mia)]).toEqual([[], []])
})

test('a round that overtakes the answer is not undone by it', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  const [comment] = (await world.rows('comments')).filter(({ projectId }) => projectId === closed.old)
  mia.wire = async (deliver) => {
    const answer = await deliver()
    mia.wire = (next) => next()
    await world.write(put('comments', { ...must(comment), comment: 'Newer' }))
    await mia.settle()
    return answer
  }
  expect(await mia.fetchTasking(closed.old)).toBe('found')
  expect((await mia.row('comments', must(comment).id))?.comment).toBe('Newer')
  expect(await differences(world, mia)).toEqual([])
})

/** One at a time, in turn. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => Promise<unknown>
      const done = last.then(() => work())
      last = done.catch(() => undefined)
      return done
    },
  }
}

test('where every answer is overtaken by a round, the last is asked for with no round beside it', async () => {
  vi.stubGlobal('navigator', { locks: turns() })
  await aWorld()
  const mia = await deviceOf(cast.mia)
  const [comment] = (await world.rows('comments')).filter(({ projectId }) => projectId === closed.old)
  const rounds: Promise<unknown>[] = []
  let asked = 0
  const busy: Wire = async (deliver, request) => {
    const answer = await deliver()
    if ('cursor' in request) return answer
    await world.write(put('comments', { ...must(comment), comment: `Newer ${++asked}` }))
    const round = exclusively(lockOf(cast.mia.id), () => mia.round())
    rounds.push(round)
    await Promise.race([round, new Promise((resolve) => setTimeout(resolve, 200))])
    return answer
  }
  mia.wire = busy
  expect(await mia.fetchTasking(closed.old)).toBe('found')
  await Promise.all(rounds)
  expect((await mia.row('comments', must(comment).id))?.comment).toBe(`Newer ${asked}`)
  expect(await differences(world, mia)).toEqual([])
})

test('an answer that comes after somebody has logged out lays nothing down', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  mia.wire = async (deliver) => {
    const answer = await deliver()
    await mia.logOut()
    return answer
  }
  expect(await mia.fetchTasking(closed.old)).toBe('unreachable')
  expect([await mia.rows('projects'), await mia.rows('comments')]).toEqual([[], []])
  expect(await mia.db.get('closed')).toEqual({ before: '', whole: [] })
})

/** As after an update whose rows are other ones: everything is sent once more. */
async function reset(device: TestDevice): Promise<void> {
  await device.db.change('model', (model) => ({ ...model, mark: `before ${modelMark}` }))
  await followModel(device.db)
}

test('a reset takes what was fetched before it, and leaves what is fetched while it runs; a kill in between changes nothing', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  await mia.fetchTasking(closed.old)
  await reset(mia)
  // Its player dies with the second page on the wire.
  let asked = 0
  mia.wire = (deliver) => (++asked > 1 ? Promise.reject(new TypeError('the wire broke')) : deliver())
  await mia.round()
  await mia.restart()
  mia.wire = (deliver) => deliver()
  expect([asked, (await mia.db.get('position')).sweeping, await knowsWhole(mia, closed.old)]).toEqual([2, true, false])
  expect(await mia.fetchTasking(closed.sibling)).toBe('found')
  await mia.settle()
  expect((await mia.db.get('position')).sweeping).toBe(false)
  expect([await heldOf(mia, closed.old), await knowsWhole(mia, closed.old)]).toEqual(['000000', false])
  expect([await heldOf(mia, closed.sibling), await knowsWhole(mia, closed.sibling)]).toEqual(['111111', true])
  expect(await differences(world, mia)).toEqual([])
})

test('a device keeps since when closed ones have come, for as long as the server says so', async () => {
  await aWorld()
  const saying =
    (since?: string): Wire =>
    async (deliver) => {
      const answer = await deliver()
      if (answer.status !== 200) return answer
      return Response.json({ ...((await answer.json()) as object), since }, { headers: answer.headers })
    }
  const mia = await deviceOf(cast.mia, saying('2026-01-28'))
  expect(await mia.db.get('closed')).toMatchObject({ since: '2026-01-28' })
  await mia.fetchTasking(closed.old)
  mia.wire = (deliver) => deliver()
  await world.write(put('comments', aComment({ id: 42_000_098, projectId: closed.recent })))
  await mia.settle()
  expect(await mia.db.get('closed')).toMatchObject({ since: '2026-01-28', whole: [closed.old] })
  await reset(mia)
  await mia.settle()
  expect((await mia.db.get('closed')).since).toBeUndefined()
})

test('one that is closed while it is here keeps what is here', async () => {
  await aWorld()
  const mia = await deviceOf(cast.mia)
  await world.write(put('comments', aComment({ id: 42_000_099, projectId: closed.recent })))
  world.clock.now += 60 * 24 * 3_600_000
  await mia.settle()
  expect([await heldOf(mia, closed.recent), await knowsWhole(mia, closed.recent)]).toEqual(['211111', true])
  const later = await deviceOf(cast.cora)
  expect(await heldOf(later, closed.recent)).toBe('000000')
  for (const device of [mia, later]) expect(await differences(world, device)).toEqual([])
})
