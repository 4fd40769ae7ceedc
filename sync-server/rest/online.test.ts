import { expect, test } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { execute } from '../execute/execute.ts'
import { newDevice } from '../sync/device-numbers.ts'
import { testServer } from '../testing/server.ts'

test('reference data and users are kept while connected: out of a queue they are refused, and the queue goes on (C.7)', async () => {
  const server = await testServer()
  const device = newDevice(900, { id: 7 }, server.clock.now())
  await server.store.transact({ reads: {} }, () => ({ changes: [put('devices', device)], value: 0 }))
  const online = [...commands.values()].filter((command) => command.online)
  expect(online.map((command) => command.name).sort()).toEqual([
    'addFile',
    'cancelProject',
    'endSubstitution',
    'handOver',
    'importAdvisor',
    'importCountry',
    'importPoolCode',
    'importUser',
    'moveDeliverableTemplate',
    'nameSubstitute',
    'restoreFile',
    'saveAdvisor',
    'saveCountry',
    'saveDeliverableTemplate',
    'savePoolCode',
    'savePoolType',
    'saveService',
    'saveSubservice',
    'saveTeam',
    'saveUser',
    'storeFile',
  ])
  const at = server.clock.now()
  const call = { userId: 7, device: 900, at }
  const inputs = [{ id: 1, active: false }, { id: 900_000_001, isNew: true, title: 'Chad' }, null]
  let seq = 0
  for (const { name } of online)
    for (const input of inputs) {
      seq += 1
      const verdict = await execute(server.server, { ...call, seq, callId: `queued-online-${seq}`, name, input })
      expect(verdict, name).toEqual({
        verdict: 'refused',
        refusal: { refused: 'not-allowed', message: 'This can only be saved while you are connected.' },
      })
    }
  const { devices, countries } = await server.store.read({
    reads: { devices: many('devices', { id: 900 }), countries: many('countries', {}) },
  })
  expect([devices[0]?.lastSeq, countries.map((row) => row.active)]).toEqual([seq, [true, true, true]])
  await server.close()
})
