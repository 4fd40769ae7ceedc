import type { Device } from '../data/device.ts'

/** After a request that got no answer: what is said of the link must not contradict it. A round that follows a failure asks first whether the server is there. */
export async function doubtLink(device: Device, round: () => unknown): Promise<void> {
  await device.change('contact', (contact) => ({ ...contact, failures: contact.failures + 1 })).catch(() => undefined)
  round()
}
