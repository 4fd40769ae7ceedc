import { afterEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery } from '#shared/kernel/query.ts'
import { must } from '#shared/lib/must.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { announceFile, removeFile } from '#shared/commands/file-facts.ts'
import { addFile } from '#shared/commands/files.ts'
import { completeRequest, discardRequest } from '#shared/commands/requests.ts'
import { aDraft, aBareProject } from '#shared/testing/samples.ts'
import { execute } from '#server/execute/execute.ts'
import { readForQuery } from '../data/read-page.ts'
import { stopInTheMiddle, type Late } from '../testing/stop-in-the-middle.ts'
import { cast, createWorld, differences, done, type World } from '../testing/world.ts'

const PROJECT = 40_000_001
const REQUEST = 40_000_010
let world: World
afterEach(() => world.close())

let calls = 0
/** What a route does once it has the bytes. */
const call = (name: string, input: object, userId: number = cast.ana.id) =>
  execute(world.server, {
    userId,
    device: 0,
    seq: null,
    callId: `files-test-${++calls}`.padEnd(16, '-'),
    name,
    input,
    at: world.server.now(),
  })
const file = { name: 'agenda.pdf', size: 12_000, hash: 'ab'.repeat(32) }

test('a file that is attached or removed over REST reaches every device', async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: PROJECT })))
  const device = await world.device(cast.mia)
  await device.settle()
  await call(addFile.name, { id: 1_000_001, projectId: PROJECT, requestId: 0, ...file })
  await device.settle()
  expect(await device.rows('files')).toMatchObject([{ id: 1_000_001, active: true, stored: true, size: 12_000 }])
  await call(removeFile.name, { id: 1_000_001 })
  await device.settle()
  expect(await device.rows('files')).toMatchObject([{ active: false, removedDate: world.server.now() }])
  expect(await differences(world, device)).toEqual([])
})

test('a file that is removed out of a queue is gone here at once, and there when it arrives; taken back, it has never been', async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: PROJECT })))
  const [away, other] = [await world.device(cast.ana), await world.device(cast.mia)]
  for (const id of [1_000_001, 1_000_002]) await call(addFile.name, { id, projectId: PROJECT, requestId: 0, ...file })
  for (const device of [away, other]) await device.settle()
  for (const id of [1_000_001, 1_000_002]) done(await away.perform(removeFile, () => ({ id })))
  expect((await away.rows('files')).map(({ active }) => active)).toEqual([false, false])
  const [first] = await away.outbox()
  await away.withdraw(must(first).id)
  expect((await away.rows('files')).map(({ active }) => active)).toEqual([true, false])
  for (const device of [away, other]) await device.settle()
  expect((await other.rows('files')).map(({ active }) => active)).toEqual([true, false])
  for (const device of [away, other]) expect(await differences(world, device)).toEqual([])
})

test('a file that is removed out of two queues is removed, also when the first left nothing of it (C.7)', async () => {
  world = await createWorld()
  const draft = aDraft({ id: REQUEST, createdById: cast.ana.id })
  await world.write(put('projects', aBareProject({ id: PROJECT })), put('requests', draft))
  const [phone, laptop] = [await world.device(cast.ana), await world.device(cast.ana)]
  await call(addFile.name, { id: 1_000_001, projectId: PROJECT, requestId: 0, ...file })
  await call(announceFile.name, { id: 1_000_002, projectId: PROJECT, requestId: 0, ...file })
  await call(addFile.name, { id: 1_000_003, projectId: 0, requestId: REQUEST, ...file })
  for (const device of [phone, laptop]) await device.settle()
  for (const id of [1_000_001, 1_000_002]) done(await phone.perform(removeFile, () => ({ id })))
  done(await phone.perform(discardRequest, () => ({ requestId: REQUEST })))
  for (const id of [1_000_001, 1_000_002, 1_000_003]) done(await laptop.perform(removeFile, () => ({ id })))
  await phone.settle()
  await laptop.settle()
  expect(await laptop.attention()).toEqual([])
  expect(await laptop.rows('files')).toMatchObject([{ id: 1_000_001, active: false }])
  expect(await differences(world, laptop)).toEqual([])
})

test('a draft’s file is on its owner’s devices alone until Finish, and then in each of its taskings on all', async () => {
  world = await createWorld()
  const task = { taskId: 101, name: 'Interpretation', description: '' }
  const draft = aDraft({
    id: REQUEST,
    createdById: cast.ana.id,
    category: 1,
    tasks: [task],
    contactDetails: 'Grace',
    taskDetails: 'Two days',
  })
  await world.write(put('requests', draft))
  const [own, other] = [await world.device(cast.ana), await world.device(cast.mia)]
  await own.settle()
  await other.settle()
  await call(addFile.name, { id: 1_000_001, projectId: 0, requestId: REQUEST, ...file })
  await own.settle()
  await other.settle()
  expect([await own.rows('files'), await other.rows('files')]).toMatchObject([[{ published: false }], []])

  const finish = done(
    await own.perform(completeRequest, (newId) => ({
      requestId: REQUEST,
      recipients: '',
      approval: '',
      taskings: [{ taskId: 101, id: newId() }],
    })),
  )
  await own.settle()
  await other.settle()
  // One that comes after it, as out of a queue of bytes.
  await call(addFile.name, { id: 1_000_002, projectId: 0, requestId: REQUEST, ...file })
  await other.settle()
  const id = must(finish.taskings[0]).id
  const context = contextAt(cast.mia, world.server.now(), world.server.organisation)
  const found = await readForQuery(other.db, planOfQuery(projectDetail, { id }, context))
  expect(projectDetail.answer({ id }, found as never, context)?.files.map((row) => [row.id, row.name])).toEqual([
    [1_000_001, 'agenda.pdf'],
    [1_000_002, 'agenda (2).pdf'],
  ])
  await own.settle()
  for (const device of [own, other]) expect(await differences(world, device)).toEqual([])
})

test.each([false, true])(
  'a page that stood still in the middle of a file’s bytes (before they went: %s) brings back nothing that another page has given up',
  async (before) => {
    world = await createWorld()
    await world.write(put('projects', aBareProject({ id: PROJECT })))
    const device = await world.device(cast.ana)
    await device.settle()
    await device.keepFile({ projectId: PROJECT }, new Blob(['x'.repeat(150_000)]), 'Notes.txt')
    await device.settle()
    const thaws: Late[] = []
    await stopInTheMiddle(device, device.sendFiles, { later: (goOn) => thaws.push(goOn), at: 1, before })
    await device.openPage()
    await device.giveUpFile(must((await device.db.uploads.toArray())[0]))
    for (const goOn of thaws) await goOn()
    await device.settle()
    expect([thaws.length, await device.db.uploads.toArray(), await device.rows('files')]).toEqual([1, [], []])
    expect(await differences(world, device)).toEqual([])
  },
)
