import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CAPACITY_MB = 120
const AGAIN_MS = 20

export interface SmallDisk {
  folder: string
  /** Somebody else takes all that is left, to the last byte, and whatever the browser gives back to itself by deleting what it can spare. */
  fill: () => void
  makeRoom: () => void
  remove: () => void
}

/** A file system of its own in memory. @throws where this user may not mount: a full disk cannot be had in another way. */
export function aSmallDisk(megabytes = CAPACITY_MB): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}M`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  let filling: NodeJS.Timeout | undefined
  const takeAll = () => {
    const file = openSync(filler, 'a')
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch {
        // No room for so much; half of it may fit.
      }
    closeSync(file)
  }
  return {
    folder,
    fill() {
      takeAll()
      filling ??= setInterval(takeAll, AGAIN_MS)
    },
    makeRoom() {
      clearInterval(filling)
      filling = undefined
      rmSync(filler)
    },
    remove() {
      clearInterval(filling)
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
