import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { must } from '#shared/lib/must.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { blobFolderOf, openFolder, type FolderBlobs } from '../store/blobs/folder.ts'
import { asUnavailable } from '../store/blobs/scratch.ts'
import { backUp, filesNamedIn, isFull, restore, type NamedFile } from '../store/open.ts'
import type { DatabaseMode } from '../store/store.ts'
import { NoRoom } from '../store/unavailable.ts'

/** A backup is a folder: the database, the bytes of the files that it names, and what was in them when it was made. */
const DATABASE = 'fieldpost.sqlite'
const FILES = 'files'
const MANIFEST = 'backup.json'

interface Manifest {
  made: string
  version: number
  calls: Record<string, number>
  sha256: Record<string, string>
}

const ownFolder = (database: string): FolderBlobs => openFolder(blobFolderOf(database))

/**
 * Makes a backup of a database in use as a new folder inside `folder`, with the bytes it names wherever they are kept. It has its name only when
 * it is whole and verified.
 */
export async function makeBackup(
  database: string,
  folder: string,
  blobs: Blobs = ownFolder(database),
): Promise<string> {
  const started = performance.now()
  const now = new Date()
  const name = `fieldpost-${now.toISOString().replace(/[:.]/g, '-')}`
  const partial = join(resolve(folder), `${name}.partial`)
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    const copy = join(partial, DATABASE)
    const { version, calls } = await backUp(database, copy)
    const files = openFolder(join(partial, FILES))
    // After the database: what it names was there before it was named.
    const named = filesNamedIn(copy)
    await files.copyFrom(blobs, new Set(named.map((file) => file.hash)))
    refuseUnsound(await problemsOf(named, files))
    const manifest: Manifest = { made: now.toISOString(), version, calls, sha256: { [DATABASE]: await sha256(copy) } }
    writeFileSync(join(partial, MANIFEST), JSON.stringify(manifest, null, 2), { flush: true })
    const done = join(resolve(folder), name)
    renameSync(partial, done)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    return `Backup ${done}: ${told(calls)} up to version ${version}, ${megabytes(join(done, DATABASE))} and ${named.length} files, verified, ${seconds} s.`
  } catch (error) {
    if (isOutOfRoom(error)) {
      rmSync(partial, { recursive: true, force: true })
      const why = (error as Error).message
      throw new Error(`There is no room for a backup in ${folder} (${why}). Nothing of it was kept.`, { cause: error })
    }
    // Should the database itself be unsound, a copy of it is still more than nothing.
    if (!existsSync(join(partial, DATABASE))) rmSync(partial, { recursive: true, force: true })
    else renameSync(partial, join(resolve(folder), `${name}.unsound`))
    throw error
  }
}

/** A copy that was cut off so is of no use to anybody, and on the same disk it takes what the server has left. */
const isOutOfRoom = (error: unknown): boolean => isFull(error) || asUnavailable(error) instanceof NoRoom

/** What to do about a database that cannot be read: the newest whole backup in a folder, and the command that takes it. */
export function howToRestore(dataFolder: string, mode: DatabaseMode): string {
  const folder = join(dataFolder, 'backups')
  const made = existsSync(folder) ? readdirSync(folder).sort() : []
  const newest = made
    .filter((name) => existsSync(join(folder, name, MANIFEST)) && !/\.(partial|unsound)$/.test(name))
    .at(-1)
  const command = (backup: string): string =>
    `  DATA_DIR=${dataFolder} npm run restore -- ${backup}${mode === 'demo' ? ' --demo' : ''}`
  const first = newest
    ? `The newest backup here is ${join(folder, newest)}. If there is none newer elsewhere, restore it:\n${command(join(folder, newest))}`
    : `There is no backup in ${folder}. Restore the newest one that you have elsewhere:\n${command('BACKUP')}`
  return `${first}\nWhat is there now is kept beside it. Devices send again what the backup has not seen.`
}

/**
 * Puts a backup (the folder, or a database file by itself) in the place of the database, which nobody may have open. Where its bytes are kept in
 * `blobs`, and not in its own folder, they are stored there again.
 */
