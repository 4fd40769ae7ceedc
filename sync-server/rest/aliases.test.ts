import { expect, test } from 'vitest'
import { isRefusal } from '#shared/kernel/refusal.ts'
import { approveProject } from '#shared/commands/projects.ts'
import { aProject, aRequest, aUser, carryOut, contextOf, NOW, withReferences } from '#shared/testing/samples.ts'
import type { Session } from '#shared/protocol/session.ts'
import { restServer } from '../testing/rest.ts'

const roleAliases = [
  { name: 'Team-lead', role: 'Manager' },
  { name: 'Director', role: 'AD' },
]

test('a role that an organisation maps carries the rights of the other, and stays what it is in the account (C-012)', async () => {
  const server = await restServer({ organisation: { roleAliases } })
  const seesTeams = async () => (await server.get('ruth', 'resources/teams?page=')).status
  expect(await seesTeams()).toBe(403)
  await server.patch('ada', 'resources/users', { id: 24, roles: 'Client;Team-lead' })
  server.forget('ruth')
  expect(await seesTeams()).toBe(200)
  expect((await server.post('ruth', 'resources/teams', { id: 0, name: 'Harbour' })).status).toBe(200)
  expect((await server.get('mia', 'resources/users/24')).body.roles).toBe('Client;Team-lead')

  const login = await server.fetch('/api/login', {
    method: 'POST',
    body: JSON.stringify({ email: 'ruth@fieldpost.example', password: 'fieldpost-demo' }),
    headers: { 'content-type': 'application/json' },
  })
  const session = (await login.json()) as Session
  expect([session.user.roles, session.organisation.roleAliases]).toEqual(['Client;Team-lead;Manager', roleAliases])
  await server.close()
})

test('a role that is mapped to Manager opens no account of others, and may send a link (C-021)', async () => {
  const server = await restServer({ organisation: { roleAliases } })
  await server.patch('ada', 'resources/users', { id: 24, roles: 'Team-lead;Director;AD;PO;COR;Analyst' })
  for (const id of [3, 4, 5, 24])
    for (const body of [{ password: 'seven brown owls' }, { email: 'mine@fieldpost.example' }])
      expect((await server.patch('ruth', 'resources/users', { id, ...body })).status).toBe(id === 24 ? 422 : 403)
  expect((await server.post('ruth', 'resources/users/4/reset', undefined)).status).toBe(200)
  await server.close()
})

test('without a mapping, and for other names, nothing is inferred from a name', async () => {
  const server = await restServer()
  await server.patch('ada', 'resources/users', { id: 24, roles: 'Team-lead;Director' })
  server.forget('ruth')
  expect((await server.get('ruth', 'resources/teams?page=')).status).toBe(403)
  await server.close()
})

test('the device decides alike, from the organisation that came with the session', () => {
  const director = aUser({ id: 30, roles: 'client; director' })
  const rows = withReferences({ projects: [aProject()], requests: [aRequest()], users: [director] })
  const approve = (organisation: object) =>
    isRefusal(
      carryOut(approveProject, { id: 42_000_017, approvalId: 42_000_099 }, rows, contextOf(director, NOW, organisation))
        .decision,
    )
  expect([approve({ roleAliases }), approve({}), approve({ roleAliases: [] })]).toEqual([false, true, true])
})
