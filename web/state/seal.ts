import type { Call } from '#shared/protocol/sync.ts'
import {
  outsideOf,
  SEAL_INFO,
  SIGNATURE_BYTES,
  type SealedHead,
  type SealedPart,
  type SignedReceipt,
} from '#shared/protocol/courier.ts'

/** How copies are signed and sealed (decision 056), by what every browser brings along. */
const curve = { namedCurve: 'P-256' }
const box = { name: 'ECDH', ...curve }
const pen = { name: 'ECDSA', ...curve }
const stroke = { name: 'ECDSA', hash: 'SHA-256' }

/** A browser seals only on pages that came over https, or from this very machine. */
export const canSeal = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** The private half never leaves this browser, not even to this app. */
export const newPair = () => crypto.subtle.generateKey(pen, false, ['sign', 'verify'])

type KeyPair = Awaited<ReturnType<typeof newPair>>

export const publicHalf = async ({ publicKey }: KeyPair): Promise<string> =>
  base64Of(await crypto.subtle.exportKey('raw', publicKey))

/** Signed by this device, sealed for the server, with all that stands on the outside. */
export async function sealedPart(
  head: SealedHead,
  { from, to, calls }: { from: number; to: number; calls: readonly Call[] },
  pair: KeyPair,
): Promise<SealedPart> {
  const { subtle } = crypto
  const once = await subtle.generateKey(box, false, ['deriveBits'])
  const part = { from, to, key: await publicHalf(once) }
  const outside = encoded(outsideOf(head, part))
  const zipped = await zip(JSON.stringify(calls))
  const signature = new Uint8Array(await subtle.sign(stroke, pair.privateKey, joined(outside, zipped)))
  if (signature.length !== SIGNATURE_BYTES) throw new Error('A signature of another length')
  const theirs = await subtle.importKey('raw', bytesOf(head.server), box, false, [])
  const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, once.privateKey, 256)
  const aes = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(part.key), info: encoded(SEAL_INFO) },
    await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const how = { name: 'AES-GCM', iv, additionalData: outside }
  return { ...part, iv: base64Of(iv), body: base64Of(await subtle.encrypt(how, aes, joined(signature, zipped))) }
}

/** Whether this server has said it. */
export async function isFromServer({ text, signature }: SignedReceipt, signKey: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(signKey), pen, false, ['verify'])
  return crypto.subtle.verify(stroke, key, bytesOf(signature), encoded(text))
}

type Bytes = Uint8Array<ArrayBuffer>
const encoded = (text: string): Bytes => new TextEncoder().encode(text)
const joined = (a: Bytes, b: Bytes): Bytes => {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
const zip = async (text: string): Promise<Bytes> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
const bytesOf = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const base64Of = (bytes: ArrayBuffer | Bytes): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
