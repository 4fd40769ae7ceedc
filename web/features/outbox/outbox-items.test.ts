import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { addComment } from '#shared/commands/comments.ts'
import { chooseTasks, cloneRequest, completeRequest, describeRequest, startRequest } from '#shared/commands/requests.ts'
import { must } from '#shared/lib/must.ts'
import { aCountry, aBareProject } from '#shared/testing/samples.ts'
import { referenceOf } from '#shared/model/project.ts'
import { countAttention } from '../../state/unsent.ts'
import { inputAgain, refusedRequest, takeUp, taskingIds } from '../../state/refused-request.ts'
import { cast, createWorld, done, type TestDevice, type Wire, type World } from '../../testing/world.ts'
import { outboxItems } from './outbox-items.ts'

let world: World
let pete: TestDevice
beforeEach(async () => {
  world = await createWorld()
  pete = await world.device(cast.pete)
  await pete.settle()
})
afterEach(() => world.close())

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()
const place = { countryId: 2, teamId: 3, advisorId: 1, projectTypeId: 1 }
const start = { ...place, poolCode: 'BK-100', dueDate: '2026-03-20', blanketTasking: null }
const interpretation = { taskId: 101, name: 'Interpretation', description: 'An interpreter.' }
const details = { contactDetails: 'Pete, Nairobi', taskDetails: 'Two interpreters', specialInstructions: '' }

async function begin(): Promise<number> {
  return done(await pete.perform(startRequest, (newId) => ({ id: newId(), ...start }))).id
}
async function finish(
  requestId: number,
  ids?: Map<number, number>,
  by = pete,
  recipients = 'ana@fieldpost.example',
): Promise<number> {
  const fields = { category: { from: 0, to: 1 }, tasks: { from: [], to: [interpretation] } }
  await by.perform(chooseTasks, (newId) => ({ requestId, revisionId: newId(), fields }))
  const texts = { contactDetails: { to: details.contactDetails }, taskDetails: { to: details.taskDetails } }
  await by.perform(describeRequest, (newId) => ({ requestId, revisionId: newId(), fields: texts }))
  const finished = await by.perform(
    completeRequest,
    (newId) => ({
      requestId,
      recipients,
      approval: 'Cora said yes',
      taskings: [{ taskId: 101, id: ids?.get(101) ?? newId() }],
    }),
    { also: () => takeUp(by.db, requestId, 'complete') },
  )
  return must(done(finished).taskings[0]).id
}
/** Peru is switched off while Pete has no connection and makes a request for Peru. */
async function refusedAtStart(): Promise<{ id: number; tasking: number }> {
  pete.wire = cut
  const id = await begin()
  const tasking = await finish(id)
  await world.write(put('countries', aCountry({ id: 2, title: 'Peru', active: false })))
  pete.wire = connected
  await pete.settle()
  return { id, tasking }
}
const needsYou = async (by = pete) => (await outboxItems(by.db)).filter(({ group }) => group === 'attention')

test('a refused request is one item, with the first refusal, its name and every word', async () => {
  const { id } = await refusedAtStart()
  expect(await pete.attention()).toHaveLength(4)
  const items = await needsYou()
  expect(items).toMatchObject([
    {
      label: { text: 'Request: Language Support, Peru', requestId: id },
      attention: { call: { name: 'startRequest' }, refusal: { errors: [{ field: 'countryId' }] } },
      edit: { path: `/requests?draft=${id}` },
    },
  ])
  expect(items[0]?.calls.map(({ name }) => name)).toEqual([
    'startRequest',
    'chooseTasks',
    'describeRequest',
    'completeRequest',
  ])
  expect(await countAttention(pete.db)).toBe(1)
  const { typed } = await refusedRequest(pete.db, id)
  expect(typed).toMatchObject({
    start,
    tasks: { category: 1, tasks: [interpretation] },
    details: { contactDetails: 'Pete, Nairobi', taskDetails: 'Two interpreters' },
    complete: { recipients: 'ana@fieldpost.example', approval: 'Cora said yes' },
  })
})

test('two refused requests and a refused comment are three items', async () => {
  const lost = aBareProject({ id: 40_000_001, teamId: 3 })
  await world.write(put('projects', lost))
  await pete.settle()
  pete.wire = cut
  await finish(await begin())
  await pete.perform(addComment, (newId) => ({ id: newId(), projectId: lost.id, comment: 'On my way' }))
  await finish(await begin())
  await world.write(put('countries', aCountry({ id: 2, title: 'Peru', active: false })), {
    kind: 'remove',
    table: 'projects',
    id: lost.id,
  })
  pete.wire = connected
  await pete.settle()
  expect(await pete.attention()).toHaveLength(9)
  expect((await needsYou()).map(({ calls }) => calls.length)).toEqual([4, 1, 4])
  expect(await countAttention(pete.db)).toBe(3)
})

