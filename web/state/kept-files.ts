import { create } from 'zustand'
import { maxFileBytes, type Organisation } from '#shared/model/limits.ts'
import { emptyFile, fileNameOf, refusedKind, typeOfFile } from '#shared/rules/files.ts'
import type { Device, KeptFile } from '../data/device.ts'
import { NotKept, onDisk } from '../data/disk.ts'
import { exclusively } from '../sync/lock.ts'
import type { Actor } from '../sync/perform.ts'
import { announce, NotAnnounced } from './announce-file.ts'
import { smallerPhoto } from './smaller-photo.ts'
import { newCallId } from '../data/call-id.ts'

/** What files are put to. */
export type Place = { projectId: number } | { requestId: number }

/** A file on its way from the person's hand to this device's disk, or why it did not get there. */
export interface ChosenFile {
  id: string
  place: Place
  name: string
  size: number
  problem: string
}

/** Only until each is kept or refused; what is kept is a row of `uploads`. */
export const useChosen = create<{ chosen: readonly ChosenFile[] }>()(() => ({ chosen: [] }))

const CHUNK_BYTES = 512 * 1024
const noRoom = 'This device is full. Free some room and choose it again.'
const closed = 'This browser cannot write to this device. Reload the page and choose it again.'
const unreadable = 'It could not be read. Choose it again.'

/** Keeps files on this device, one after the other, and says at each that is not kept why. `smaller`: photos are made so before. @returns how many */
export async function attach(
  device: Device,
  actor: Actor,
  place: Place,
  files: readonly File[],
  smaller = false,
): Promise<number> {
  let kept = 0
  const chosen = files.map((file): ChosenFile => {
    const name = fileNameOf(file.name)
    return { id: newCallId(), place, name, size: file.size, problem: kindProblem(name, file.size) }
  })
  setChosen((others) => [...others, ...chosen])
  for (const [n, one] of chosen.entries()) {
    const file = files[n]
    if (!file || one.problem !== '') continue
    try {
      const { bytes, name } = smaller ? await smallerOf(file, one.name) : { bytes: file, name: one.name }
      const problem = sizeProblem(bytes.size, actor.organisation)
      if (problem !== '') noteProblem(one.id, problem)
      else {
        const sizeBefore = bytes === file ? 0 : file.size
        await keepFile(device, place, bytes, { id: one.id, name, sizeBefore, actor })
        dropChosen(one.id)
        kept += 1
      }
    } catch (error) {
      noteProblem(one.id, problemIn(error))
    }
  }
  return kept
}

function problemIn(error: unknown): string {
  if (error instanceof NotKept) return /full/.test(error.message) ? noRoom : closed
  return error instanceof NotAnnounced ? error.message : unreadable
}

/** As it is, where it cannot be made smaller. */
const smallerOf = async (file: File, name: string): Promise<{ bytes: Blob; name: string }> =>
  (await smallerPhoto(file, name).catch(() => null)) ?? { bytes: file, name }

const setChosen = (how: (chosen: readonly ChosenFile[]) => readonly ChosenFile[]) =>
  useChosen.setState(({ chosen }) => ({ chosen: how(chosen) }))
const noteProblem = (id: string, problem: string) =>
  setChosen((chosen) => chosen.map((one) => (one.id === id ? { ...one, problem } : one)))

/** Takes away the line that says why a file was not kept. */
export const dropChosen = (id: string): void => setChosen((chosen) => chosen.filter((one) => one.id !== id))

function kindProblem(name: string, size: number): string {
  if (!typeOfFile(name)) return refusedKind
  return size === 0 ? emptyFile : ''
}
function sizeProblem(size: number, organisation: Organisation): string {
  const limit = maxFileBytes(organisation)
  const mb = (bytes: number) => `${Math.ceil(bytes / 104_857.6) / 10} MB`
  return size > limit ? `Too large (${mb(size)}, limit ${mb(limit)}). Choose a smaller one.` : ''
}

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
      const file: KeptFile = {
        ...{ id, key: newCallId(), projectId: 0, requestId: 0, ...place },
        ...{ name, type: typeOfFile(name) ?? '', size: bytes.size, sizeBefore, sha256: await sha256Of(bytes) },
        ...{ at: new Date().toISOString(), url: '', sent: 0, perSecond: 0 },
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
