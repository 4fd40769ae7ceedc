import type { SealedCopy } from '#shared/protocol/courier.ts'
import { sealQueue, takeOver } from '../state/courier.ts'
import type { TestDevice, Wire, World } from './world.ts'

/** What becomes of a sealed copy in somebody else's hands: its parts get through, are lost, come twice, or somebody has changed it. */
export const courierFates = ['through', 'request-lost', 'answer-lost', 'twice', 'changed'] as const
export type CourierFate = (typeof courierFates)[number]

export interface Sealed {
  copy: SealedCopy
  callIds: Set<string>
}

/** The copy that a device hands over of what waits there; it may travel for long, and in many hands. */
export async function seal(device: TestDevice, copies: Sealed[]): Promise<void> {
  const copy = await sealQueue(device.db, device.user)
  if ('why' in copy) return
  const [from, to] = [copy.parts[0]?.from ?? 0, copy.parts.at(-1)?.to ?? 0]
  const calls = (await device.outbox()).filter(({ seq }) => seq >= from && seq <= to)
  copies.push({ copy, callIds: new Set(calls.map(({ id }) => id)) })
}

/** Somebody takes a copy along and brings it. @returns what should not have happened */
export async function carry(
  world: World,
  carrier: TestDevice,
  { copy }: Sealed,
  fate: CourierFate,
  copies: Sealed[],
): Promise<string[]> {
  await takeOver(carrier.db, fate === 'changed' ? changed(copy) : copy)
  return bring(world, carrier, fate === 'changed' ? 'through' : fate, copies)
}

/** Whatever a carrier brings counts as its author's, and the diary says who brought it. */
export async function bring(
  world: World,
  carrier: TestDevice,
  fate: Exclude<CourierFate, 'changed'>,
  copies: Sealed[],
): Promise<string[]> {
  const lost = () => Promise.reject(new TypeError('the wire broke'))
  const wires: Record<typeof fate, Wire> = {
    through: (deliver) => deliver(),
    'request-lost': lost,
    'answer-lost': async (deliver) => {
      await deliver()
      return lost()
    },
    twice: async (deliver) => {
      await deliver()
      return deliver()
    },
  }
  carrier.wire = wires[fate]
  const known = new Set((await world.diary()).map(({ id }) => id))
  await carrier.attend()
  return (await world.diary())
    .filter(({ id }) => !known.has(id))
    .flatMap(({ callId, userId, carriedById, name }) => {
      const [id = ''] = callId.split('@')
      const sealed = copies.find(({ callIds }) => callIds.has(id))
      if (sealed?.copy.head.owner.id !== userId) return [`carried, and nobody's who sealed it: ${name} ${callId}`]
      const brings = carrier.user.id === userId ? 0 : carrier.user.id
      return carriedById === brings ? [] : [`carried, and the diary does not say by whom: ${name} ${callId}`]
    })
}

function changed(copy: SealedCopy): SealedCopy {
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  return { ...copy, parts: copy.parts.map((part) => ({ ...part, body: flipped(part.body) })) }
}