test('a request mended at its start goes out under the same ids, and is one request on the server', async () => {
  const { id, tasking } = await refusedAtStart()
  pete.wire = cut
  const ids = await taskingIds(pete.db, id)
  done(
    await pete.perform(startRequest, () => ({ id, ...start, countryId: 1 }), {
      also: () => takeUp(pete.db, id, 'start'),
    }),
  )
  expect(await needsYou()).toEqual([])
  // What was entered in the later steps waits in their forms.
  expect(
    (await pete.db.forms.toArray()).map(({ key, values }) => [key, (values as { values: object }).values]),
  ).toEqual([
    [`request:${id}:complete`, { recipients: 'ana@fieldpost.example', approval: 'Cora said yes' }],
    [`request:${id}:details`, { contactDetails: 'Pete, Nairobi', taskDetails: 'Two interpreters' }],
    [`request:${id}:tasks`, { category: 1, tasks: [interpretation] }],
  ])
  expect(await finish(id, ids)).toBe(tasking)
  pete.wire = connected
  await pete.settle()
  expect(await pete.attention()).toEqual([])
  expect(await world.rows('requests')).toMatchObject([{ id, complete: true, countryId: 1 }])
  expect(await world.rows('projects')).toMatchObject([{ id: tasking, name: referenceOf(tasking) }])
})

test('what was refused stays until the new call is queued: a second refusal here takes nothing away', async () => {
  const { id } = await refusedAtStart()
  const again = await pete.perform(startRequest, () => ({ id, ...start }), { also: () => takeUp(pete.db, id, 'start') })
  expect(again).toMatchObject({ refusal: { errors: [{ field: 'countryId' }] } })
  expect(await pete.attention()).toHaveLength(4)
  expect(await pete.db.forms.count()).toBe(0)
})

test('a kill in the middle leaves either what was refused or the new call, never neither', async () => {
  const { id } = await refusedAtStart()
  const interrupted = async () => {
    await takeUp(pete.db, id, 'start')
    throw new Error('the browser was killed')
  }
  await expect(
    pete.perform(startRequest, () => ({ id, ...start, countryId: 1 }), { also: interrupted }),
  ).rejects.toThrow('killed')
  await pete.restart()
  expect(await pete.outbox()).toEqual([])
  expect(await pete.row('requests', id)).toBeUndefined()
  expect(await pete.attention()).toHaveLength(4)
  expect(await pete.db.forms.count()).toBe(0)
})

test('a form that was typed since is newer than what was refused', async () => {
  const { id } = await refusedAtStart()
  const newer = { base: {}, values: { contactDetails: 'Pete, Mombasa' } }
  await pete.db.forms.put({ key: `request:${id}:details`, values: newer, saved: '2026-03-10T15:00:00.000Z' })
  done(
    await pete.perform(startRequest, () => ({ id, ...start, countryId: 1 }), {
      also: () => takeUp(pete.db, id, 'start'),
    }),
  )
  expect(await pete.db.forms.get(`request:${id}:details`)).toMatchObject({ values: newer })
})

test('where the server took the start and refused the tasks, it is mended at the tasks', async () => {
  const id = await begin()
  await pete.settle()
  pete.wire = cut
  const sub = must((await world.rows('subservices')).find((row) => row.id === 101))
  await finish(id)
  await world.write(put('subservices', { ...sub, active: false }))
  pete.wire = connected
  await pete.settle()
  const [item, ...others] = await needsYou()
  expect(others).toEqual([])
  expect(item).toMatchObject({
    attention: { call: { name: 'chooseTasks' } },
    edit: { path: `/requests/${id}/tasks` },
  })
  expect(item?.calls.map(({ name }) => name)).toEqual(['chooseTasks', 'completeRequest'])
})

test.each([
  ['says what was entered here, leaves nothing to mend', details.taskDetails, /nothing is left to mend/, undefined],
  ['says something else, leads to its taskings', 'One of them for Kikuyu', /without what you entered/, true],
])('a request that was finished on another device and %s', async (_, taskDetails, why, isLeading) => {
  const id = await begin()
  await pete.settle()
  const laptop = await world.device(cast.pete)
  await laptop.settle()
  pete.wire = cut
  const fields = { contactDetails: { to: details.contactDetails }, taskDetails: { to: taskDetails } }
  done(await pete.perform(describeRequest, (newId) => ({ requestId: id, revisionId: newId(), fields })))
  await finish(id, undefined, laptop)
  await laptop.settle()
  pete.wire = connected
  await pete.settle()
  expect((await needsYou()).map((item) => item.edit)).toEqual([
    { why: expect.stringMatching(why) as string, taskings: isLeading && `/requests/${id}/projects` },
  ])
})

