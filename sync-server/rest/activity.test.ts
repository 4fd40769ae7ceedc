import { expect, test } from 'vitest'
import { restServer, internal, type RestServer } from '../testing/rest.ts'

type Deed = { by: string; byId: number; table: string; what: string; at: string; received: string } & {
  fields: { field: string; before: unknown; after: unknown }[]
}
const activityOf = async (server: RestServer, who: string, id: number): Promise<Deed[]> =>
  (await server.get(who, `projects/${id}/activity`)).body as unknown as Deed[]

test('what was changed is told field by field, with who, what and both times; what is new or decided has rows of its own', async () => {
  const server = await restServer()
  const { id } = (await server.post('mia', 'projects', internal)).body
  await server.post('ana', 'projects/core', { id, description: 'Three days', countryId: 2 })
  const deliverable = (await server.post('mia', 'projects/deliverables', { projectTaskId: id, name: 'Glossary' })).body
  await server.post('mia', 'projects/deliverables', { id: deliverable.id, startDate: '2026-03-10' })
  await server.post('mia', `projects/${id}/comments`, { projectId: id, comment: 'The booth is hired' })

  const told = await activityOf(server, 'pete', id)
  expect(told.map(({ by, table, what, fields }) => [by, table, what, fields])).toEqual([
    ['Mia Lindqvist', 'deliverables', 'Glossary', [{ field: 'startDate', before: null, after: '2026-03-10' }]],
    [
      'Ana Whitfield',
      'projects',
      '',
      [
        { field: 'description', before: internal.description, after: 'Three days' },
        { field: 'countryId', before: internal.countryId, after: 2 },
      ],
    ],
  ])
  expect(told[0]?.at).toBe(told[0]?.received)
})

test('work that is handed over is told on each tasking', async () => {
  const server = await restServer()
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await server.post('mia', 'projects', { ...internal, assigneeId: 1 })).body.id)
  await server.post('mia', 'resources/users/1/handover', { assigneeId: 2, projectIds: ids })
  for (const id of ids)
    expect((await activityOf(server, 'mia', id)).map(({ fields }) => fields)).toEqual([
      [{ field: 'assigneeId', before: 1, after: 2 }],
    ])
})

test('nothing is told of a tasking that somebody may not see, nor of what was refused', async () => {
  const server = await restServer({ organisation: { restrictTeamVisibility: true } })
  const { id } = (await server.post('mia', 'projects', { ...internal, teamId: 2 })).body
  await server.post('mia', 'projects/core', { id, description: 'Four days' })
  await server.post('pete', 'projects/core', { id, description: 'Mine' })
  expect(await activityOf(server, 'mia', id)).toHaveLength(1)
  expect((await server.get('pete', `projects/${id}/activity`)).status).toBe(404)
  expect((await server.get('mia', 'projects/999999999/activity')).status).toBe(404)
})
