import Database from 'better-sqlite3'
import {
  copyFileSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  linkSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DEVICE_COUNTER, ID_COUNTER } from '../ids.ts'
import { IDS_AHEAD, lifeOf, livesThatEnd, newEpoch, type Replaced } from '../lives.ts'
import type { DatabaseMode, EarlierLife } from '../store.ts'
import { own } from './file.ts'
import { earlierLives, migrations, readMeta, refuseForeign, writeMeta } from './migrations.ts'
import { describe, verify, type Verified } from './verify.ts'

/** Four megabytes: whoever commits meanwhile waits for no more than this to be on the disk. */
const PORTION = 1_000

/**
 * Copies a database into a single file while a server writes to it, and verifies the copy. One moment is read from beginning to end:
 * otherwise the copy would start again with each commit and might never end. Each portion is on the disk before the next is read: five
 * gigabytes that are flushed at the end kept every commit waiting for half a second.
 */
export async function backUp(path: string, copy: string): Promise<Verified> {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`)
  const db = new Database(path, { readonly: true, timeout: 5_000 })
  try {
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_master').get()
    await copySteadily(db, copy)
  } finally {
    db.close()
  }
  const copied = new Database(copy)
  try {
    copied.pragma('journal_mode = DELETE')
    return verify(copied)
  } finally {
    copied.close()
    flush(copy)
    flush(dirname(copy))
  }
}

async function copySteadily(db: Database.Database, copy: string): Promise<void> {
  let written: number | undefined
  try {
    await db.backup(copy, {
      progress() {
        if (existsSync(copy)) fdatasyncSync((written ??= openSync(copy, 'r')))
        return PORTION
      },
    })
  } finally {
    if (written !== undefined) closeSync(written)
  }
}

/** A file whose bytes a database names; `isNeeded` while it has not been removed. */
export interface NamedFile {
  id: number
  name: string
  hash: string
  isNeeded: boolean
}

export function filesNamedIn(path: string): NamedFile[] {
  const db = new Database(path, { readonly: true })
  try {
    const rows = db.prepare('SELECT id, name, hash, active FROM files WHERE stored = 1 ORDER BY id').all()
    return (rows as (Omit<NamedFile, 'isNeeded'> & { active: number })[]).map(({ active, ...file }) => ({
      ...file,
      isNeeded: active === 1,
    }))
  } finally {
    db.close()
  }
}

interface Restored extends Verified {
  /** Where the database that was there before is kept; null when there was none. */
  kept: string | null
}

/**
 * Puts a backup in the place of a database that nobody has open. It is verified and prepared on a copy beside, so that up
 * to the last step nothing has changed; what was there before is kept.
 */
export function restore(copy: string, path: string, mode: DatabaseMode, { evenUnsound = false } = {}): Restored {
  if (!existsSync(copy)) throw new Error(`There is no backup at ${copy}.`)
  const owner = own(path)
  const fresh = `${path}.restoring`
  try {
    for (const ending of files) rmSync(fresh + ending, { force: true })
    copyFileSync(copy, fresh)
    // Of a database that was in use and not closed, such as the one that a restore has replaced, the newest is in its log.
    if (existsSync(`${copy}-wal`)) copyFileSync(`${copy}-wal`, `${fresh}-wal`)
    const verified = prepare(fresh, mode, replacedAt(path), evenUnsound)
    const kept = setAside(path)
    renameSync(fresh, path)
    flush(dirname(path))
    return { ...verified, kept }
  } finally {
    for (const ending of files) rmSync(fresh + ending, { force: true })
    owner?.close()
  }
}

/** A new life: devices see another epoch, start anew and send again what this backup has not seen. */
function prepare(path: string, mode: DatabaseMode, replaced: Replaced | null, evenUnsound: boolean): Verified {
  const db = new Database(path)
  try {
    db.pragma('synchronous = FULL')
    const found = evenUnsound ? describe(db) : verify(db)
    refuseForeign(db, mode, migrations.length)
    const epoch = newEpoch()
    const lives = livesThatEnd(earlierLives(db), lifeIn(db), replaced)
    const ids = Math.max((counterIn(db, ID_COUNTER) ?? 0) + IDS_AHEAD, replaced?.ids ?? 0)
    // Numbers that were given out after the backup are in use on devices: they must not be given out again.
    const count = db.prepare(
      'INSERT INTO counters (id, name, value, version) VALUES (?, ?, ?, 0) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
    )
    db.transaction(() => {
      writeMeta(db, 'earlier', JSON.stringify(lives))
      writeMeta(db, 'epoch', epoch)
      count.run(DEVICE_COUNTER, 'devices', Math.max(...lives.map(({ reserved }) => reserved)))
      count.run(ID_COUNTER, 'ids', ids)
      // They have gone out since, or are of a time that is over; of the links in them some were used since; of uploads a backup has no bytes.
      for (const table of ['effects', 'letters', 'links', 'uploads'])
        if (db.pragma(`table_info(${table})`, { simple: true }) !== undefined) db.exec(`DELETE FROM ${table}`)
    })()
    return { ...found, epoch }
  } finally {
    db.close()
    flush(path)
  }
}

/** What is to be known of the database that is there now; null where there is none, or it cannot be read any more. */
function replacedAt(path: string): Replaced | null {
  if (!existsSync(path)) return null
  try {
    const db = new Database(path, { readonly: true })
    try {
      const [devices, ids] = [DEVICE_COUNTER, ID_COUNTER].map((id) => counterIn(db, id) ?? 0) as [number, number]
      return { epoch: readMeta(db, 'epoch') ?? '', earlier: earlierLives(db), devices, ids }
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

function lifeIn(db: Database.Database): EarlierLife {
  const known = db.prepare('SELECT received FROM calls ORDER BY id DESC LIMIT 1').pluck().get() as string | undefined
  return lifeOf({ epoch: readMeta(db, 'epoch') ?? '', devices: counterIn(db, DEVICE_COUNTER), known })
}

const counterIn = (db: Database.Database, id: number): number | undefined =>
  db.prepare<[number], number>('SELECT value FROM counters WHERE id = ?').pluck().get(id)

const files = ['', '-wal', '-shm', '-journal']

/** A log left beside another database would be played into it: it goes with the one it belongs to. */
function setAside(path: string): string | null {
  if (!existsSync(path)) return null
  const kept = `${path}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`
  linkSync(path, kept)
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`)
  rmSync(`${path}-shm`, { force: true })
  return kept
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
