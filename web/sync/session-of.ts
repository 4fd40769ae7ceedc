import { deviceName, type Device } from '../data/device.ts'
import { readSession, type KeptSession } from '../session/kept-session.ts'

/**
 * Who is signed in, if this is their device. A page that stood still may be of somebody who has gone: nothing of theirs is sent as another's, and
 * nothing that another sees is laid beside their rows.
 */
export async function sessionOf(device: Device): Promise<KeptSession | null> {
  const session = await readSession()
  return session && device.name === deviceName(session.user.id) ? session : null
}
