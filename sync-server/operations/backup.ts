import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp, restore } from '../store/backup.ts'
import type { DatabaseMode } from '../store/migrations.ts'

/** A backup is a folder: the database, later the files beside it, and what was in them when it was made. */
const DATABASE = 'fieldpost.sqlite'
const MANIFEST = 'backup.json'

interface Manifest {
  made: string
  version: number
  calls: Record<string, number>
  sha256: Record<string, string>
}

/** Makes a backup of a database in use as a new folder inside `folder`. It has its name only when it is whole and verified. */
export async function makeBackup(database: string, folder: string, now = new Date()): Promise<string> {
  const started = performance.now()
  const name = `fieldpost-${now.toISOString().replace(/[:.]/g, '-')}`
  const partial = join(resolve(folder), `${name}.partial`)
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    const copy = join(partial, DATABASE)
    const { version, calls } = await backUp(database, copy)
    // Files of taskings will be copied here, each with its hash in the manifest, once the server keeps any.
    const manifest: Manifest = { made: now.toISOString(), version, calls, sha256: { [DATABASE]: await sha256(copy) } }
    writeFileSync(join(partial, MANIFEST), JSON.stringify(manifest, null, 2), { flush: true })
    const done = join(resolve(folder), name)
    renameSync(partial, done)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    return `Backup ${done}: ${told(calls)} up to version ${version}, ${megabytes(join(done, DATABASE))}, verified, ${seconds} s.`
  } catch (error) {
    // Should the database itself be unsound, a copy of it is still more than nothing.
    if (!existsSync(join(partial, DATABASE))) rmSync(partial, { recursive: true, force: true })
    else renameSync(partial, join(resolve(folder), `${name}.unsound`))
    throw error
  }
}

/** Puts a backup (the folder, or a database file by itself) in the place of the database, which nobody may have open. */
export async function restoreBackup(
  backup: string,
  database: string,
  mode: DatabaseMode,
  { evenUnsound = false } = {},
): Promise<string> {
  if (!existsSync(backup)) throw new Error(`There is no backup at ${backup}.`)
  const isFolder = statSync(backup).isDirectory()
  if (isFolder && !evenUnsound) await checkHashes(backup)
  const { version, calls, kept } = restore(isFolder ? join(backup, DATABASE) : backup, database, mode, { evenUnsound })
  const before = kept ? ` The database that was there is kept as ${kept}.` : ''
  return `Restored ${told(calls)} up to version ${version} into ${database}${evenUnsound ? ' without verifying it' : ', verified'}.${before} Devices send again what it has not seen.`
}

async function checkHashes(backup: string): Promise<void> {
  const path = join(backup, MANIFEST)
  if (!existsSync(path)) throw new Error(`${backup} has no ${MANIFEST}: it is not a backup, or not a whole one.`)
  const { sha256: hashes } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  for (const [name, expected] of Object.entries(hashes))
    if ((await sha256(join(backup, name))) !== expected)
      throw new Error(`${name} in ${backup} is not as it was when the backup was made.`)
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const told = (calls: Record<string, number>): string =>
  `${Object.values(calls).reduce((sum, count) => sum + count, 0)} calls (${
    Object.entries(calls)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(', ') || 'none'
  })`

const megabytes = (path: string): string => `${(statSync(path).size / 1_000_000).toFixed(1)} MB`
