import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { addDeliverable } from '#shared/commands/deliverables.ts'
import { put } from '#shared/kernel/change.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { refuse } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, differences, done, type TestDevice, type Wire, type World } from '../testing/world.ts'
import { perform } from '../sync/perform.ts'
import { queueAgain } from './perform-again.ts'

const id = 40_000_001
const actor = { user: cast.mia, organisation: defaultOrganisation }
let world: World
let mia: TestDevice

beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject()))
  mia = await world.device(cast.mia)
  await mia.settle()
  mia.wire = cut
})
afterEach(() => world.close())

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()

test('what was taken back waits again, under the same id and with every word, and is sent once', async () => {
  const said = { projectId: id, comment: 'Two interpreters, from nine' }
  const input = done(await mia.perform(addComment, (newId) => ({ id: newId(), ...said })))
  const call = must(await mia.withdraw(must((await mia.outbox())[0]).id))
  expect(await mia.row('comments', input.id)).toBeUndefined()

  await queueAgain(mia.db, actor, call)
  expect(await mia.outbox()).toMatchObject([{ name: 'addComment', input, held: false, firstSent: 0 }])
  mia.wire = connected
  await mia.settle()
  expect((await world.rows('comments')).map(({ id, comment }) => ({ id, comment }))).toEqual([
    { id: input.id, comment: said.comment },
  ])
  expect(await differences(world, mia)).toEqual([])
})

test('what can no longer be done when it is taken up again needs the person, with its words and the reason', async () => {
  await mia.perform(addDeliverable, (newId) => ({ id: newId(), projectTaskId: id, name: 'Report', dueDate: null }))
  const call = must(await mia.withdraw(must((await mia.outbox())[0]).id))
  await world.write(
    put('projects', aBareProject({ active: false, canceledById: 1, canceledDate: '2026-03-10T14:00:00.000Z' })),
  )
  mia.wire = connected
  await mia.settle()

  await queueAgain(mia.db, actor, call)
  expect(await mia.outbox()).toEqual([])
  expect(await mia.attention()).toMatchObject([
    { key: call.id, call: { name: 'addDeliverable', input: { name: 'Report' } }, conflicts: [] },
  ])
  expect((await mia.attention())[0]?.refusal).not.toBeNull()
})

test('what had taken the place of a refused call and is taken back leaves it there, and takes it again when it waits again', async () => {
  const again = (newId: () => number) => ({ id: newId(), projectId: id, comment: 'Two interpreters' })
  done(await mia.perform(addComment, again))
  const { touches: _, held: __, ...call } = must(await mia.withdraw(must((await mia.outbox())[0]).id))
  const refused = { key: call.id, call, refusal: refuse('not-allowed'), conflicts: [], received: call.at }
  await mia.db.attention.put(refused)

  const options = { replaces: () => Promise.resolve([refused]) }
  await perform(mia.db, actor, addComment as AnyCommand, again, options)
  expect(await mia.attention()).toEqual([])
  const back = must(await mia.withdraw(must((await mia.outbox())[0]).id))
  expect(await mia.attention()).toEqual([refused])
  await queueAgain(mia.db, actor, back)
  expect(await mia.attention()).toEqual([])
  expect(await mia.outbox()).toMatchObject([{ replaces: [refused] }])
})
