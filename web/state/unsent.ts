import type { AttentionItem, Device, QueuedCall } from '../data/device.ts'
import { requestIdOf, stepOf } from './request-steps.ts'

/** Calls as people count them: all steps of one request are one thing, in the place of the first. */
export function foldRequests<C extends Pick<QueuedCall, 'name' | 'input'>>(calls: C[]): C[][] {
  const things: C[][] = []
  const thingOfRequest = new Map<number, C[]>()
  for (const call of calls) {
    const request = stepOf(call) ? requestIdOf(call.name, call.input) : 0
    const thing = request > 0 ? thingOfRequest.get(request) : undefined
    if (thing) {
      thing.push(call)
      continue
    }
    const started = [call]
    things.push(started)
    if (request > 0) thingOfRequest.set(request, started)
  }
  return things
}

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

const countFiles = (device: Device, needsYou: boolean): Promise<number> =>
  device.uploads.filter((file) => file.fileId === 0 && file.needsYou === needsYou).count()
