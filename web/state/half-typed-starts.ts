import type { Device, FormDraft } from '../data/device.ts'

/** The half-typed start of a new request, by its name in this device's database. */
export const NEW_REQUEST = 'request:new'
const AGAIN = 'request:again:'
/** The same of a new request that says again what this one said. */
export const againKey = (requestId: number): string => `${AGAIN}${requestId}`

export interface HalfTypedStart extends FormDraft {
  /** The request that it says again; 0 when it is a new one. */
  like: number
}

/** Starts that were begun and left, or killed: they have no number yet, but they are drafts (C-014). The last typed comes first. */
export async function halfTypedStarts(device: Device): Promise<HalfTypedStart[]> {
  const forms = await startsOn(device).toArray()
  return forms
    .map((form) => ({ ...form, like: Number(form.key.slice(AGAIN.length)) || 0 }))
    .sort((a, b) => (a.saved < b.saved ? 1 : -1))
}

/** How many drafts their owner has, with a number or without. */
export async function countDrafts(device: Device, userId: number): Promise<number> {
  const saved = await device.rows('requests').where('draftOf').equals(userId).count()
  return saved + (await startsOn(device).count())
}

const startsOn = ({ forms }: Device) => forms.where('key').equals(NEW_REQUEST).or('key').startsWith(AGAIN)
