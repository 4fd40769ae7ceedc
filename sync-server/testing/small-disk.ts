import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync, writeSync, openSync, closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { blobFolderOf, openFolder, type FolderBlobs } from '../store/blobs/folder.ts'
import { ballastOf, openDisk, type Disk } from '../store/disk.ts'
import { openSqlite, type SqliteStore } from '../store/sqlite/sqlite.ts'

const MB = 1_000_000
export const RESERVE = 4 * MB
export const BALLAST = 2 * MB
const CAPACITY = 24 * MB
/** What others have on it from the start; gone when room is made. */
const OTHERS = 6 * MB
export const FOR_US = CAPACITY - OTHERS

/** A data folder on a disk of 24 MB, with a reserve and a ballast; `fill` is somebody else who takes all that is left. */
export interface SmallDisk {
  store: SqliteStore
  disk: Disk
  blobs: FolderBlobs
  database: string
  fill(): void
  makeRoom(): void
  told: Record<string, unknown>[]
  isReal: boolean
  remove(): void
}

/** A file system of its own in memory: what is full there is full. Null where this user may not mount. */
export function aRealDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${CAPACITY}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  writeFileSync(join(folder, 'others'), Buffer.alloc(OTHERS))
  const opened = open(folder)
  return {
    ...opened,
    isReal: true,
    fill() {
      // What the log has grown to would be free again with the next checkpoint.
      const database = new Database(opened.database)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      const file = openSync(filler, 'w')
      try {
        for (let size = MB; size >= 1;)
          try {
            writeSync(file, Buffer.alloc(size))
          } catch {
            size = Math.floor(size / 2)
          }
      } finally {
        closeSync(file)
      }
    },
    makeRoom() {
      rmSync(filler)
      rmSync(join(folder, 'others'))
    },
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same by counting: free is what the files leave of a capacity, and a full disk gives the database no page more. */
export function aCountedDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-counted-'))
  let taken = OTHERS
  const free = () => Math.max(0, CAPACITY - taken - bytesIn(folder))
  const opened = open(
    folder,
    () => Promise.resolve(free()),
    (store) => store.limitPages(store.pages() + Math.floor(BALLAST / 4_096)),
  )
  return {
    ...opened,
    isReal: false,
    fill() {
      taken += free()
      opened.store.limitPages(opened.store.pages())
    },
    makeRoom() {
      taken = 0
      opened.store.limitPages(1_000_000)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function open(folder: string, measure?: () => Promise<number>, given: (store: SqliteStore) => void = () => undefined) {
  const database = join(folder, 'fieldpost.sqlite')
  const blobs = openFolder(blobFolderOf(database))
  const told: Record<string, unknown>[] = []
  const disk = openDisk({
    folders: [folder, blobs.folder],
    reserve: RESERVE,
    ballast: { path: ballastOf(database), bytes: BALLAST },
    tell: (entry) => told.push(entry),
    ...(measure ? { measure } : {}),
  })
  const give = (): boolean => {
    if (!disk.give()) return false
    given(store)
    return true
  }
  const store = openSqlite({ path: database, mode: 'demo', room: { ...disk, give } })
  return { store, disk, blobs, database, told }
}

/** Without the database's log: how far that grows before it is played into the database is the machine's affair. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.endsWith('-wal'))
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      const blocks = () => statSync(path, { throwIfNoEntry: false })?.blocks ?? 0
      return sum + (entry.isDirectory() ? bytesIn(path) : blocks() * 512)
    }, 0)
