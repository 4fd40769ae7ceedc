import { afterEach, beforeEach, expect, test } from 'vitest'
import { approveProject, denyProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { refuse } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../../testing/world.ts'
import { fatesOf } from './fates.ts'
import type { Said } from './use-decisions.ts'

const [fine, denied, authorized] = [40_000_001, 40_000_002, 40_000_003]
let world: World
let adam: TestDevice
let cora: TestDevice
beforeEach(async () => {
  world = await createWorld()
  for (const id of [fine, denied, authorized])
    await world.write(put('projects', aBareProject({ id, requested: true, createdById: cast.pete.id })))
  adam = await world.device(cast.adam)
  cora = await world.device(cast.cora)
  await adam.settle()
  await cora.settle()
})
afterEach(() => world.close())

const seenOf = async (id: number) => fingerprint(must(await adam.row('projects', id)), '', [])
async function approve(device: TestDevice, id: number): Promise<Said> {
  const seen = await seenOf(id)
  done(await device.perform(approveProject, (newId) => ({ id, approvalId: newId(), seen })))
  const { id: key } = must(await device.db.outbox.orderBy('seq').last())
  return { key, id, name: `no. ${id}`, done: 'Approved', refusal: null }
}
const fates = async (...said: Said[]) => {
  const all = await fatesOf({ device: adam.db, user: cast.adam, organisation: defaultOrganisation }, said)
  return said.map(({ key }) => all.get(key))
}

test('of what was approved offline it is told what counts, what somebody had denied, and what a COR had authorized', async () => {
  adam.wire = () => Promise.reject(new TypeError('no connection'))
  const said: Said[] = []
  for (const id of [fine, denied, authorized]) said.push(await approve(adam, id))
  await adam.settle().catch(() => undefined)
  expect((await fates(...said)).map((fate) => fate?.kind)).toEqual(['waiting', 'waiting', 'waiting'])

  const denial = { id: denied, content: 'No budget left', assigneeId: cast.pete.id }
  done(await cora.perform(denyProject, (newId) => ({ ...denial, commentId: newId() })))
  await approve(cora, authorized)
  await cora.settle()
  adam.wire = (deliver) => deliver()
  await adam.settle()

  expect(await world.rows('approvals')).toHaveLength(2)
  expect(await fates(...said)).toMatchObject([
    { kind: 'arrived' },
    { kind: 'refused', inOutbox: true, decided: { verb: 'Denied', by: 'Cora Benedetti' } },
    { kind: 'already', decided: { verb: 'Authorized', by: 'Cora Benedetti' } },
  ])
})

test('what was taken back elsewhere is not told as decided', async () => {
  adam.wire = () => Promise.reject(new TypeError('no connection'))
  const one = await approve(adam, fine)
  await adam.db.outbox.clear()
  expect(await fates(one)).toEqual([undefined])
})

test('what was found decided when the button was pressed says by whom, and a refusal of this device says why', async () => {
  done(await adam.perform(approveProject, (newId) => ({ id: fine, approvalId: newId() })))
  const said = { id: fine, name: 'T-40-1', done: 'Approved' }
  const changed = refuse('changed-since-seen')
  expect(await fates({ ...said, key: 'a', refusal: 'already' }, { ...said, key: 'b', refusal: changed })).toMatchObject(
    [
      { kind: 'already', decided: { verb: 'Approved', byId: cast.adam.id } },
      { kind: 'refused', words: 'This tasking changed since you reviewed it.', decided: null },
    ],
  )
})
