import { webcrypto } from 'node:crypto'
import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { gunzipSync } from 'node:zlib'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import type { Device } from '#shared/model/server-tables.ts'
import {
  deliverySchema,
  deviceKeySchema,
  outsideOf,
  SEAL_INFO,
  sealedCallsSchema,
  SIGNATURE_BYTES,
  type Delivered,
  type Delivery,
  type Receipt,
  type ServerKeys,
  type SignedReceipt,
} from '#shared/protocol/courier.ts'
import type { Call } from '#shared/protocol/sync.ts'
import { notFound } from '../execute/errors.ts'
import type { Server } from '../execute/execute.ts'
import { parse } from '../http/json-body.ts'
import type { Store } from '../store/store.ts'
import { tooLarge, type SignedIn } from './mount.ts'
import { judgeCalls, TryAgain } from './round.ts'

const { subtle } = webcrypto
type CryptoKey = webcrypto.CryptoKey
const curve = { namedCurve: 'P-256' }
const box = { name: 'ECDH', ...curve }
const pen = { name: 'ECDSA', ...curve }
const stroke = { name: 'ECDSA', hash: 'SHA-256' }

/** What one part takes as a body. */
export const courierBody = {
  most: 250_000,
  tooLarge: 'This part of a copy is larger than Fieldpost makes them. Ask for the copy once more.',
}
/** What a part may come to when it is opened. */
const MOST_BYTES = 1_000_000

/** `POST /courier/key` and `POST /courier` (decision 056), on an app that has already found out who asks. */
export function mountCourier<E extends SignedIn>(app: Hono<E>, server: Server): void {
  const keys = keysIn(server.store)

  app.post('/courier/key', async (c) => {
    const asked = deviceKeySchema.safeParse(c.var.body)
    if (!asked.success || !(await verifierOf(asked.data.key).catch(() => null)))
      throw new HTTPException(400, { message: 'This is not a key.' })
    const { device, key } = asked.data
    const { session, actor } = c.var
    const reads = { row: one('devices', device), alive: one('sessions', session.id) }
    // The session may have been ended since it was asked for, and with it all keys of the device.
    const isKept = await server.store.transact({ reads }, ({ row, alive }) =>
      row && row.userId === actor.id && alive?.ended === false
        ? { changes: [put('devices', { ...row, signKey: key, signSession: session.id })], value: true }
        : { changes: [], value: false },
    )
    if (!isKept) throw notFound()
    return c.json((await keys()).told)
  })

  app.post('/courier', async (c) => {
    const delivery = deliverySchema.safeParse(c.var.body)
    if (!delivery.success) throw new HTTPException(400, { message: 'This is not a sealed copy of Fieldpost.' })
    try {
      return c.json(await deliver({ ...server, address: c.var.address }, await keys(), c.var.actor.id, delivery.data))
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      throw new HTTPException(503, {
        message: 'The server could not judge a call. Bring it again later.',
        cause: error,
      })
    }
  })
}

interface OwnKeys {
  told: ServerKeys
  open: CryptoKey
  sign: CryptoKey
}

/** This server's own key pairs, made when they are asked for first; a backup keeps them. */
function keysIn(store: Store): () => Promise<OwnKeys> {
  let known: Promise<OwnKeys> | undefined
  const [SEAL, SIGN] = [1, 2]
  const find = async (): Promise<OwnKeys> => {
    const fresh = [await newPair(SEAL, box, ['deriveBits']), await newPair(SIGN, pen, ['sign', 'verify'])] as const
    const [seal, sign] = await store.transact({ reads: { rows: many('serverKeys', {}) } }, ({ rows }) => {
      const pair = fresh.map((row) => rows.find(({ id }) => id === row.id) ?? row) as [
        (typeof fresh)[0],
        (typeof fresh)[1],
      ]
      const isMissing = !rows.some(({ id }) => id === SEAL)
      return { changes: isMissing ? fresh.map((row) => put('serverKeys', row)) : [], value: pair }
    })
    return {
      told: { seal: seal.publicKey, sign: sign.publicKey },
      open: await subtle.importKey('pkcs8', bytesOf(seal.privateKey), box, false, ['deriveBits']),
      sign: await subtle.importKey('pkcs8', bytesOf(sign.privateKey), pen, false, ['sign']),
    }
  }
  return () =>
    (known ??= find().catch((error: unknown) => {
      known = undefined
      throw error
    }))
}

async function newPair(id: number, algorithm: typeof box, uses: webcrypto.KeyUsage[]) {
  const pair = await subtle.generateKey(algorithm, true, uses)
  const privateKey = base64Of(await subtle.exportKey('pkcs8', pair.privateKey))
  return { id, publicKey: base64Of(await subtle.exportKey('raw', pair.publicKey)), privateKey }
}

/**
 * Opens one part and judges its calls as their author's, in order, as a round does; what was judged before is answered from the diary.
 * @throws HTTPException 422 when it is not to be believed: then nothing of it is judged
 */
