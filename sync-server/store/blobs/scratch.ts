import { createHash, randomUUID, type Hash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rmdir, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NoRoom, StoreUnavailable } from '../unavailable.ts'
import { TooManyBytes, type Received } from './blobs.ts'

/** Writes a stream into a folder of this disk while counting and hashing it; whatever goes wrong leaves nothing. @throws TooManyBytes */
export async function receiveInto(folder: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received> {
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  let file: FileHandle | undefined
  try {
    await makeFolder(folder)
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
}

export function discard({ path }: Received): void {
  rmSync(path, { force: true })
}

/** Deletes a file that has lain there since before a time; answers how many that were. In one breath: in between, it could be made anew. */
export function deleteOlder(path: string, before: number): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.mtimeMs >= before) return 0
  rmSync(path, { force: true })
  return 1
}

/** Deletes what was received and never kept or discarded, and pieces of uploads that nobody remembers. */
export async function sweepScratch(folder: string, before: number): Promise<number> {
  let deleted = 0
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) deleted += deleteOlder(path, before)
    else {
      deleted += await sweepScratch(path, before)
      await rmdir(path).catch(() => undefined)
    }
  }
  return deleted
}

export async function hashOf(bytes: AsyncIterable<unknown>): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Makes a folder that a power failure does not take away again. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!made) return
  for (let path = folder; path.length >= made.length; path = dirname(path)) await flush(dirname(path))
}

export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw asUnavailable(error)
  })

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

/** The disk is full, over its quota, read-only, broken or gone, or there are no more file handles: nobody who asks can help it. */
export function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  const message = `The files cannot be used at the moment (${code}).`
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return new NoRoom(message, { cause: error })
  return /^(EROFS|EIO|EFBIG|EMFILE|ENFILE|EACCES|EPERM|ENOENT|ENOTDIR|EEXIST)$/.test(code)
    ? new StoreUnavailable(message, { cause: error })
    : error
}
