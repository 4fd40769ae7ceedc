import { Device, deviceName } from '../data/device.ts'
import { CLEARING, noteGone, whatIsToGo, type Leaving } from '../session/kept-session.ts'
import { removeEverything } from '../state/second-copy.ts'
import { forgetCopies } from '../sync/forget.ts'
import { alone } from '../sync/lock.ts'

const ways: Record<Leaving, (device: Device) => Promise<void>> = {
  logout: (device) => forgetCopies(device),
  revoked: (device) => forgetCopies(device, ['judged']),
  removed: removeEverything,
}

/** Takes from this device what is to go of whoever is signed in no more. What cannot be reached now is tried again at the next start. */
export const clearLeft = (): Promise<void> =>
  alone(CLEARING, async () => {
    const clearing = (await whatIsToGo()).map(async ({ userId, why }) => {
      const device = new Device(deviceName(userId))
      await ways[why](device).finally(() => device.close())
      await noteGone(userId)
    })
    // Nobody's turn ends while another's still goes.
    await Promise.allSettled(clearing)
    await Promise.all(clearing)
  })
