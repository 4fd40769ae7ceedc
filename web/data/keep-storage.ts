import type { Device } from './device.ts'

let isAsked = false

/**
 * Asks the browser not to clear this app when space runs short. Firefox asks the person, so it is done where they see why: when something was
 * saved that cannot be sent, and after installing. Once a page; whether it was granted only the browser knows.
 */
export async function askToKeepStorage(device: Device): Promise<void> {
  if (isAsked || !(await device.get('contact')).problem) return
  isAsked = true
  await navigator.storage?.persist?.()
}