test('a request that was finished on two devices comes back to the second with the recipients that only it named', async () => {
  const id = await begin()
  const laptop = await world.device(cast.pete)
  await pete.settle()
  await laptop.settle()
  laptop.wire = cut
  await finish(id, undefined, laptop)
  await finish(id, undefined, pete, 'kofi@fieldpost.example')
  await pete.settle()
  laptop.wire = connected
  await laptop.settle()
  expect((await needsYou(laptop)).map(({ edit }) => edit)).toEqual([
    { why: expect.stringContaining('without what you entered') as string, taskings: `/requests/${id}/projects` },
  ])
  expect((await world.rows('requests'))[0]).toMatchObject({ recipients: 'kofi@fieldpost.example' })
  expect(await laptop.db.rows('projects').count()).toBe(1)
})

test('while its later steps are on the way a refused request says so and is not yet mended', async () => {
  pete.wire = cut
  const id = await begin()
  await world.write(put('countries', aCountry({ id: 2, title: 'Peru', active: false })))
  pete.wire = connected
  await pete.round()
  pete.wire = cut
  await pete.db.outbox.add({
    ...must((await pete.attention())[0]).call,
    seq: 2,
    id: 'still-on-the-way',
    name: 'chooseTasks',
    input: { requestId: id, revisionId: id + 1, fields: {} },
    touches: [],
    held: false,
  })
  expect(await needsYou()).toMatchObject([{ edit: { why: expect.stringContaining('still on its way') as string } }])
})

test('a request copied from a refused one keeps what it was copied from', async () => {
  pete.wire = cut
  const parent = await begin()
  await finish(parent)
  const { id } = done(await pete.perform(cloneRequest, (newId) => ({ requestId: parent, id: newId() })))
  await world.write(put('countries', aCountry({ id: 2, title: 'Peru', active: false })))
  pete.wire = connected
  await pete.settle()
  expect((await needsYou()).map(({ calls }) => calls.map(({ name }) => name))).toEqual([
    ['startRequest', 'chooseTasks', 'describeRequest', 'completeRequest'],
    ['cloneRequest'],
  ])
  const { typed } = await refusedRequest(pete.db, id)
  expect(typed).toMatchObject({ start: { ...start }, details: { contactDetails: 'Pete, Nairobi' } })
})

test('ids of another device number are minted anew, wherever they stand', async () => {
  const { id } = await refusedAtStart()
  expect((await taskingIds(pete.db, id)).size).toBe(1)
  const { number } = await pete.db.get('identity')
  await pete.db.set('identity', { number: number + 1, counter: 7, lastSeq: 0 })
  expect((await taskingIds(pete.db, id)).size).toBe(0)
  const input = { requestId: id, id: id + 40 }
  const newId = () => (number + 1) * 1_000_000 + 8
  expect((await inputAgain(pete.db, cloneRequest, input))(newId)).toEqual({ requestId: id, id: newId() })
})

test('what was sent in one round is named by what it came to: a request that was finished is no draft', async () => {
  pete.wire = cut
  for (let n = 0; n < 5; n++) await finish(await begin())
  pete.wire = connected
  await pete.settle()
  // The world's clock is not the one of the page: what is older than a week is shown no more.
  await pete.db.judged.toCollection().modify({ judged: Date.now() })
  const sent = (await outboxItems(pete.db)).filter(({ group }) => group === 'sent').map(({ label }) => label.text)
  expect(sent).toEqual(Array<string>(5).fill('Request: Language Support, Peru'))
})

test('what was made while the clock was days ahead is listed no later than the server had it', async () => {
  pete.wire = cut
  pete.ahead = 3 * 86_400_000
  const requestId = await begin()
  pete.wire = connected
  pete.ahead = 0
  await pete.settle()
  await pete.db.judged.toCollection().modify({ judged: Date.now() })
  const [sent] = (await outboxItems(pete.db)).filter(({ group }) => group === 'sent')
  expect(must(sent).calls[0]?.input).toMatchObject({ id: requestId })
  expect(must(sent).at).toBe(must(must(sent).judged).received)
})
