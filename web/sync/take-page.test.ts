import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { approveProject, editProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { aBareProject, aComment } from '#shared/testing/samples.ts'
import { cast, createWorld, differences, done, type TestDevice, type World } from '../testing/world.ts'

const projectId = 40_000_001
let world: World
let cora: TestDevice
let ana: TestDevice
let end = () => {}
/** Requests of each, from when it was last looked. */
let asked: { cora: number; ana: number }
beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: projectId, createdById: 1 })))
  cora = await world.device(cast.cora)
  ana = await world.device(cast.ana)
  await cora.settle()
  await ana.settle()
  asked = { cora: 0, ana: 0 }
  cora.wire = (deliver) => (asked.cora++, deliver())
  ana.wire = (deliver) => (asked.ana++, deliver())
})
afterEach(async () => {
  end()
  cora.close()
  ana.close()
  await world.close()
})

const comment = (device: TestDevice, text: string) =>
  device.perform(addComment, (newId) => ({ id: newId(), projectId, comment: text })).then(done)
const write = (n: number) => world.write(put('comments', aComment({ id: 40_100_000 + n, projectId })))
const pageFor = async (device: TestDevice) => must(await world.pageFor(device))
const cursorOf = async (device: TestDevice) => (await device.db.get('position')).cursor

test('a change on another screen is one request of who made it, and none of who sees it', async () => {
  const [endCora, endAna] = [await cora.listen(), await ana.listen()]
  end = () => (endCora(), endAna())
  for (const text of ['One', 'Two', 'Three']) {
    await comment(cora, text)
    await cora.round()
    await expect
      .poll(async () => (await ana.rows('comments')).map((row) => row.comment), { timeout: 3_000 })
      .toContain(text)
  }
  expect(asked).toEqual({ cora: 3, ana: 0 })
  expect(await differences(world, ana)).toEqual([])
  // And back.
  await comment(ana, 'Four')
  await ana.round()
  await expect.poll(async () => (await cora.rows('comments')).length, { timeout: 3_000 }).toBe(4)
  expect(asked).toEqual({ cora: 3, ana: 1 })
})

test('a page is applied once, and only where it begins', async () => {
  await write(1)
  const first = await pageFor(ana)
  expect(await ana.takePage(first)).toBe(true)
  expect(await cursorOf(ana)).toBe(first.cursor)
  expect(await ana.takePage(first)).toBe(false)
  await write(2)
  const second = await pageFor(ana)
  // A round was quicker.
  await ana.settle()
  await write(3)
  await world.write(put('projects', aBareProject({ id: projectId, description: 'Newer' })))
  await ana.settle()
  const stands = await cursorOf(ana)
  expect(await ana.takePage(second)).toBe(false)
  // One that comes before the page it follows on.
  await write(4)
  const third = await pageFor(ana)
  await ana.settle()
  await write(5)
  const fourth = await pageFor(ana)
  await ana.db.change('position', (position) => ({ ...position, cursor: stands }))
  expect(await ana.takePage(fourth)).toBe(false)
  expect(await cursorOf(ana)).toBe(stands)
  expect(await ana.takePage(third)).toBe(true)
  expect(await ana.takePage(fourth)).toBe(true)
  expect(await differences(world, ana)).toEqual([])
})

test('while a verdict is waited for, a page is left to the round that brings it', async () => {
  await comment(ana, 'Whose answer is lost')
  ana.wire = async (deliver) => {
    await deliver()
    throw new TypeError('lost')
  }
  await ana.round()
  await write(1)
  expect(await ana.takePage(await pageFor(ana))).toBe(false)
  ana.wire = (deliver) => deliver()
  await ana.settle()
  expect(await differences(world, ana)).toEqual([])
  expect((await ana.rows('comments')).length).toBe(2)
})

test('what waits here stays painted, and is painted anew over what the page brings', async () => {
  await ana.perform(editProject, () => ({ id: projectId, fields: { description: { from: '', to: 'Mine' } } }))
  await cora.perform(approveProject, (newId) => ({ id: projectId, approvalId: newId() }))
  await comment(ana, 'Waits')
  const queued = await ana.outbox()
  await cora.settle()
  expect(await ana.takePage(await pageFor(ana))).toBe(true)
  expect(await ana.outbox()).toEqual(queued)
  expect(await ana.rows('approvals')).toEqual(await cora.rows('approvals'))
  expect((await ana.rows('comments')).map((row) => row.comment)).toEqual(['Waits'])
  await ana.settle()
  expect(await differences(world, ana)).toEqual([])
})

test('a page does not undo what a round on its way has settled', async () => {
  await comment(ana, 'Settled')
  await write(1)
  const page = await pageFor(ana)
  ana.wire = async (deliver) => {
    const answer = await deliver()
    expect(await ana.takePage(page)).toBe(false)
    return answer
  }
  await ana.round()
  await ana.settle()
  expect([(await ana.outbox()).length, await ana.attention()]).toEqual([0, []])
  expect(await differences(world, ana)).toEqual([])
})
