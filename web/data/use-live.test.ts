import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { syncedRow } from '#shared/model/tables.ts'
import { aProjectIn } from '#shared/testing/samples.ts'
import { Device } from './device.ts'
import { live } from './use-live.ts'

let device: Device
beforeEach(async () => {
  device = new Device('live')
  await device.open()
})
afterEach(() => device.delete())

const put = (id: number, description: string) =>
  device.rows('projects').put(syncedRow('projects', aProjectIn('progress', { id, description })))

test('what is asked again says with the same rows what has not changed', async () => {
  for (const n of [1, 2, 3]) await put(42_000_000 + n, 'As it was')
  const told: { description: string }[][] = []
  const asked = live(device, () => device.rows('projects').orderBy('id').toArray())
  const stop = asked.subscribe((rows) => told.push(rows))
  await expect.poll(() => told.length).toBe(1)
  await put(42_000_002, 'Another')
  await expect.poll(() => told.length).toBe(2)
  await put(42_000_003, 'As it was')
  await put(42_000_004, 'New')
  await expect.poll(() => told.at(-1)?.length).toBe(4)
  stop.unsubscribe()

  const [first, second, last] = [must(told[0]), must(told[1]), must(told.at(-1))]
  expect(second.map(({ description }) => description)).toEqual(['As it was', 'Another', 'As it was'])
  expect(second.map((row, at) => row === first[at])).toEqual([true, false, true])
  expect(last.map((row, at) => row === second[at])).toEqual([true, true, true, false])
})
