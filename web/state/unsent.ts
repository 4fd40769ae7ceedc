import type { AttentionItem, Device } from '../data/device.ts'
import { foldRequests } from '../sync/fold-requests.ts'

/** What needs the person, folded in the same way. The first of each says why: what follows may only follow from it. */
export const foldAttention = (items: AttentionItem[]): AttentionItem[][] =>
  foldRequests(inJudgedOrder(items).map((item) => ({ ...item.call, item }))).map((calls) =>
    calls.map(({ item }) => item),
  )

/** Numbers start anew with a new device number; the server's own time goes on. */
export const inJudgedOrder = (items: AttentionItem[]): AttentionItem[] =>
  [...items].sort((a, b) => a.received.localeCompare(b.received) || a.call.seq - b.call.seq)

/** How many things on this device have not reached the server, files among them. */
export const countUnsent = async (device: Device): Promise<number> =>
  foldRequests(await device.outbox.orderBy('seq').toArray()).length + (await countFiles(device, false))

/** How many things came back and need the person. */
export const countAttention = async (device: Device): Promise<number> =>
  foldAttention(await device.attention.toArray()).length + (await countFiles(device, true))

/** Everything that has not reached the server, or came back from it and waits for the person; `texts`: what is only half-typed. */
export async function countWaiting(device: Device): Promise<{ unsent: number; attention: number; texts: number }> {
  const counts = [countUnsent(device), countAttention(device), device.forms.count()] as const
  const [unsent, attention, texts] = await Promise.all(counts)
  return { unsent, attention, texts }
}

const countFiles = (device: Device, needsYou: boolean): Promise<number> =>
  device.uploads.filter((file) => file.fileId === 0 && file.needsYou === needsYou).count()
