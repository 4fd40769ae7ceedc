import { typeOfFile } from '#shared/rules/files.ts'
import type { Device, KeptFile } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import { exclusively } from '../sync/lock.ts'
import type { Actor } from '../sync/perform.ts'
import { announce } from './announce-file.ts'
import { newCallId } from '../data/call-id.ts'

/** What files are put to. */
export type Place = { projectId: number } | { requestId: number }

const CHUNK_BYTES = 512 * 1024

/**
 * Writes a file's bytes, piece by piece, and then its row: what has a row is whole. A kill in between leaves pieces without one, which the
 * next start takes away (`tidyFiles`). It is announced in the name of `actor`.
 * @throws NotKept, NotAnnounced and then nothing of it is left here
 */
export const keepFile = (
  device: Device,
  place: Place,
  bytes: Blob,
  { name, id = newCallId(), sizeBefore = 0, actor }: { name: string; id?: string; sizeBefore?: number; actor?: Actor },
): Promise<KeptFile> =>
  keeping(device, async () => {
    try {
      for (let n = 0; n * CHUNK_BYTES < bytes.size; n++) {
        const piece = await bytes.slice(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES).arrayBuffer()
        await onDisk(device, () => device.chunks.put({ upload: id, n, bytes: piece }))
      }
      const { skew } = await device.get('contact')
      const file: KeptFile = {
        ...{ id, key: newCallId(), projectId: 0, requestId: 0, ...place },
        ...{ name, type: typeOfFile(name) ?? '', size: bytes.size, sizeBefore, sha256: await sha256Of(bytes) },
        ...{ at: new Date(Date.now() + skew).toISOString(), url: '', sent: 0, perSecond: 0 },
        ...{ problem: '', needsYou: false, damaged: 0, fileId: 0 },
      }
      await (actor ? announce(device, actor, file) : onDisk(device, () => device.uploads.put(file)))
      return file
    } catch (error) {
      await chunksOf(device, id)
        .delete()
        .catch(() => undefined)
      throw error
    }
  })

/** Whoever keeps a file and whoever takes away what is left of one do not meet, in whatever tab. */
const keeping = <T>(device: Device, work: () => Promise<T>): Promise<T> =>
  exclusively(`fieldpost-keeping-${device.name}`, work)

async function sha256Of(bytes: Blob): Promise<string> {
  // There is no WebCrypto where the page is not secure.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  const digest = await subtle?.digest('SHA-256', await bytes.arrayBuffer())
  return digest ? [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') : ''
}

export const chunksOf = (device: Device, id: string) =>
  device.chunks.where('[upload+n]').between([id, 0], [id, Infinity])

/** Some of a kept file's bytes, or all; null when they are not here, as they should be. */
export async function bytesOf(device: Device, { id, size, type }: KeptFile, from = 0, to = size): Promise<Blob | null> {
  const first = Math.floor(from / CHUNK_BYTES)
  const pieces = await device.chunks
    .where('[upload+n]')
    .between([id, first], [id, Math.ceil(to / CHUNK_BYTES)])
    .toArray()
  const start = from - first * CHUNK_BYTES
  const bytes = new Blob(pieces.map((piece) => piece.bytes)).slice(start, start + to - from, type)
  return bytes.size === to - from ? bytes : null
}

/** What has not arrived, in the order it was chosen. */
export const waitingFiles = async (device: Device): Promise<KeptFile[]> =>
  (await device.uploads.filter(({ fileId }) => fileId === 0).toArray()).sort((a, b) => a.at.localeCompare(b.at))

/** Once in each start: bytes that no row needs any more, and rows of files that have arrived. */
export const tidyFiles = (device: Device): Promise<void> =>
  keeping(device, () =>
    onDisk(device, () =>
      device.transaction('rw', device.uploads, device.chunks, async () => {
        await device.uploads.filter(({ fileId }) => fileId > 0).delete()
        const kept = new Set(await device.uploads.toCollection().primaryKeys())
        const pieces = await device.chunks.toCollection().primaryKeys()
        await device.chunks.bulkDelete(pieces.filter(([upload]) => !kept.has(upload)))
      }),
    ),
  )
