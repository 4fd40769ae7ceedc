import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { atHandOf } from './at-hand.ts'
import { Device } from './device.ts'

let made = 0
const devices: Device[] = []
const aDevice = async (): Promise<Device> => {
  const device = new Device(`at-hand-${++made}`)
  devices.push(device)
  await device.open()
  return device
}
afterEach(async () => {
  for (const device of devices.splice(0)) await device.delete()
})

/** What somebody who looks is told, one after the other. */
function look(device: Device, key: 'contact' | 'fieldMode', openings = 0) {
  const told: unknown[] = []
  const failed = vi.fn()
  const stop = atHandOf(device, openings)
    .of(key)
    .subscribe((value) => told.push(value), failed)
  return { told, failed, stop }
}

test('however many look, it is read once, and once more when it has changed; who looks at something else is not told again', async () => {
  const device = await aDevice()
  const reads = vi.spyOn(device, 'transaction')
  const all = [look(device, 'contact'), look(device, 'contact'), look(device, 'fieldMode')]
  await vi.waitFor(() => expect(all.map(({ told }) => told.length)).toEqual([1, 1, 1]), 20_000)
  expect(reads).toHaveBeenCalledTimes(1)

  await device.set('fieldMode', true)
  await vi.waitFor(() => expect(all[2]?.told).toEqual([false, true]), 20_000)
  expect(reads).toHaveBeenCalledTimes(2)
  const contacts = new Set([...(all[0]?.told ?? []), ...(all[1]?.told ?? [])])
  expect(contacts.size).toBe(1)
  all.forEach(({ stop }) => stop())
})

test('who comes later has at once what was read last, and hears of what changes; nobody reads for nobody', async () => {
  const device = await aDevice()
  const first = look(device, 'fieldMode')
  await vi.waitFor(() => expect(first.told).toEqual([false]), 20_000)
  const second = look(device, 'fieldMode')
  expect(second.told).toEqual([false])
  first.stop()
  second.stop()
  const reads = vi.spyOn(device, 'transaction')
  await device.set('fieldMode', true)
  await new Promise((done) => setTimeout(done, 50))
  expect(reads).not.toHaveBeenCalled()
  const third = look(device, 'fieldMode')
  await vi.waitFor(() => expect(third.told.at(-1)).toBe(true), 20_000)
  third.stop()
})

test('a read that fails is told, and whoever looks after it begins anew; so does who looks after the database was opened again', async () => {
  const device = await aDevice()
  vi.spyOn(device, 'get').mockRejectedValueOnce(new TypeError('a bug'))
  const first = look(device, 'fieldMode')
  await vi.waitFor(() => expect(first.failed).toHaveBeenCalled(), 20_000)
  const second = look(device, 'fieldMode')
  await vi.waitFor(() => expect(second.told).toEqual([false]), 20_000)
  expect(atHandOf(device, 0)).toBe(atHandOf(device, 0))
  const again = look(device, 'fieldMode', 1)
  expect(again.told).toEqual([false])
  for (const { stop } of [first, second, again]) stop()
})
