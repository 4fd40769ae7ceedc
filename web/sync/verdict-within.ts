import type { Device, JudgedCall } from '../data/device.ts'
import { holdLeft } from './hold.ts'

/** The server's verdict on a call just queued, when it comes within `ms` of when it may go; null otherwise. */
export async function verdictWithin(device: Device, callId: string, ms: number): Promise<JudgedCall | null> {
  const end = performance.now() + ms + (await holdBefore(device))
  for (;;) {
    const judged = await device.judged.get(callId)
    if (judged || performance.now() > end) return judged ?? null
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** How long what is queued last waits behind what is held, in ms; without a connection it is that which it waits for. */
async function holdBefore(device: Device): Promise<number> {
  const { problem } = await device.get('contact')
  if (problem || (await device.get('fieldMode'))) return 0
  const held = await device.outbox.filter((call) => call.held).toArray()
  return Math.max(0, ...held.map(({ id }) => holdLeft(id)))
}
