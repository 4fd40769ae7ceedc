import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { schemaSql } from '../store/postgres/tables.ts'

/** A database server for tests, and databases in it that nobody else has. */
export interface TestPostgres {
  database(): Promise<string>
  stop(): Promise<void>
}

/**
 * `TEST_DATABASE_URL`, a server in which databases may be made; else the newest PostgreSQL that this machine has, in a folder of its own.
 * Null where there is none.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return databasesIn(given, () => Promise.resolve())
  const programs = programsHere()
  return programs ? ownServer(programs) : null
}

/** A disk in memory: a commit is written there as on any other, in less time. */
const MEMORY = '/dev/shm'

/** Where `initdb` and `postgres` stand. */
function programsHere(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

async function ownServer(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'fieldpost-postgres-'))
  // It refuses to be run by root.
  const as = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    {
      ...as,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const settings = [
    'max_connections=300',
    'shared_buffers=64MB',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...as, cwd: folder, stdio: 'ignore' },
  )
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  await answering(url)
  return databasesIn(url, async () => {
    await ended(server)
    rmSync(folder, { recursive: true, force: true })
  })
}

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())

function databasesIn(url: string, stop: () => Promise<void>): TestPostgres {
  const named = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const create = async (more = ''): Promise<string> => {
    const name = `t_${randomUUID().replaceAll('-', '')}`
    await once(url, `CREATE DATABASE ${name}${more}`)
    return name
  }
  let template: Promise<string> | undefined
  /** With the tables of the model, and nobody in it. */
  const makeTemplate = async (): Promise<string> => {
    const name = await create()
    await once(named(name), schemaSql().join(';\n'))
    return name
  }
  return {
    database: async () => named(await create(` TEMPLATE ${await (template ??= makeTemplate())}`)),
    stop,
  }
}

async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await once(url, 'SELECT 1')
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((later) => setTimeout(later, 50))
    }
  }
}

/** At once, whatever is open. */
const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGQUIT')
  })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
