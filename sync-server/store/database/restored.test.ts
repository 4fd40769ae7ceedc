import { afterAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { putsOf, references } from '#shared/testing/samples.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { restored } from './restored.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

test('who goes back to an earlier time sends no letters of it, and its invitations and resets are over', async () => {
  const url = await postgres.database()
  const date = '2026-03-10T14:00:00.000Z'
  const waits = { sealed: 'sealed', attempts: 0, createDate: date, dueDate: date, expireDate: date }
  const link = { tokenHash: 'of-a-link', userId: 1, purpose: 'reset', createDate: date, expireDate: date } as const
  const store = await openPostgres({ url })
  const { epoch } = await store.position()
  await store.transact({ reads: {} }, () => ({
    changes: [
      ...putsOf(references),
      put('effects', { id: 7, kind: 'letter', receiver: '', ...waits }),
      put('links', { id: 8, ...link, used: false }),
    ],
    value: 0,
  }))
  await store.close()
  const [life] = await restored(url)
  expect(life?.epoch).not.toBe(epoch)
  const again = await openPostgres({ url })
  expect(await again.read({ reads: { effects: many('effects', {}), links: many('links', {}) } })).toEqual({
    effects: [],
    links: [],
  })
  await again.close()
})
