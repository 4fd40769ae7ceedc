import { create } from 'zustand'
import {
  SEALED_COPY,
  serverKeysSchema,
  type Delivered,
  type SealedCopy,
  type SealedHead,
  type ServerKeys,
} from '#shared/protocol/courier.ts'
import type { Call } from '#shared/protocol/sync.ts'
import type { User } from '#shared/model/reference.ts'
import { numberOf, type Carried, type Device, type QueuedCall } from '../data/device.ts'
import { within } from '../data/within.ts'
import { callApi, type Fetch } from '../net/api.ts'
import { readCopy } from '../session/beside.ts'
import { canSeal, newPair, publicHalf, sealedPart } from './seal.ts'
import { foldRequests } from '../sync/fold-requests.ts'

/** Who speaks to the server: the session, and in tests their own network. */
interface Line {
  token: string
  expires: string
  fetch?: Fetch
}

/** The copy that is on the wire at this moment, by its key. */
export const useCarrying = create<{ key: string | null }>()(() => ({ key: null }))

/**
 * What a page does for the courier (decision 056) after each contact with the server: gives it the key of this device, and brings what is
 * carried for others. Nothing of it waits for an answer that the person sees, and what does not get through is tried after the next contact.
 */
export const attend = (device: Device, line: Line): Promise<void> =>
  alone(device.name, async () => {
    await giveKey(device, line)
    await deliverAll(device, line)
  })

/** Once for each number, session and life of the server's database: with the session an administrator ends the key counts no more. */
async function giveKey(device: Device, { expires, ...line }: Line): Promise<void> {
  const [{ number }, { ready, cursor }, kept] = await device.transaction('r', device.meta, () =>
    Promise.all([device.get('identity'), device.get('position'), device.get('courier')]),
  )
  const told = [number, expires, cursor?.split('.')[0]].join()
  if (number === 0 || !ready || !canSeal() || kept?.told === told) return
  const pair = kept?.pair ?? (await newPair())
  const body = { device: number, key: await publicHalf(pair) }
  const answer = await callApi<ServerKeys>('courier/key', { method: 'POST', body, ...line })
  if (answer.kind !== 'ok') return
  await device.set('courier', { pair, server: serverKeysSchema.parse(answer.body), number, told })
}

async function deliverAll(device: Device, line: Line): Promise<void> {
  try {
    for (const { key, refused } of (await device.get('carried')) ?? [])
      if (!refused && !(await deliver(device, key, line))) return
  } finally {
    useCarrying.setState({ key: null })
  }
}

/** The server will say the same again, whenever it is asked. */
const forGood = [400, 413, 422]

/** Part after part, in order. False when there is no server to bring anything to. */
async function deliver(device: Device, key: string, { token, fetch }: Line): Promise<boolean> {
  for (;;) {
    const one = (await device.get('carried'))?.find((carried) => carried.key === key)
    const part = one?.copy.parts[0]
    if (!one || !part) return true
    useCarrying.setState({ key })
    const body = { head: one.copy.head, part }
    const answer = await callApi<Delivered>('courier', { method: 'POST', token, body, ...(fetch ? { fetch } : {}) })
    if (answer.kind === 'refused' && forGood.includes(answer.status)) {
      await changeOne(device, key, (carried) => ({ ...carried, refused: answer.error.message }))
      return true
    }
    if (answer.kind !== 'ok') return false
    const { receipt, waits } = answer.body
    await changeOne(device, key, ({ waits: _, ...carried }) =>
      waits
        ? { ...carried, waits }
        : {
            ...carried,
            receipts: [...carried.receipts, receipt],
            copy: { ...carried.copy, parts: carried.copy.parts.slice(1) },
          },
    )
    if (waits) return true
  }
}

const changeOne = (device: Device, key: string, how: (carried: Carried) => Carried): Promise<void> =>
  device.change('carried', (all = []) => all.map((one) => (one.key === key ? how(one) : one)))

/** Keeps a copy until there is a link; the same copy twice is one. */
export async function takeOver(device: Device, copy: SealedCopy, taken = new Date().toISOString()): Promise<void> {
  const { head, parts } = copy
  const key = [head.device, head.saved, parts[0]?.from].join()
  const bytes = JSON.stringify(copy).length
  const one: Carried = { key, copy, bytes, parts: parts.length, taken, receipts: [] }
  await device.change('carried', (all = []) => (all.some((other) => other.key === key) ? all : [one, ...all]))
}

/** What a carrier has delivered, or carries no longer, goes from this device; its owner's keeps it until the server answers there. */
export const dropCarried = (device: Device, key: string): Promise<void> =>
  device.change('carried', (all = []) => all.filter((one) => one.key !== key))

/** Each part is one request over a thin link. */
const PART = { calls: 20, characters: 16_000 }

