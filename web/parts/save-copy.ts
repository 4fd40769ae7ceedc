import type { SealedCopy } from '#shared/protocol/courier.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device } from '../data/device.ts'
import { readCopy } from '../session/beside.ts'
import { saveFile } from './save-file.ts'

/**
 * Downloads everything that has not been sent or needs the person, as a file they can read, keep and read back (`state/saved-copy.ts`);
 * with it `notKept`, which this device has not taken. When its database does not open, what lies beside it is saved.
 */
export async function saveCopy(device: Device, user: User, notKept?: { name: string; input: unknown }): Promise<void> {
  const copy = {
    application: 'Fieldpost',
    person: { id: user.id, fullName: user.fullName, email: user.email },
    saved: new Date().toISOString(),
    ...(notKept ? { notSaved: notKept } : {}),
    ...(await whatIsHere(device).catch(() => whatIsBeside(device))),
    ...(await sealed(device, user).catch(() => ({}))),
  }
  const name = `fieldpost-outbox-${copy.saved.slice(0, 16).replace(/[:T]/g, '-')}.json`
  saveFile(name, new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
}

/** What waits, once more as the server takes it from any device. */
async function sealed(device: Device, user: User): Promise<{ sealed?: SealedCopy }> {
  const { sealQueue } = await import('../state/courier.ts')
  const copy = await sealQueue(device, user)
  return 'parts' in copy ? { sealed: copy } : {}
}

const whatIsHere = async (device: Device) => ({
  device: (await device.get('identity')).number,
  waiting: await device.outbox.orderBy('seq').toArray(),
  needsYou: await device.attention.toArray(),
  halfTyped: await device.forms.toArray(),
})

async function whatIsBeside(device: Device) {
  const copy = await readCopy(device.name).catch(() => null)
  return { device: copy?.identity.number ?? 0, waiting: copy?.calls ?? [], needsYou: copy?.attention ?? [] }
}
