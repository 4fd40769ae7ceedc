import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, renameSync, utimesSync } from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StoreUnavailable } from '../unavailable.ts'
import { BytesMissing, type Blobs, type ByteRange, type Received } from './blobs.ts'
import { copyEach, inOrder } from './copy.ts'
import {
  asUnavailable,
  codeOf,
  deleteOlder,
  discard,
  flush,
  hashOf,
  makeFolder,
  namesIn,
  receiveInto,
  sweepScratch,
} from './scratch.ts'

/** Bytes in a folder, which can be looked into. */
export interface FolderBlobs extends Blobs {
  folder: string
  pathOf(hash: string): string
}

/** The folder of a database's files: what is deleted in one is nothing to the other. */
export const blobFolderOf = (database: string): string =>
  join(dirname(database), 'files', basename(database).replace(/\.sqlite$/, ''))

/**
 * Each hash a file (`ab/cdef…`), outside of every web root; beside them `incoming`, the scratch, with a folder for the pieces of each upload. A blob is written and flushed there and then
 * gets its name, so what has a name is whole.
 */
export function openFolder(folder: string): FolderBlobs {
  const scratch = join(folder, 'incoming')
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2))

  return {
    folder,
    scratch,
    pathOf,
    receive: (bytes, most) => receiveInto(scratch, bytes, most),
    discard,

    async keep({ path, hash }: Received) {
      try {
        const now = new Date()
        utimesSync(path, now, now)
        await place(path, pathOf(hash), scratch)
      } catch (error) {
        throw asUnavailable(error)
      }
    },

    read: (hash, range) => readFrom(pathOf(hash), range),

    async problem(hash) {
      if (!existsSync(pathOf(hash))) return 'missing'
      return (await hashOf(await readFrom(pathOf(hash)))) === hash ? null : 'changed'
    },

    async sweep(needed, before) {
      let deleted = await sweepScratch(scratch, before)
      for await (const hashes of hashesIn(folder)) {
        const kept = await needed(hashes)
        for (const hash of hashes) if (!kept.has(hash)) deleted += deleteOlder(pathOf(hash), before)
      }
      return deleted
    },

    async putPiece(upload, name, { path }) {
      try {
        await place(path, join(scratch, upload, name), scratch)
      } catch (error) {
        throw asUnavailable(error)
      }
    },

    assemble: (upload, names, most) =>
      receiveInto(
        scratch,
        inOrder(names, (name) => readFrom(join(scratch, upload, name))),
        most,
      ),

    async dropPieces(upload, names) {
      for (const path of names?.map((name) => join(scratch, upload, name)) ?? [join(scratch, upload)])
        await rm(path, { recursive: true, force: true })
    },

    hashes: () => hashesIn(folder),

    async copyFrom(source, hashes) {
      if (!('pathOf' in source)) return copyEach(this, source, hashes)
      const from = source as FolderBlobs
      for await (const batch of hashes ? [[...hashes]] : from.hashes())
        for (const hash of batch)
          if (existsSync(from.pathOf(hash))) await place(from.pathOf(hash), pathOf(hash), scratch)
    },
  }
}

/** The stream closes its file however it ends. */
async function readFrom(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path, 'r').catch((error: unknown) => {
    const Problem = codeOf(error) === 'ENOENT' ? BytesMissing : StoreUnavailable
    throw new Problem(`The bytes ${basename(path)} cannot be read (${codeOf(error)}).`, { cause: error })
  })
  return file.createReadStream(range ?? {})
}

const BATCH = 500

async function* hashesIn(folder: string): AsyncGenerator<string[]> {
  for (const start of (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    const hashes = (await namesIn(join(folder, start))).map((rest) => start + rest)
    for (let index = 0; index < hashes.length; index += BATCH) yield hashes.slice(index, index + BATCH)
  }
}

/** Puts a copy of a file under a name in one step: a link where the system makes one, which costs no space. Nobody writes to a blob. */
async function place(path: string, target: string, beside: string): Promise<void> {
  const fresh = join(beside, randomUUID())
  await makeFolder(dirname(target))
  await makeFolder(beside)
  try {
    linkSync(path, fresh)
  } catch {
    await copyFile(path, fresh)
  }
  try {
    await flush(fresh)
    renameSync(fresh, target)
  } finally {
    // Scar: renaming one link of a file over another link of the same file does nothing, and leaves both.
    await rm(fresh, { force: true })
  }
  await flush(dirname(target))
}
