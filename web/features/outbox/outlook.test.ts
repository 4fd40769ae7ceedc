import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { approveProject, denyProject, editProject } from '#shared/commands/projects.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type TestDevice, type Wire, type World } from '../../testing/world.ts'
import { outlookOf } from './outlook.ts'

const ID = 40_000_001
let world: World
let cora: TestDevice
let adam: TestDevice
beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: ID, requested: true })))
  cora = await world.device(cast.cora)
  adam = await world.device(cast.adam)
  await cora.settle()
  await adam.settle()
})
afterEach(() => world.close())

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()

const outlook = async (device: TestDevice, user: User) => {
  const [item] = await device.attention()
  return outlookOf({ device: device.db, user, organisation: defaultOrganisation }, must(item), ID)
}
async function approveOffline(): Promise<void> {
  const seen = fingerprint(must(await cora.row('projects', ID)), '', [])
  cora.wire = cut
  done(await cora.perform(approveProject, (newId) => ({ id: ID, approvalId: newId(), comment: 'Fine', seen })))
}

test('an approval that came after a denial says who denied, when and why, and that trying again is no use', async () => {
  await approveOffline()
  const denial = { id: ID, content: 'No budget left this quarter', assigneeId: cast.pete.id }
  done(await adam.perform(denyProject, (newId) => ({ ...denial, commentId: newId() })))
  await adam.settle()
  cora.wire = connected
  await cora.settle()

  const { decided, hindrance } = await outlook(cora, cast.cora)
  expect(decided).toMatchObject({ verb: 'Denied', by: 'Adam Kessler', byId: cast.adam.id, why: denial.content })
  expect(decided?.at).toBe((await world.rows('projects'))[0]?.deniedDate)
  expect(hindrance).toBe('Somebody else decided this tasking first.')
})

test('an approval of a tasking that was canceled says the reason of the cancelation', async () => {
  await approveOffline()
  const [project] = await world.rows('projects')
  const canceled = {
    active: false,
    canceledById: cast.mia.id,
    canceledDate: world.server.now(),
    cancelReason: 'Trip is off',
  }
  await world.write(put('projects', { ...must(project), ...canceled }))
  cora.wire = connected
  await cora.settle()
  expect(await outlook(cora, cast.cora)).toMatchObject({
    decided: { verb: 'Canceled', by: 'Mia Lindqvist', why: 'Trip is off' },
    hindrance: 'This tasking was canceled.',
  })
})

test('a decision about something else than what was seen is hindered until it has been reviewed, and tells of no decision', async () => {
  await approveOffline()
  done(await adam.perform(editProject, () => ({ id: ID, fields: { description: { to: 'Four interpreters' } } })))
  await adam.settle()
  cora.wire = connected
  await cora.settle()
  expect(await outlook(cora, cast.cora)).toEqual({
    decided: null,
    hindrance: 'T-40-1 changed since you reviewed it.',
  })
})

test('a right that was given back lets the refused decision be tried again', async () => {
  await approveOffline()
  await world.write(put('users', { ...cast.cora, roles: 'PO' }))
  cora.wire = connected
  await cora.settle()
  expect((await outlook(cora, cast.cora)).hindrance).toBe('Your role does not allow this.')
  await world.write(put('users', cast.cora))
  await cora.settle()
  expect((await outlook(cora, cast.cora)).hindrance).toBeNull()
})
