import * as z from 'zod/mini'
import { id, instant, line } from '../model/fields.ts'
import { callSchema } from './round.ts'

/**
 * Unsent work that travels in somebody else's device, or on a stick (decision 056): sealed for the server, signed by the device it
 * comes from. Its parts are as large as a round of a thin link, and each is opened and judged by itself.
 */
const base64 = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
/** A point of P-256, as WebCrypto exports it raw. */
const publicKey = base64(100)

/** All that a carrier can read. `server` is the key it is sealed for; `items` as the Outbox counts them. */
const headSchema = z.strictObject({
  server: publicKey,
  owner: z.strictObject({ id, name: line }),
  device: id,
  items: id,
  saved: instant,
})
export type SealedHead = z.infer<typeof headSchema>

/** Calls `from` to `to`; `key` was made for this part alone. */
const partSchema = z.strictObject({ from: id, to: id, key: publicKey, iv: base64(16), body: base64(180_000) })
export type SealedPart = z.infer<typeof partSchema>

export const SEALED_COPY = 'sealed copy'
export const sealedCopySchema = z.strictObject({
  fieldpost: z.literal(SEALED_COPY),
  head: headSchema,
  parts: z.array(partSchema).check(z.minLength(1), z.maxLength(5_000)),
})
export type SealedCopy = z.infer<typeof sealedCopySchema>

/** The body of `POST courier`. */
export const deliverySchema = z.strictObject({ head: headSchema, part: partSchema })
export type Delivery = z.infer<typeof deliverySchema>

/** What is sealed, behind the 64 bytes of its signature and zipped. */
export const sealedCallsSchema = z.array(callSchema).check(z.minLength(1), z.maxLength(50))
export const SIGNATURE_BYTES = 64

/** All that stands on the outside of a part: it is signed and sealed with it, so a changed byte of it opens nothing. */
export const outsideOf = ({ server, owner, device, items, saved }: SealedHead, part: Omit<SealedPart, 'iv' | 'body'>) =>
  JSON.stringify([1, server, owner.id, owner.name, device, items, saved, part.from, part.to, part.key])

/** Of the key that a part is sealed with. */
export const SEAL_INFO = 'fieldpost courier 1'

/** The body of `POST courier/key`: a device's number, and the public half of what it signs with. */
export const deviceKeySchema = z.strictObject({ device: id, key: publicKey })
/** What it is answered: what copies are sealed for, and what receipts are signed with. */
export const serverKeysSchema = z.object({ seal: publicKey, sign: publicKey })
export type ServerKeys = z.infer<typeof serverKeysSchema>

/** What the server says about a delivered part; `text` is a `Receipt`, signed. */
export const signedReceiptSchema = z.strictObject({
  text: z.string().check(z.maxLength(20_000)),
  signature: base64(100),
})
export type SignedReceipt = z.infer<typeof signedReceiptSchema>
export const receiptSchema = z.object({
  owner: id,
  device: id,
  carrier: id,
  received: instant,
  calls: z.array(z.object({ seq: id, id: line, verdict: z.enum(['applied', 'nothing', 'refused']) })),
})
export type Receipt = z.infer<typeof receiptSchema>

/** The answer of `POST courier`. `waits`: why the rest of this part was not judged, and is brought again later. */
export interface Delivered {
  receipt: SignedReceipt
  waits?: string
}

export const RECEIPTS = 'receipts'
export const receiptFileSchema = z.strictObject({
  fieldpost: z.literal(RECEIPTS),
  receipts: z.array(signedReceiptSchema).check(z.minLength(1), z.maxLength(5_000)),
})
