import type { Device } from './device.ts'

/**
 * Somebody looks at a tasking, or has just fetched it to do so: it stays for ninety days more (`sync/tidy.ts`). `now` is the server's, and never
 * before the day of which the server has told last: this device's clock may be years behind.
 */
export function noteViewed(device: Device, id: number, now: number): Promise<void> {
  return device.transaction('rw', device.meta, async () => {
    const { checked, on } = (await device.get('viewed')) ?? { checked: '', on: {} }
    const today = new Date(now).toISOString().slice(0, 10)
    const day = today > checked ? today : checked
    if ((on[id] ?? '') < day) await device.set('viewed', { checked, on: { ...on, [id]: day } })
  })
}
