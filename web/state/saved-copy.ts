import * as z from 'zod/mini'
import { instant } from '#shared/model/fields.ts'
import type { User } from '#shared/model/reference.ts'
import { callSchema } from '#shared/protocol/round.ts'
import {
  receiptFileSchema,
  receiptSchema,
  sealedCopySchema,
  type Receipt,
  type SealedCopy,
} from '#shared/protocol/courier.ts'
import type { AttentionItem, Device, FormDraft } from '../data/device.ts'
import { takeOver } from './courier.ts'
import { isFromServer } from './seal.ts'
import { foldRequests } from '../sync/fold-requests.ts'
import { foldAttention } from './unsent.ts'

const refusal = z.looseObject({ refused: z.string() })
const conflict = z.looseObject({ field: z.string() })
const call = z.looseObject(callSchema.def.shape)

/** What `wholeCopy` writes, as far as it is read back. */
const savedCopySchema = z.looseObject({
  application: z.literal('Fieldpost'),
  person: z.looseObject({ id: z.int(), fullName: z.string() }),
  saved: instant,
  device: z.int(),
  waiting: z.array(call),
  needsYou: z.array(
    z.looseObject({
      ...{ key: z.string(), call, received: z.string() },
      ...{ refusal: z.nullable(refusal), conflicts: z.array(conflict) },
    }),
  ),
  halfTyped: z.optional(z.array(z.object({ key: z.string(), values: z.unknown(), saved: z.string() }))),
  sealed: z.optional(sealedCopySchema),
})
type SavedCopy = z.infer<typeof savedCopySchema>

/** A file of Fieldpost that somebody opens, and what can become of it here. */
export type OpenedFile =
  | { kind: 'sealed'; copy: SealedCopy; bytes: number }
  | { kind: 'own'; copy: SavedCopy; found: Found }
  | { kind: 'receipts'; receipts: Receipt[] }
  | { kind: 'refused'; why: string }

/** What a copy of one's own holds that this device does not. */
export interface Found {
  forms: FormDraft[]
  /** Texts that are here with other words. */
  differing: FormDraft[]
  attention: AttentionItem[]
  /** How many things of it wait, as the Outbox counts them, and what becomes of them. */
  waiting: number
  way: 'here' | 'sealed' | 'none'
}

/** Larger is no file of ours. */
const MOST_BYTES = 20_000_000

export async function openFile(device: Device, user: User, file: Blob): Promise<OpenedFile> {
  if (file.size > MOST_BYTES) return { kind: 'refused', why: notOurs }
  const content = jsonIn(await file.text())
  const sealed = sealedCopySchema.safeParse(content)
  if (sealed.success) return { kind: 'sealed', copy: sealed.data, bytes: file.size }
  const receipts = receiptFileSchema.safeParse(content)
  if (receipts.success) return openReceipts(device, user, receipts.data.receipts)
  const saved = savedCopySchema.safeParse(content)
  if (!saved.success) return { kind: 'refused', why: notOurs }
  const copy = saved.data
  if (copy.person.id === user.id) return { kind: 'own', copy, found: await whatIsIn(device, copy) }
  if (copy.sealed) return { kind: 'sealed', copy: copy.sealed, bytes: JSON.stringify(copy.sealed).length }
  return {
    kind: 'refused',
    why: `This is a copy of ${copy.person.fullName}, and it has no seal: only they can read it back.`,
  }
}

const notOurs = 'This is not a copy that Fieldpost has saved, or it is damaged. Nothing was changed on this device.'

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function openReceipts(
  device: Device,
  user: User,
  all: Parameters<typeof isFromServer>[0][],
): Promise<OpenedFile> {
  const sign = (await device.get('courier'))?.server.sign
  if (!sign)
    return {
      kind: 'refused',
      why: 'This device has not met the server since you signed in, so it cannot tell whose receipt this is.',
    }
  const isGenuine = await Promise.all(all.map((one) => isFromServer(one, sign).catch(() => false)))
  if (isGenuine.includes(false))
    return { kind: 'refused', why: 'This receipt is not from your server, or somebody changed it. Do not rely on it.' }
  const receipts = all.map(({ text }) => receiptSchema.parse(JSON.parse(text)))
  const isTheirs = receipts.every(({ owner }) => owner === user.id)
  return isTheirs
    ? { kind: 'receipts', receipts }
    : { kind: 'refused', why: 'This receipt is about the work of somebody else.' }
}

async function whatIsIn(device: Device, copy: SavedCopy): Promise<Found> {
  const all = copy.halfTyped ?? []
  const here = await device.forms.bulkGet(all.map(({ key }) => key))
  const isSame = (form: FormDraft, at: number) => JSON.stringify(here[at]?.values) === JSON.stringify(form.values)
  const attention = copy.needsYou as unknown as AttentionItem[]
  const kept = await device.attention.bulkGet(attention.map(({ key }) => key))
  const known = await callsHere(device)
  const waiting = copy.waiting.filter(({ id }) => !known.has(id))
  return {
    forms: all.filter((_, at) => !here[at]),
    differing: all.filter((form, at) => here[at] && !isSame(form, at)),
    attention: attention.filter((_, at) => !kept[at]),
    waiting: foldRequests(waiting).length,
    way: waiting.length === 0 ? 'here' : copy.sealed ? 'sealed' : 'none',
  }
}

/** By their ids: a device that was put back to an earlier time has the number of the copy and not what it has made since. */
async function callsHere({ outbox, judged, attention }: Device): Promise<ReadonlySet<string>> {
  const [waiting, known, needing] = await Promise.all([outbox.toArray(), judged.toArray(), attention.toArray()])
  return new Set([...waiting, ...known, ...needing.map(({ call }) => call)].map(({ id }) => id))
}

/**
 * Half-typed texts and what needs the person come back as such. What waited goes to the server by the courier's door: its ids are those of the
 * device it was made on, so no other queue can take it.
 */
export async function readBack(
  device: Device,
  { copy, found }: { copy: SavedCopy; found: Found },
  overwrite: boolean,
): Promise<void> {
  const forms = overwrite ? [...found.forms, ...found.differing] : found.forms
  await device.transaction('rw', [device.forms, device.attention], async () => {
    await device.forms.bulkPut(forms)
    await device.attention.bulkPut(found.attention)
  })
  if (found.way === 'sealed' && copy.sealed) await takeOver(device, copy.sealed)
}

export const countNeeding = ({ attention }: Found): number => foldAttention(attention).length
