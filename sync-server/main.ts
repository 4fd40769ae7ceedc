import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { count } from '#shared/kernel/reads.ts'
import { createApp } from './app.ts'
import { firstAdminToken } from './auth/first-admin.ts'
import { linkPath } from './auth/links.ts'
import { createPasswords } from './auth/passwords.ts'
import { createAdmin } from './auth/create-admin.ts'
import { keepPrivate } from './operations/data-folder.ts'
import { readEnv, settingsTable, type Env } from './env.ts'
import type { Server } from './execute/execute.ts'
import { listen } from './http/listen.ts'
import { createPrintLog, type Log } from './http/log.ts'
import { createFolderCarrier, createSmtpCarrier } from './mail/carriers.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createSeal, keyIn } from './mail/seal.ts'
import { howToRestore, makeBackup, restoreBackup } from './operations/backup.ts'
import { tellDueDaily } from './operations/due.ts'
import { pruneDaily } from './operations/prune.ts'
import { blobFolderOf } from './store/blobs/folder.ts'
import { openBlobs } from './store/blobs/open.ts'
import { BALLAST_BYTES, ballastOf, openDisk, type Disk } from './store/disk.ts'
import { openStore } from './store/open.ts'
import { CannotStart, DatabaseUnreadable } from './store/unavailable.ts'

// Before the first file: what this process makes is nobody else's to read.
process.umask(0o077)

/** For the service manager: starting again changes nothing (EX_CONFIG of sysexits.h). */
const DO_NOT_RESTART = 78

const usage = `Usage: npm start -- [--demo [--fresh]] | --create-admin email "Full Name"
       npm start -- --settings
       npm run backup -- [folder] | npm run restore -- backup   (each with --demo for the demonstration)`

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof CannotStart ? DO_NOT_RESTART : 1)
}

async function run(args: string[]): Promise<void> {
  if (args.join() === '--settings') return console.log(settingsTable())
  const env = readEnv(process.env)
  keepPrivate(env.dataFolder)
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
  const printLog = createPrintLog()
  const log: Log = demo ? (entry) => (entry.level === 'error' || entry.event ? printLog(entry) : undefined) : printLog
  const database = databasePath(env, demo)
  const blobs = openBlobs(blobFolderOf(database), null)
  const disk = openDisk({
    folders: [env.dataFolder, blobs.scratch],
    reserve: env.minFreeBytes,
    ballast: { path: ballastOf(database), bytes: BALLAST_BYTES },
    tell: log,
  })
  const server = open(env, { demo, fresh, room: disk })
  await disk.mend()
  const passwords = createPasswords()
  if (demo && (await isEmpty(server))) await (await import('./demo/seed.ts')).seedDemo(server, passwords, blobs)

  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host
  const outbox = outboxOf(server, env, demo, log, env.publicUrl ?? `http://${host}:${env.port}`)
  server.post = outbox?.post ?? null
  const { app, stop: stopStreams } = createApp({
    ...server,
    passwords,
    blobs,
    disk,
    uploads: env.uploads,
    webFolder: webFolder(),
    log,
    trustProxy: env.trustProxy,
    limits: { streamsOfAll: Math.floor(env.maxConnections / 2) },
    operations: { databasePath: database, metricsToken: env.metricsToken },
  })
  const token = demo ? null : await firstAdminToken(server)
  const stopPruning = pruneDaily(server, blobs, log)
  const stopTelling = tellDueDaily(server, log)
  const listening = await listen(app, env)
  await outbox?.start()
  const here = `http://${host}:${listening.port}`
  const first = token === null ? '' : firstSteps((env.publicUrl ?? here) + linkPath('setup', token))
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const drained = listening.stop()
    stopStreams()
    stopPruning()
    stopTelling()
    outbox?.stop()
    disk.close()
    await drained
    await server.store.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // Only now: whoever waits for this may stop it at once.
  console.log(`Fieldpost is ready at ${here}${first}`)
  if (demo) await printAccounts()
}

async function isEmpty({ store }: Server): Promise<boolean> {
  const { users } = await store.read({ reads: { users: count('users', {}) } })
  return users === 0
}

interface Opening {
  demo: boolean
  fresh?: boolean
  room?: Disk
}

function open(env: Env, { demo, ...how }: Opening): Server {
  mkdirSync(env.dataFolder, { recursive: true, mode: 0o700 })
  const path = databasePath(env, demo)
  const now = () => new Date().toISOString()
  const mode = demo ? 'demo' : 'production'
  try {
    return { store: openStore({ path, now, mode, ...how }), organisation: env.organisation, now }
  } catch (error) {
    if (!(error instanceof DatabaseUnreadable)) throw error
    throw new CannotStart(`${error.message}\n${howToRestore(env.dataFolder, mode)}`, { cause: error })
  }
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

async function printAccounts(): Promise<void> {
  const { DEMO_PASSWORD, emailOf, personas } = await import('./demo/people.ts')
  const width = Math.max(...personas.map((person) => emailOf(person).length))
  const lines = personas.map(
    (person) => `  ${emailOf(person).padEnd(width)}  ${person.roles.padEnd(8)}  ${person.fullName}`,
  )
  console.log(`Demonstration accounts, all with the password ${DEMO_PASSWORD}\n${lines.join('\n')}`)
}

/** SMTP where it is configured; the demonstration writes letters into a folder; else there is none. */
function outboxOf(
  server: Server,
  { smtp, dataFolder }: Env,
  demo: boolean,
  log: Log,
  publicUrl: string,
): Outbox | null {
  if (!smtp && !demo) return null
  const carrier = smtp ? createSmtpCarrier(smtp) : createFolderCarrier(join(dataFolder, 'mail'), server.now, log)
  const seal = createSeal(keyIn(join(dataFolder, 'letters.key')))
  return createOutbox(server, { carrier, seal, publicUrl }, log)
}

function firstSteps(link: string): string {
  return `
There is no account yet. Make the first administrator here, once, within 24 hours (a new start makes a new link):
  ${link}`
}

async function createAdministrator(env: Env, email: string, fullName: string): Promise<void> {
  if (!email || !fullName) throw new Error(usage)
  const server = open(env, { demo: false })
  try {
    await createAdmin(server, { email, fullName, password: env.adminPassword ?? (await askPassword()) })
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
