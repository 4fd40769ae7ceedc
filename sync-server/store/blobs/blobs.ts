import { createHash, randomUUID, type Hash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  type ReadStream,
} from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { NoRoom, StoreUnavailable } from '../unavailable.ts'

/** Bytes on the disk that are not kept yet: whole, with their SHA-256 in hex. */
export interface Received {
  path: string
  size: number
  hash: string
}
/** More bytes came than are taken. */
export class TooManyBytes extends Error {}

interface BlobFolder {
  folder: string
  pathOf(hash: string): string
}
export type Blobs = ReturnType<typeof openBlobs>

/** The folder of a database's files: what is deleted in one is nothing to the other. */
export const blobFolderOf = (database: string): string =>
  join(dirname(database), 'files', basename(database).replace(/\.sqlite$/, ''))

/**
 * Bytes of files, each stored once under its SHA-256 (`ab/cdef…`), outside of every web root; beside them `incoming`, where they
 * are until they are whole and judged. A blob is written and flushed elsewhere and then gets its name, so what has a name is whole.
 */
export function openBlobs(folder: string) {
  const incoming = join(folder, 'incoming')
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2))

  return {
    folder,
    incoming,
    pathOf,

    /** Writes a stream to the disk while counting and hashing it. @throws TooManyBytes */
    async receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received> {
      const path = join(incoming, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      let file: FileHandle | undefined
      try {
        await makeFolder(incoming)
        file = await open(path, 'wx', 0o600)
        for await (const chunk of bytes) {
          size += chunk.length
          if (size > most) throw new TooManyBytes()
          hash.update(chunk)
          for (let written = 0; written < chunk.length;)
            written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
        }
        await file.sync()
        return { path, size, hash: hash.digest('hex') }
      } catch (error) {
        if (file) rmSync(path, { force: true })
        throw asUnavailable(error)
      } finally {
        await file?.close().catch(() => undefined)
      }
    },

    /** Away with bytes that were received, kept or not. */
    discard({ path }: Received): void {
      rmSync(path, { force: true })
    },

    /** Counts, hashes and flushes bytes that are on the disk already. */
    async adopt(path: string): Promise<Received> {
      try {
        const file = await open(path, 'r')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
        return { path, ...(await hashFile(path)) }
      } catch (error) {
        throw asUnavailable(error)
      }
    },

    /**
     * Gives received bytes their name; the file under `incoming` can be deleted then. The blob is as young as this call even where
     * there was one, so that a sweep leaves it alone until a row names it.
     */
    async keep({ path, hash }: Received): Promise<void> {
      try {
        const now = new Date()
        utimesSync(path, now, now)
        const target = pathOf(hash)
        await makeFolder(dirname(target))
        await place(path, target, incoming)
      } catch (error) {
        throw asUnavailable(error)
      }
    },

    /** A blob's bytes, or some of them, the last included. The stream closes its file however it ends. */
    async read(hash: string, range?: { start: number; end: number }): Promise<ReadStream> {
      const file = await open(pathOf(hash), 'r').catch((error: unknown) => {
        throw new StoreUnavailable(`The bytes ${hash} cannot be read (${codeOf(error)}).`, { cause: error })
      })
      return file.createReadStream(range ?? {})
    },

    /**
     * Deletes blobs that nobody needs and what never became one, if it has lain there since before a time. A file gets its blob
     * before its row: whatever is younger may be waiting for it.
     */
    async sweep(needed: (hashes: string[]) => Promise<ReadonlySet<string>>, before: number): Promise<number> {
      let deleted = 0
      // Looked at and deleted in one breath: in between, the same bytes could be kept again.
      const isDeleted = (path: string): number => {
        const found = statSync(path, { throwIfNoEntry: false })
        if (!found || found.mtimeMs >= before) return 0
        rmSync(path, { force: true })
        return 1
      }
      for (const name of await namesIn(incoming)) deleted += isDeleted(join(incoming, name))
      for await (const hashes of hashesIn(folder)) {
        const kept = await needed(hashes)
        for (const hash of hashes) if (!kept.has(hash)) deleted += isDeleted(pathOf(hash))
      }
      return deleted
    },

    /** Copies blobs from another folder, those of `hashes` or all that are there; what is missing there is left out. */
    async copyFrom(source: BlobFolder, hashes?: Iterable<string>): Promise<void> {
      for await (const batch of hashes ? [[...hashes]] : hashesIn(source.folder))
        for (const hash of batch) {
          if (!existsSync(source.pathOf(hash))) continue
          await makeFolder(dirname(pathOf(hash)))
          await place(source.pathOf(hash), pathOf(hash), incoming)
        }
    },
  }
}

const BATCH = 500

/** The names of all blobs, some at a time. */
async function* hashesIn(folder: string): AsyncGenerator<string[]> {
  for (const start of (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    const hashes = (await namesIn(join(folder, start))).map((rest) => start + rest)
    for (let index = 0; index < hashes.length; index += BATCH) yield hashes.slice(index, index + BATCH)
  }
}

/** What is wrong with the bytes of a hash, or null. */
export async function blobProblem(blobs: Blobs, hash: string): Promise<'missing' | 'changed' | null> {
  if (!existsSync(blobs.pathOf(hash))) return 'missing'
  return (await hashFile(blobs.pathOf(hash))).hash === hash ? null : 'changed'
}

/** Puts a copy of a file under a name in one step: a link where the system makes one, which costs no space. Nobody writes to a blob. */
async function place(path: string, target: string, beside: string): Promise<void> {
  const fresh = join(beside, randomUUID())
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

/** Makes a folder that a power failure does not take away again. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!made) return
  for (let path = folder; path.length >= made.length; path = dirname(path)) await flush(dirname(path))
}

async function hashFile(path: string): Promise<{ size: number; hash: string }> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { size: (await stat(path)).size, hash: hash.digest('hex') }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw asUnavailable(error)
  })

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

/** The disk is full, over its quota, read-only, broken or gone, or there are no more file handles: nobody who asks can help it. */
export function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  const message = `The files cannot be used at the moment (${code}).`
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return new NoRoom(message, { cause: error })
  return /^(EROFS|EIO|EFBIG|EMFILE|ENFILE|EACCES|EPERM|ENOENT|ENOTDIR|EEXIST)$/.test(code)
    ? new StoreUnavailable(message, { cause: error })
    : error
}
