import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { count } from '#shared/kernel/reads.ts'
import { createApp } from './app.ts'
import { createPasswords } from './auth/passwords.ts'
import { createAdmin } from './create-admin.ts'
import { DEMO_PASSWORD, emailOf, personas } from './demo/people.ts'
import { seedDemo } from './demo/seed.ts'
import { readEnv, type Env } from './env.ts'
import type { Server } from './execute.ts'
import { listen } from './listen.ts'
import { printLog, type Log } from './log.ts'
import { makeBackup, restoreBackup } from './operations/backup.ts'
import { pruneDaily } from './operations/prune.ts'
import { blobFolderOf, openBlobs } from './store/blobs.ts'
import { openSqlite } from './store/sqlite.ts'

const usage = `Usage: npm start -- [--demo [--fresh]] | --create-admin email "Full Name"
       npm run backup -- [folder] | npm run restore -- backup   (each with --demo for the demonstration)`

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function run(args: string[]): Promise<void> {
  const env = readEnv(process.env)
  const [first, email = '', fullName = '', ...rest] = args
  if (first === '--create-admin' && rest.length === 0) return createAdministrator(env, email, fullName)
  if (first === '--backup' || first === '--restore') return backUpOrRestore(env, first, args.slice(1))
  const unknown = args.find((arg) => arg !== '--demo' && arg !== '--fresh')
  if (unknown) throw new Error(`${unknown} is not known. ${usage}`)
  const demo = args.includes('--demo')
  if (args.includes('--fresh') && !demo)
    throw new Error('--fresh deletes all data, so it exists only together with --demo.')
  await start(env, { demo, fresh: args.includes('--fresh') })
}

async function backUpOrRestore(env: Env, what: '--backup' | '--restore', args: string[]): Promise<void> {
  const demo = args.includes('--demo')
  const evenUnsound = what === '--restore' && args.includes('--even-unsound')
  const [place, ...others] = args.filter((arg) => arg !== '--demo' && !(evenUnsound && arg === '--even-unsound'))
  if (others.length > 0 || place?.startsWith('--') || (what === '--restore' && !place)) throw new Error(usage)
  const database = databasePath(env, demo)
  if (what === '--backup') console.log(await makeBackup(database, place ?? join(env.dataFolder, 'backups')))
  else console.log(await restoreBackup(place ?? '', database, demo ? 'demo' : 'production', { evenUnsound }))
}

async function start(env: Env, { demo, fresh }: { demo: boolean; fresh: boolean }): Promise<void> {
  const server = open(env, { demo, fresh })
  const blobs = openBlobs(blobFolderOf(databasePath(env, demo)))
  const passwords = createPasswords()
  const { users } = await server.store.read({ reads: { users: count('users', {}) } })
  if (demo && users === 0) await seedDemo(server, passwords, blobs)

  const log: Log = demo ? (entry) => (entry.level === 'error' || entry.event ? printLog(entry) : undefined) : printLog
  const { app, stop: stopStreams } = createApp({
    ...server,
    passwords,
    blobs,
    webFolder: webFolder(),
    log,
    trustProxy: env.trustProxy,
    operations: {
      databasePath: databasePath(env, demo),
      metricsToken: env.metricsToken,
      minFreeBytes: env.minFreeBytes,
    },
  })
  const stopPruning = pruneDaily(server, blobs, log)
  const listening = await listen(app, env)
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host
  console.log(`Fieldpost is ready at http://${host}:${listening.port}`)
  if (demo) printAccounts()
  else if (users === 0) printFirstSteps()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const drained = listening.stop()
    stopStreams()
    stopPruning()
    await drained
    await server.store.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

function open(env: Env, { demo, fresh = false }: { demo: boolean; fresh?: boolean }): Server {
  mkdirSync(env.dataFolder, { recursive: true, mode: 0o700 })
  const path = databasePath(env, demo)
  const now = () => new Date().toISOString()
  const store = openSqlite({ path, now, mode: demo ? 'demo' : 'production', fresh })
  return { store, organisation: env.organisation, now }
}

function databasePath({ dataFolder }: Env, demo: boolean): string {
  return join(dataFolder, demo ? 'demo.sqlite' : 'fieldpost.sqlite')
}

/** Bundled, the server stands in dist/server beside dist/web; from the sources, above them. */
function webFolder(): string | undefined {
  const here = import.meta.dirname
  const folder = basename(here) === 'server' ? join(here, '../web') : join(here, '../dist/web')
  return existsSync(folder) ? folder : undefined
}

function printAccounts(): void {
  const width = Math.max(...personas.map((person) => emailOf(person).length))
  const lines = personas.map(
    (person) => `  ${emailOf(person).padEnd(width)}  ${person.roles.padEnd(8)}  ${person.fullName}`,
  )
  console.log(`Demonstration accounts, all with the password ${DEMO_PASSWORD}\n${lines.join('\n')}`)
}

function printFirstSteps(): void {
  console.log('There is no account yet. Stop the server and make the first administrator:')
  console.log('  FIELDPOST_PASSWORD=… npm start -- --create-admin you@example.org "Your Full Name"')
}

async function createAdministrator(env: Env, email: string, fullName: string): Promise<void> {
  if (!email || !fullName) throw new Error(usage)
  const server = open(env, { demo: false })
  try {
    await createAdmin(server, { email, fullName, password: process.env.FIELDPOST_PASSWORD ?? (await askPassword()) })
    console.log(`${email} can now sign in as an administrator.`)
  } finally {
    await server.store.close()
  }
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Put the password into the environment variable FIELDPOST_PASSWORD.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const password = await prompt.question('Password (it is shown while you type): ')
  prompt.close()
  return password
}