async function deliver(server: Server, keys: OwnKeys, carrier: number, delivery: Delivery): Promise<Delivered> {
  const { owner, device, calls } = await believed(server, keys, delivery)
  const from = { userId: owner, device, ...(carrier === owner ? {} : { carriedById: carrier }) }
  const stop = await judgeCalls(server, from, calls)
  const { entries, row, author } = await server.store.read({
    reads: {
      entries: many('calls', { callId: calls.map(({ id }) => id) }),
      row: one('devices', device),
      author: one('users', owner),
    },
  })
  const known = new Map(entries.filter(({ userId }) => userId === owner).map((entry) => [entry.callId, entry]))
  const told = calls.flatMap(({ seq, id }) => {
    const entry = known.get(id)
    return entry ? [{ seq, id, verdict: entry.verdict }] : []
  })
  const receipt = await signed(keys, { owner, device, carrier, received: server.now(), calls: told })
  if (told.length === calls.length) return { receipt }
  if (!author?.active) throw refused.closed()
  if (stop === 'cloned') throw refused.overtaken()
  if (stop) return { receipt, waits: waits.ahead }
  return { receipt, waits: (row?.lastSeq ?? 0) < (calls[0]?.seq ?? 0) - 1 ? waits.gap : waits.again }
}

const no = (message: string) => () => new HTTPException(422, { message })
const refused = {
  otherServer: no('This copy was sealed for another server. Nothing of it was taken.'),
  changed: no('This copy is damaged, or somebody changed it. Nothing of it was taken: ask for it once more.'),
  unknown: no('This copy names a device that is not its owner’s. Nothing of it was taken.'),
  unsigned: no(
    'The device that made this copy has to sign in again before its copies are taken. Nothing of it was taken.',
  ),
  closed: no('The account of this copy’s owner is closed. Nothing of it was taken.'),
  overtaken: no('Its owner’s device has sent other work since. What this copy still holds comes from there.'),
}
const waits = {
  ahead: 'It was made with a newer app than the server knows. It is brought again when the server has been updated.',
  gap: 'Something that was made before it has not arrived yet. It is brought again later.',
  again: 'The server did not come to the end of it. It is brought again later.',
}

interface Believed {
  owner: number
  device: number
  calls: Call[]
}

/** Whose device has made it, whole and unchanged, for this server. */
async function believed({ store }: Server, keys: OwnKeys, { head, part }: Delivery): Promise<Believed> {
  if (head.server !== keys.told.seal) throw refused.otherServer()
  const outside = Buffer.from(outsideOf(head, part))
  const inside = await opened(keys.open, part, outside).catch(() => null)
  if (!inside) throw refused.changed()
  const { device, owner } = await store.read({
    reads: { device: one('devices', head.device), owner: one('users', head.owner.id) },
  })
  if (!device || !owner || device.userId !== owner.id) throw refused.unknown()
  if (!owner.active) throw refused.closed()
  if (device.signKey === '') throw refused.unsigned()
  const [signature, zipped] = [inside.subarray(0, SIGNATURE_BYTES), inside.subarray(SIGNATURE_BYTES)]
  if (!(await isSignedBy(device, signature, Buffer.concat([outside, zipped])))) throw refused.changed()
  const calls = sealedCallsSchema.safeParse(callsIn(zipped))
  const isWhole = calls.success && calls.data.every(({ seq }, at) => seq === part.from + at)
  if (!isWhole || calls.data.at(-1)?.seq !== part.to) throw refused.changed()
  const large = tooLarge(calls.data)?.[0]
  if (large) throw no(`${large.message} Nothing of this part was taken.`)()
  return { owner: owner.id, device: device.id, calls: calls.data }
}

async function opened(key: CryptoKey, part: Delivery['part'], outside: Buffer): Promise<Buffer> {
  const theirs = await subtle.importKey('raw', bytesOf(part.key), box, false, [])
  const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, key, 256)
  const kdf = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(part.key), info: Buffer.from(SEAL_INFO) }
  const aes = await subtle.deriveKey(
    kdf,
    await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const how = { name: 'AES-GCM', iv: bytesOf(part.iv), additionalData: outside }
  return Buffer.from(await subtle.decrypt(how, aes, bytesOf(part.body)))
}

function callsIn(zipped: Buffer): unknown {
  try {
    return parse(gunzipSync(zipped, { maxOutputLength: MOST_BYTES }).toString('utf8'))
  } catch {
    return null
  }
}

const verifierOf = (key: string): Promise<CryptoKey> => subtle.importKey('raw', bytesOf(key), pen, false, ['verify'])

const isSignedBy = async ({ signKey }: Device, signature: Buffer, bytes: Buffer): Promise<boolean> =>
  subtle.verify(stroke, await verifierOf(signKey), signature, bytes)

async function signed({ sign }: OwnKeys, receipt: Receipt): Promise<SignedReceipt> {
  const text = JSON.stringify(receipt)
  return { text, signature: base64Of(await subtle.sign(stroke, sign, Buffer.from(text))) }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')
const base64Of = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64')