export async function restoreBackup(
  backup: string,
  database: string,
  mode: DatabaseMode,
  { evenUnsound = false, blobs = null }: { evenUnsound?: boolean; blobs?: Blobs | null } = {},
): Promise<string> {
  if (!existsSync(backup)) throw new Error(`There is no backup at ${backup}.`)
  const isFolder = statSync(backup).isDirectory()
  if (isFolder && !evenUnsound) await checkHashes(backup)
  const copy = isFolder ? join(backup, DATABASE) : backup
  const live = blobFolderOf(database)
  // A database by itself finds its files where they are.
  const source = isFolder ? openFolder(join(backup, FILES)) : (blobs ?? openFolder(live))
  if (isFolder && !evenUnsound) refuseUnsound(await problemsOf(filesNamedIn(copy), source))
  const fresh = openFolder(`${live}.restoring`)
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  try {
    // In a bucket nothing is replaced: the same bytes have the same name.
    if (!blobs) await fresh.copyFrom(source)
    else if (source !== blobs) await blobs.copyFrom(source)
    const { version, calls, kept } = restore(copy, database, mode, { evenUnsound })
    const keptFiles = blobs ? null : putInPlace(fresh, live)
    const places = [
      kept && `The database that was there is kept as ${kept}.`,
      keptFiles && `Its files as ${keptFiles}.`,
    ]
    const before = places
      .filter(Boolean)
      .map((sentence) => ` ${sentence}`)
      .join('')
    const lost = (await lostFiles(database, blobs ?? openFolder(live))).map((problem) => `\n${problem}`).join('')
    return `Restored ${told(calls)} up to version ${version} into ${database}${evenUnsound ? ' without verifying it' : ', verified'}.${before} Devices send again what it has not seen.${lost}`
  } finally {
    rmSync(fresh.folder, { recursive: true, force: true })
  }
}

/** What was there is kept beside, like the database it belongs to: the next sweep would not spare what only that one names. */
function putInPlace(fresh: FolderBlobs, live: string): string | null {
  const kept = existsSync(live) ? `${live}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}` : null
  if (kept) renameSync(live, kept)
  if (existsSync(fresh.folder)) renameSync(fresh.folder, live)
  return kept
}

async function lostFiles(database: string, blobs: Blobs): Promise<string[]> {
  try {
    return await problemsOf(filesNamedIn(database), blobs)
  } catch (error) {
    // An unsound database, taken as it is, may not even say this.
    return [`Whether its files are there cannot be told: ${String(error)}`]
  }
}

/** One sentence for each file whose bytes are not there, or not those that were stored. A removed one may have lost them. */
async function problemsOf(named: NamedFile[], blobs: Blobs): Promise<string[]> {
  const problems = new Map<string, 'missing' | 'changed' | null>()
  const sentences: string[] = []
  for (const { id, name, hash } of named.filter((file) => file.isNeeded)) {
    const problem = problems.has(hash) ? problems.get(hash) : await blobs.problem(hash)
    problems.set(hash, problem ?? null)
    if (problem) sentences.push(`File ${id} "${name}": its bytes (${hash}) are ${problem}.`)
  }
  return sentences
}

function refuseUnsound(problems: string[]): void {
  if (problems.length > 0) throw new Error(`The files are not sound.\n${problems.slice(0, 20).join('\n')}`)
}

async function checkHashes(backup: string): Promise<void> {
  const path = join(backup, MANIFEST)
  if (!existsSync(path)) throw new Error(`${backup} has no ${MANIFEST}: it is not a backup, or not a whole one.`)
  for (const [name, expected] of Object.entries(hashesIn(path)))
    if ((await sha256(join(backup, name))) !== expected)
      throw new Error(`${name} in ${backup} is not as it was when the backup was made.`)
}

function hashesIn(path: string): Manifest['sha256'] {
  try {
    return must((JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest>).sha256)
  } catch (error) {
    throw new Error(`${path} cannot be read: it is not a backup, or not a whole one.`, { cause: error })
  }
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