/** What can be sealed now, or why nothing can. */
export async function sealable(device: Device): Promise<{ calls: QueuedCall[] } | { why: string }> {
  if (!canSeal()) return { why: whys.unsafe }
  const own = await device.get('courier')
  const number = numberOf(await device.get('identity'))
  if (!own || number !== own.number) return { why: whys.strange }
  const { judged } = await device.get('position')
  const queue = (await device.outbox.orderBy('seq').toArray()).filter(({ seq }) => seq > judged)
  const held = queue.findIndex((call) => call.held)
  const calls = held < 0 ? queue : queue.slice(0, held)
  return calls.length > 0 ? { calls } : { why: whys.nothing }
}

/**
 * The queue as it would go in rounds, sealed for the server; or why there is none. From now on only the server can say what became of these
 * calls: they may travel, so they are not taken back, as if they had been on the wire.
 */
export async function sealQueue(device: Device, user: User): Promise<SealedCopy | { why: string }> {
  const own = await device.get('courier')
  const found = await device.transaction('rw', [device.outbox, device.meta], async () => {
    const now = await sealable(device)
    if ('calls' in now)
      for (const { seq, firstSent } of now.calls)
        await device.outbox.update(seq, { firstSent: firstSent || Date.now() })
    return now
  })
  if ('why' in found || !own) return 'why' in found ? found : { why: whys.strange }
  const { calls } = found
  const owner = { id: user.id, name: user.fullName }
  const head: SealedHead = {
    ...{ server: own.server.seal, owner, device: own.number },
    ...{ items: foldRequests(calls).length, saved: new Date().toISOString() },
  }
  const parts = await Promise.all(inParts(calls).map((part) => sealedPart(head, part, own.pair)))
  return { fieldpost: SEALED_COPY, head, parts }
}

const whys = {
  unsafe:
    'This browser seals nothing here, because the address of Fieldpost does not begin with https. What waits stays on this device and goes out when there is a connection.',
  strange:
    'This device has no seal yet: it gets one at its first contact with the server after you signed in. What waits stays on this device.',
  nothing: 'Nothing waits on this device, so there is nothing to hand to anybody.',
}

function inParts(queue: readonly QueuedCall[]) {
  const parts: { from: number; to: number; calls: Call[]; characters: number }[] = []
  for (const { seq, id, name, input, at, version } of queue) {
    const call = { seq, id, name, input, at, ...(version === undefined ? {} : { version }) }
    const characters = JSON.stringify(call).length
    const last = parts.at(-1)
    if (last && last.calls.length < PART.calls && last.characters + characters <= PART.characters) {
      last.calls.push(call)
      last.to = seq
      last.characters += characters
    } else parts.push({ from: seq, to: seq, calls: [call], characters })
  }
  return parts
}

/**
 * The file that *Save a copy* writes: everything for the person to read, and what waits once more as the server takes it from any device
 * (`saved-copy.ts` reads it back). When the database does not open, it is what lies beside it.
 */
export async function wholeCopy(device: Device, user: User, notKept?: { name: string; input: unknown }) {
  const [sealed, here] = await Promise.all([
    answered(device, () => sealQueue(device, user)).catch(() => null),
    answered(device, () => whatIsHere(device)).catch(() => whatIsBeside(device)),
  ])
  return {
    application: 'Fieldpost',
    person: { id: user.id, fullName: user.fullName, email: user.email },
    saved: new Date().toISOString(),
    ...(notKept ? { notSaved: notKept } : {}),
    ...here,
    ...(sealed && 'parts' in sealed ? { sealed } : {}),
  }
}

/** A database on a full disk may never say no, nor may what lies beside it; and one in place of another has nothing of it. What was not saved is in the file all the same. */
const ANSWER_MS = 5_000
function answered<T>(device: Device, work: () => Promise<T>): Promise<T> {
  const gone = () => {
    throw new DOMException('The database does not answer', 'InvalidStateError')
  }
  return device.isAnew ? Promise.reject(new Error('The browser threw it away')) : within(ANSWER_MS, work(), gone)
}

const whatIsHere = async (device: Device) => ({
  device: (await device.get('identity')).number,
  waiting: await device.outbox.orderBy('seq').toArray(),
  needsYou: await device.attention.toArray(),
  halfTyped: await device.forms.toArray(),
})

async function whatIsBeside(device: Device) {
  const copy = await within(
    ANSWER_MS,
    readCopy(device.name).catch(() => null),
    () => null,
  )
  const { calls: waiting = [], attention: needsYou = [], forms: halfTyped = [] } = copy ?? {}
  return { device: copy?.identity.number ?? 0, waiting, needsYou, halfTyped }
}

/** One page at a time; who comes second leaves it to the first. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  return navigator.locks.request(`fieldpost-courier-${name}`, { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  )
}
