import { randomFillSync } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NoRoom } from './unavailable.ts'

export type Disk = ReturnType<typeof openDisk>
/** Room that is kept for the bytes of one upload. */
export type Held = Awaited<ReturnType<Disk['hold']>>

interface DiskOptions {
  /** What grows in them shares their disks; the fullest counts. A folder need not be there yet. */
  folders: string[]
  /** Bytes that files leave free for everything else. */
  reserve: number
  /** A file of so many bytes beside the database, given up when a write meets a full disk. None: there is none. */
  ballast?: { path: string; bytes: number }
  /** Hears when the ballast was given, and when it is there again. */
  tell?: (entry: Record<string, unknown>) => void
  /** Free bytes; tests bring a disk of their own. */
  measure?: () => Promise<number>
}

export const MIN_FREE_BYTES = 200_000_000
/** Some hundred sign-ins and approvals, with their pages and indexes. */
export const BALLAST_BYTES = 8_000_000
export const ballastOf = (database: string): string => `${database}-ballast`

const STEP = 250_000
const MEGABYTE = 1_000_000
const MEND_MS = 10_000

/**
 * The one answer to the question whether there is room. Files stop at a reserve, which leaves the rest to the database; when
 * even that is used up by others, the ballast is given to it, so that people can still sign in and decide. Then nothing but
 * room makes the disk good again: `isNearlyFull` until the ballast is back and the reserve free beside it.
 */
export function openDisk({ folders, reserve, ballast, tell = () => undefined, measure }: DiskOptions) {
  const free = measure ?? (async () => Math.min(...(await Promise.all(folders.map(freeIn)))))
  let isWhole = !ballast || sizeOf(ballast.path) === ballast.bytes
  let held = 0
  let turn: Promise<unknown> = Promise.resolve()
  let mending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function hasRoomFor(bytes: number): Promise<boolean> {
    await mend()
    // What lands while it is measured is counted twice and never missed.
    const before = held
    return isWhole && (await free()) - before - bytes >= reserve
  }

  /** One after the other, so that no two are promised the same room. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** Makes the ballast when it is not there and there is room for it besides the reserve. */
  function mend(): Promise<void> {
    return isWhole ? Promise.resolve() : (mending ??= make().finally(() => (mending = undefined)))
  }

  async function make(): Promise<void> {
    if (!ballast || (await free()) - held < reserve + ballast.bytes) return
    try {
      await writeBallast(ballast)
    } catch {
      // The room went to somebody else meanwhile.
      return rm(ballast.path, { force: true })
    }
    isWhole = true
    clearInterval(timer)
    timer = undefined
    tell({ level: 'info', event: 'ballast-made' })
  }

  return {
    isNearlyFull: async (): Promise<boolean> => !(await hasRoomFor(0)),

    /** Keeps room for bytes that are about to come. @throws NoRoom */
    async hold(bytes: number) {
      let left = bytes
      await inTurn(async () => {
        if (!(await hasRoomFor(bytes))) throw new NoRoom('The disk is nearly full: files are refused.')
        held += bytes
      })
      const took = (size: number) => {
        const here = Math.min(left, size)
        left -= here
        held -= here
      }
      return {
        /** Passes bytes on while the reserve is free, whoever else writes meanwhile. @throws NoRoom */
        async *watch(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
          let since = 0
          for await (const chunk of stream) {
            since += chunk.length
            if (since >= STEP) {
              since = 0
              if (!isWhole || (await free()) < reserve) throw new NoRoom('The disk filled up while a file came.')
            }
            yield chunk
            took(chunk.length)
          }
        },
        release: () => took(left),
      }
    },

    /** Gives the ballast to whoever met a full disk; false when there is none to give. At once, because a write waits for it. */
    give(): boolean {
      if (!ballast || !existsSync(ballast.path)) return false
      isWhole = false
      try {
        freeAtOnce(ballast.path)
      } catch {
        return false
      }
      tell({
        level: 'error',
        event: 'ballast-given',
        message: 'The disk is full. Make room: sign-ins and small writes go on for a while.',
      })
      timer ??= setInterval(() => void mend(), MEND_MS).unref()
      return true
    },

    /** Whether the ballast is there. */
    isWhole: () => isWhole,
    mend,
    close: () => clearInterval(timer),
  }
}

/** Flushed, because some file systems hand freed blocks out only after that. */
function freeAtOnce(path: string): void {
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  rmSync(path, { force: true })
}

/** Of random bytes: there are file systems that store zeros in no space at all. */
async function writeBallast({ path, bytes }: { path: string; bytes: number }): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    const part = Buffer.alloc(Math.min(MEGABYTE, bytes))
    for (let left = bytes; left > 0;)
      left -= (await file.write(randomFillSync(part), 0, Math.min(left, part.length))).bytesWritten
    await file.sync()
  } finally {
    await file.close()
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function freeIn(folder: string): Promise<number> {
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const { bavail, bsize } = await statfs(there)
  return bavail * bsize
}
