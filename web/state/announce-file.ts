import { announceFile, removeFile } from '#shared/commands/file-facts.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { newCallId } from '../data/call-id.ts'
import type { AttentionItem, Device, KeptFile, QueuedCall } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import { performOnDisk } from '../sync/perform-on-disk.ts'
import type { Actor } from '../sync/perform.ts'
import { takeBack } from './second-copy.ts'

/** Why a chosen file is not announced, in a sentence for the person: then it is not kept either. */
export class NotAnnounced extends Error {}

/** Meanwhile it has another announcement, or is gone: a second tap, another tab. */
class Overtaken extends Error {}

/**
 * Tells everybody who sees the place of a file that is whole on this device: its row here and the call are one write. Where the server is known to be
 * older, or has not given this device a number yet, it is told by its bytes alone, as before there were announcements. Of two at once one is made.
 * @throws NotAnnounced and then nothing is written
 */
export async function announce(device: Device, actor: Actor, file: KeptFile, must?: MustBeThere): Promise<void> {
  const [{ number }, { problem }] = await Promise.all([device.get('identity'), device.get('contact')])
  if (number === 0 || problem === 'server') return replace(device, file, { ...file, factId: 0 }, must)
  const { projectId, requestId, name, size, sha256 } = file
  let factId = 0
  try {
    const { refusal } = await performOnDisk(
      ...([device, actor, announceFile] as const),
      (newId) => ({ id: (factId = newId()), projectId, requestId, name, size, hash: sha256 }),
      { also: () => replaceNow(device, file, { ...file, factId }, must) },
    )
    if (refusal) throw new NotAnnounced(refusal.errors?.[0]?.message ?? sentenceOf(refusal))
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
}

/** One that is gone meanwhile is not brought back: else it is new, or wanted after all. */
type MustBeThere = 'must be there'

/** In a transaction of others, which ends with it where the row is another one by now. */
async function replaceNow(device: Device, before: KeptFile, after: KeptFile, must?: MustBeThere): Promise<void> {
  const now = await device.uploads.get(before.id)
  if (now ? (now.factId ?? 0) !== (before.factId ?? 0) : must) throw new Overtaken()
  await device.uploads.put(after)
}
const replace = (device: Device, before: KeptFile, after: KeptFile, must?: MustBeThere): Promise<void> =>
  onDisk(device, () => device.transaction('rw', device.uploads, () => replaceNow(device, before, after, must))).catch(
    (error: unknown) => {
      if (!(error instanceof Overtaken)) throw error
    },
  )

/** Whether a call is the announcement under this id. */
const announces =
  (factId: number) =>
  ({ name, input }: Pick<QueuedCall, 'name' | 'input'>): boolean =>
    name === announceFile.name && (input as { id: number }).id === factId

/** The announcement that the server refused; undefined when it did not. */
export const refusedFact = (device: Device, factId: number): Promise<AttentionItem | undefined> =>
  device.attention.filter(({ call }) => announces(factId)(call)).first()

/** Takes an announcement back: as if it had never been made, where it has not been on the wire; else the others hear that nothing comes. */
export async function unannounce(device: Device, actor: Actor, { factId = 0 }: KeptFile): Promise<void> {
  if (factId === 0) return
  await onDisk(device, () => device.attention.filter(({ call }) => announces(factId)(call)).delete())
  const queued = await device.outbox.filter(announces(factId)).first()
  if (queued && (await takeBack(device, actor, queued.id))) return
  if (await device.rows('files').get(factId)) await performOnDisk(device, actor, removeFile, () => ({ id: factId }))
}

/**
 * A file that was given up is wanted after all: it goes from its beginning, under another key, so that no answer to what was on the wire for it
 * before is taken for its own.
 */
export const wantAfterAll = (device: Device, actor: Actor, file: KeptFile): Promise<void> =>
  announce(device, actor, { ...file, key: newCallId(), url: '', sent: 0 })

/** A file that did not go, and has not been removed, is sent anew, as if it had never been: under its announcement while that stands, else under another one. */
export async function sendAnew(device: Device, actor: Actor, file: KeptFile): Promise<void> {
  const { factId = 0 } = file
  const anew = { ...file, key: newCallId(), url: '', sent: 0, problem: '', needsYou: false, damaged: 0 }
  const row = await device.rows('files').get(factId)
  if (factId === 0 || row?.active) return replace(device, file, anew, 'must be there')
  try {
    await announce(device, actor, anew, 'must be there')
    await onDisk(device, () => device.attention.filter(({ call }) => announces(factId)(call)).delete())
  } catch (error) {
    if (!(error instanceof NotAnnounced)) throw error
    await onDisk(device, () => device.uploads.update(file.id, { problem: error.message, needsYou: true }))
  }
}
