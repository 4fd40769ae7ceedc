import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import * as messages from '#shared/model/messages.ts'
import type { referenceTables } from '#shared/model/tables.ts'
import { aCountry, aUser } from '#shared/testing/samples.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

/** Two managers with the same form open (C-231): whoever saves second has not seen what the first one saved. */
let server: RestServer
beforeAll(async () => {
  server = await restServer()
  const second = aUser({ id: 91, fullName: 'Max Ode', roles: 'Manager', email: 'max@fieldpost.example' })
  const changes = [put('users', second), put('users', aUser({ id: 92 })), put('countries', aCountry({ id: 92 }))]
  await server.store.transact({ reads: {} }, () => ({ changes, value: 0 }))
})
afterAll(() => server.close())

type Table = (typeof referenceTables)[number]
const forms: [table: Table, path: string, id: number, mine: object, theirs: object][] = [
  ['countries', 'resources/customers', 92, { title: 'Kenya (new)' }, { title: 'Kenya (old)' }],
  ['advisors', 'resources/advisors', 1, { name: 'Joyce Voss' }, { active: false }],
  ['teams', 'resources/teams', 8, { name: 'Evaluations' }, { name: 'Evaluators' }],
  ['users', 'resources/users', 92, { fullName: 'Nora Quills' }, { roles: 'PO' }],
  ['projectTypes', 'resources/pools/types', 5, { name: 'Grants' }, { active: false }],
  ['poolCodes', 'resources/pools/codes', 5, { funds: 100 }, { funds: 200 }],
  ['services', 'settings/services', 8, { name: 'Others' }, { name: 'The rest' }],
  ['subservices', 'settings/subservices', 102, { name: 'Translation' }, { active: false }],
  ['deliverableTemplates', 'settings/deliverables', 1, { name: 'Report' }, { name: 'Note' }],
]

describe.each(forms)('%s', (table, path, id, mine, theirs) => {
  const rowNow = async () => {
    const { rows } = await server.store.read({ reads: { rows: many(table, { id: [id] }) } })
    return rows[0] as unknown as { modifiedDate: string; modifiedById: number } & Record<string, unknown>
  }

  test('what somebody else saved in the meantime is not overwritten: who, when, and what it says now', async () => {
    const seen = await rowNow()
    server.clock.advance(60_000)
    const first = await server.patch('mia', path, { id, ...mine, modifiedDate: seen.modifiedDate })
    expect([first.status, first.body['modifiedDate']]).toEqual([200, server.clock.now()])
    const saved = await rowNow()
    expect(saved.modifiedById).toBe(2)

    server.clock.advance(60_000)
    const second = await server.patch('max', path, { id, ...theirs, modifiedDate: seen.modifiedDate })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'VERSION_CONFLICT',
      message: messages.changedSince,
      by: 2,
      at: saved.modifiedDate,
      current: { id, modifiedDate: saved.modifiedDate, ...mine },
    })
    expect(await rowNow()).toEqual(saved)

    const again = await server.patch('max', path, { id, ...theirs, modifiedDate: saved.modifiedDate })
    expect(again.status).toBe(200)
    expect(await rowNow()).toMatchObject({ ...(table === 'poolCodes' ? {} : theirs), modifiedById: 91 })
  })

  test('what is saved already is so, whatever was seen; a client that does not say what it saw is believed', async () => {
    const { modifiedDate } = await rowNow()
    const same = await server.patch('mia', path, { id, ...theirs, modifiedDate: '2026-01-01T00:00:00.000Z' })
    expect([same.status, same.body['already']]).toEqual([200, { nothing: 'already' }])
    expect((await rowNow()).modifiedDate).toBe(modifiedDate)
    server.clock.advance(60_000)
    expect((await server.patch('mia', path, { id, ...mine })).status).toBe(200)
  })
})
