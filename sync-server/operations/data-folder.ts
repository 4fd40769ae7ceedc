import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../store/unavailable.ts'

/** What this server puts into its data folder. */
const ours = /^((fieldpost|demo)\.sqlite.*|files|backups|mail|dev|letters\.key.*|lost\+found)$/
const OTHERS = 0o077

/** @throws CannotStart where there can be none */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR') throw cannotBe(folder, 'a file stands there or above it')
    if (code === 'EACCES' || code === 'EPERM') throw cannotBe(folder, 'this user may not make it')
    throw error
  }
}

const cannotBe = (folder: string, why: string) =>
  new CannotStart(`${folder} cannot be the data folder, ${why}. Give Fieldpost a folder of its own (DATA_DIR).`)

/**
 * Takes the data folder, and what stands in it, from everybody but its owner: a database has password hashes. What lies deeper
 * can be reached only through these. A folder that is shared with others is not ours to close.
 * @throws CannotStart when it stays open
 */
export function keepPrivate(folder: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw cannotBe(folder, 'a file stands there')
  const names = readdirSync(folder)
  const foreign = names.filter((name) => !ours.test(name))
  if (isOpen(folder) && foreign.length > 0)
    throw new CannotStart(
      `Others can read the data folder ${folder}, and it has other things in it (${foreign.slice(0, 3).join(', ')}). ` +
        `Give Fieldpost a folder of its own (DATA_DIR), or close this one: chmod go-rwx ${folder}`,
    )
  close(folder)
  for (const name of names) if (ours.test(name)) close(join(folder, name))
}

function close(path: string): void {
  if (!isOpen(path)) return
  try {
    chmodSync(path, modeOf(path) & ~OTHERS)
  } catch {
    // Told below, like a disk that knows no rights and says nothing.
  }
  if (isOpen(path))
    throw new CannotStart(
      `Others can read ${path}, and that cannot be changed. It must belong to the user that runs Fieldpost, on a disk that knows file rights: ` +
        `chown it to that user, then chmod -R go-rwx ${path}`,
    )
}

const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0
const isOpen = (path: string): boolean => (modeOf(path) & OTHERS) !== 0
