import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { count } from '#shared/kernel/reads.ts'
import { createApp } from './app.ts'
import { firstAdminToken } from './auth/first-admin.ts'
import { linkPath } from './auth/links.ts'
import { createPasswords } from './auth/passwords.ts'
import { createAdmin } from './create-admin.ts'
import { DEMO_PASSWORD, emailOf, personas } from './demo/people.ts'
import { seedDemo } from './demo/seed.ts'
import { readEnv, type Env } from './env.ts'
import type { Server } from './execute.ts'
import { listen } from './listen.ts'
import { printLog, type Log } from './log.ts'
import { createFolderMailer, createSmtpMailer, type Mailer } from './mail/mailer.ts'
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
  if (demo && (await isEmpty(server))) await seedDemo(server, passwords, blobs)

  const log: Log = demo ? (entry) => (entry.level === 'error' || entry.event ? printLog(entry) : undefined) : printLog
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host
  const mailer = mailerOf(env, demo, log)
  const { app, stop: stopStreams } = createApp({
    ...server,
    passwords,
    post: mailer && { ...mailer, publicUrl: env.publicUrl ?? `http://${host}:${env.port}` },
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
  const token = demo ? null : await firstAdminToken(server)
  const stopPruning = pruneDaily(server, blobs, log)
  const listening = await listen(app, env)
  const here = `http://${host}:${listening.port}`
  const first = token === null ? '' : firstSteps((env.publicUrl ?? here) + linkPath('setup', token))
  console.log(`Fieldpost is ready at ${here}${first}`)
  if (demo) printAccounts()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const drained = listening.stop()
    stopStreams()
    stopPruning()
    mailer?.stop()
    await drained
    await server.store.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

async function isEmpty({ store }: Server): Promise<boolean> {
  const { users } = await store.read({ reads: { users: count('users', {}) } })
  return users === 0
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

/** SMTP where it is configured; the demonstration writes letters into a folder; else there is none. */
function mailerOf({ smtp, dataFolder }: Env, demo: boolean, log: Log): Mailer | null {
  if (smtp) return createSmtpMailer(smtp, log)
  return demo ? createFolderMailer(join(dataFolder, 'mail'), () => new Date().toISOString(), log) : null
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
