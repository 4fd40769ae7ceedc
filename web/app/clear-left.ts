import { Device, deviceName } from '../data/device.ts'
import { noteGone, whatIsToGo, type Leaving } from '../session/kept-session.ts'
import { removeEverything } from '../state/second-copy.ts'
import { forgetCopies } from '../sync/forget.ts'

const ways: Record<Leaving, (device: Device) => Promise<void>> = {
  logout: (device) => forgetCopies(device),
  revoked: (device) => forgetCopies(device, ['judged']),
  removed: removeEverything,
}

/** Takes from this device what is to go of whoever is signed in no more. What cannot be reached now is tried again at the next start. */
export async function clearLeft(): Promise<void> {
  const toGo = await whatIsToGo()
  await Promise.all(
    toGo.map(async ({ userId, why }) => {
      const device = new Device(deviceName(userId))
      await ways[why](device).finally(() => device.close())
      await noteGone(userId)
    }),
  )
}
