import { execFileSync, spawn, type ChildProcess, type ExecFileSyncOptions } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../store/database/prepare.ts'
import { programsOf, runAs, type Origin } from './postgres-programs.ts'

/** A database server for tests, and databases in it that nobody else has. */
interface TestPostgres {
  url: string
  /** Of a database that has the tables, and nobody in it. */
  database(): Promise<string>
  stop(): Promise<void>
}

/** A server of a test's own, which may be killed and set up as the test likes. */
interface OwnPostgres extends TestPostgres {
  port: number
  /** Of the process that all others of it were started by. */
  pid(): number | undefined
  /** `kill -9`; what was not written is lost. */
  kill(): Promise<void>
  start(): Promise<void>
  /** In a database of its, or in the one that is always there. */
  ask(text: string, database?: string): Promise<Record<string, unknown>[]>
  set(name: string, value: string | null): Promise<void>
}

interface OwnOptions {
  origin?: Origin
  settings?: readonly string[]
  /** Where the folder of its data is made: a disk in memory, unless something else is said. */
  within?: string
  /** Fills the folder of its data; without it the server is empty. */
  fill?: (programs: string, data: string, here: ExecFileSyncOptions) => void
}

/**
 * `TEST_DATABASE_URL`, a server in which databases may be made; else one of the test's own. `TEST_POOLER=host:port` is a pooler that stands
 * before the given one: databases are made past it, and worked with through it.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  return given ? { url: given, ...databasesIn(given), stop: () => Promise.resolve() } : ownPostgres()
}

/** A disk in memory: a commit is written there as on any other, in less time. */
const inMemory = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

export async function ownPostgres({
  origin,
  settings = [],
  within = inMemory(),
  fill = initialise,
}: OwnOptions = {}): Promise<OwnPostgres> {
  const as = runAs()
  const programs = programsOf(origin, as)
  const folder = mkdtempSync(join(within, 'fieldpost-postgres-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const here = { ...as, cwd: folder, stdio: 'ignore' as const }
  fill(programs, data, here)
  const port = await freePort()
  const options = [...standing, ...settings].flatMap((setting) => ['-c', setting])
  const run = () => spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], here)
  let server: ChildProcess = run()
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  const ask = (text: string, database = url) => once(database, text)
  await answering(url)
  return {
    ...databasesIn(url),
    url,
    port,
    pid: () => server.pid,
    ask,
    async set(name, value) {
      const loaded = async () => JSON.stringify(await ask('SELECT pg_conf_load_time() AS at'))
      const before = await loaded()
      await ask(value === null ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`)
      await ask('SELECT pg_reload_conf()')
      // A connection that is made before its server has read them has the settings of before.
      while ((await loaded()) === before) await new Promise((later) => setTimeout(later, 5))
    },
    kill: () => ended(server, 'SIGKILL'),
    async start() {
      // Whoever worked for it may still be there for a moment, and then it refuses to start.
      for (let isUp = false; !isUp; isUp = await answering(url, server)) server = run()
    },
    async stop() {
      await ended(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const initialise: NonNullable<OwnOptions['fill']> = (programs, data, here) =>
  void execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    here,
  )

const standing = [
  'max_connections=300',
  'shared_buffers=64MB',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
]

export function databasesIn(url: string): Pick<TestPostgres, 'database'> {
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
    await prepareDatabase(named(name))
    return name
  }
  const { TEST_DATABASE_URL: given, TEST_POOLER: pooler } = process.env
  const through = (address: string) =>
    pooler && url === given ? Object.assign(new URL(address), { host: pooler }).toString() : address
  return { database: async () => through(named(await create(` TEMPLATE ${await (template ??= makeTemplate())}`))) }
}

async function once(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** False when the process has ended instead. */
async function answering(url: string, server?: ChildProcess): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    if (server && (server.exitCode !== null || server.signalCode !== null)) return false
    try {
      await once(url, 'SELECT 1')
      return true
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((later) => setTimeout(later, 50))
    }
  }
}

const ended = (server: ChildProcess, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
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
