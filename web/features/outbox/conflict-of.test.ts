import { expect, test } from 'vitest'
import { editProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import type { TaskingField } from '#web/parts/tasking-labels.ts'
import { cast, createWorld } from '#web/testing/world.ts'
import { conflictOf, editOf, firstChoice, type Contested } from './conflict-of.ts'

const contested = (
  field: TaskingField,
  before: unknown,
  theirs: unknown,
  yours: unknown,
  both = theirs,
): Contested => ({
  field,
  label: field,
  values: { before, theirs, yours, both } as Contested['values'],
  words: { before: '', theirs: '', yours: '', both: '' },
  text: field === 'description' ? { clean: true } : null,
})
const fields = [
  contested('assigneeId', 0, 2, 1),
  contested('taskingCostEstimate', 800_000, 950_000, 875_000),
  contested('countryId', 4, 5, 6),
  contested('description', '48 pages', '64 pages', '48 pages, sworn', '64 pages, sworn'),
]

test('of money, people and days theirs is chosen first, of a text both, of all else what was typed here', () => {
  expect(fields.map((field) => firstChoice(field))).toEqual(['theirs', 'theirs', 'yours', 'both'])
  expect(firstChoice(contested('dueDate', '', '', ''))).toBe('theirs')
})

test('the edit says what the tasking says now and what is to become of it; what stays theirs is given up', () => {
  expect(editOf(fields, {})).toEqual({
    fields: { countryId: { from: 5, to: 6 }, description: { from: '64 pages', to: '64 pages, sworn' } },
    givenUp: { assigneeId: { from: 2, to: 1 }, taskingCostEstimate: { from: 950_000, to: 875_000 } },
  })
  expect(editOf(fields, { assigneeId: 'yours', countryId: 'theirs', description: 'yours' })).toEqual({
    fields: { assigneeId: { from: 2, to: 1 }, description: { from: '64 pages', to: '48 pages, sworn' } },
    givenUp: { taskingCostEstimate: { from: 950_000, to: 875_000 }, countryId: { from: 5, to: 6 } },
  })
  expect(editOf(fields, { countryId: 'theirs', description: 'theirs' })).toMatchObject({
    fields: {},
    givenUp: { countryId: { from: 5, to: 6 }, description: { from: '64 pages', to: '48 pages, sworn' } },
  })
})

test('whoever made two edits offline is not said to have been in their own way', async () => {
  const world = await createWorld()
  const id = 40_000_001
  await world.write(put('projects', aBareProject({ id, createdById: cast.pete.id, assigneeId: cast.pete.id })))
  const [ana, mia] = [await world.device(cast.ana), await world.device(cast.mia)]
  for (const device of [ana, mia]) await device.settle()
  await ana.perform(editProject, () => ({ id, fields: { countryId: { from: 1, to: 2 } } }))
  await ana.perform(editProject, () => ({ id, fields: { assigneeId: { from: cast.pete.id, to: cast.ana.id } } }))
  await mia.perform(editProject, () => ({ id, fields: { assigneeId: { from: cast.pete.id, to: cast.mia.id } } }))
  for (const device of [mia, ana]) await device.settle()
  const open = { device: ana.db, user: ana.user, organisation: defaultOrganisation }
  const [item] = await ana.db.attention.toArray()
  expect(await conflictOf(open, must(item))).toMatchObject({
    by: { id: 0, name: 'Somebody else' },
    at: null,
    fields: [{ field: 'assigneeId', values: { before: cast.pete.id, theirs: cast.mia.id, yours: cast.ana.id } }],
  })
  // As a server of before says it.
  const signed = must(item).conflicts.map((conflict) => ({ ...conflict, by: ana.user.id, at: must(item).received }))
  expect(await conflictOf(open, { ...must(item), conflicts: signed })).toMatchObject({ by: { id: 0 }, at: null })
  for (const device of [ana, mia]) device.close()
  await world.close()
})
