import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { must } from '#shared/lib/must.ts'
import { createPasswords } from './auth/passwords.ts'
import { createAdmin } from './auth/create-admin.ts'
import { keepPrivate, makeDataFolder } from './operations/data-folder.ts'
import { readEnv, settingsTable, type Env } from './env.ts'
import { listen } from './http/listen.ts'
import { createPrintLog, type Log } from './http/log.ts'
import { howToRestore, makeBackup, restoreBackup } from './operations/backup.ts'
import { createMetrics } from './operations/metrics.ts'
import { moveOrganisation } from './operations/move.ts'
import { byHost } from './organisations/by-host.ts'
import { homeIn, servedBy, type Served } from './organisations/homes.ts'
import { openOrganisation } from './organisations/organisation.ts'
import type { Blobs } from './store/blobs/blobs.ts'
import { blobFolderOf } from './store/blobs/folder.ts'
import { openBlobs } from './store/blobs/open.ts'
import { parseFilesUrl } from './store/blobs/s3-place.ts'
import { BALLAST_BYTES, ballastOf, openDisk } from './store/disk.ts'
import { beginNewLives, fileOf, openStore, prepareHome } from './store/open.ts'
import { CannotStart, DatabaseUnreadable } from './store/unavailable.ts'

// Before the first file: what this process makes is nobody else's to read.
process.umask(0o077)

/** For the service manager: starting again changes nothing (EX_CONFIG of sysexits.h). */
const DO_NOT_RESTART = 78

const usage = `Usage: npm start -- [--demo [--fresh]] | --create-admin email "Full Name" [host]
       npm start -- --settings
       npm run move -- to-postgres|to-sqlite [number of the organisation] | npm run restored
       npm run backup -- [folder] | npm run restore -- backup   (each with --demo for the demonstration)`

// Above the work: what stands below is not there while it goes on.
const backupIsTheDatabases =
  "The rows are in PostgreSQL: their backup is the database's own (a base backup and the archive of its log), " +
  'and files are backed up where they are stored. After a restore: npm run restored.'

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
  const [first, email = '', fullName = '', host, ...rest] = args
  if (first === '--create-admin' && rest.length === 0) return createAdministrator(env, email, fullName, host)
  if (first === '--backup' || first === '--restore') return backUpOrRestore(env, first, args.slice(1))
  if (first === '--move') return move(env, args.slice(1))
  if (first === '--restored' && args.length === 1) return tellRestored(env)
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
  const [{ home }] = servedBy(env, demo)
  const database = fileOf(home)
  if (database === null) throw new Error(backupIsTheDatabases)
  if (what === '--backup') console.log(await makeBackup(database, place ?? join(env.dataFolder, 'backups')))
  else console.log(await restoreBackup(place ?? '', database, demo ? 'demo' : 'production', { evenUnsound }))
}

/** Between the file of `DATA_DIR` and the database of `DATABASE_URL`; the settings stay as they are for both ways. */
async function move(env: Env, args: string[]): Promise<void> {
  const demo = args.includes('--demo')
  const [way = '', org = '1', ...others] = args.filter((arg) => arg !== '--demo')
  if (!/^to-(postgres|sqlite)$/.test(way) || !/^[1-9]\d*$/.test(org) || others.length > 0) throw new Error(usage)
  if (!env.shared)
    throw new Error('A move needs DATABASE_URL and FILES_URL: one end is the database, the other DATA_DIR.')
  makeDataFolder(env.dataFolder)
  const [inFile] = servedBy({ ...env, shared: undefined, hosts: [] }, demo)
  const shared = { ...inFile, org: Number(org), home: homeIn(env, Number(org)) }
  const [file, database] = [inFile, shared].map((one) => ({ home: one.home, blobs: blobsOf(env, one) }))
  const [from, to] = way === 'to-postgres' ? [must(file), must(database)] : [must(database), must(file)]
  console.log(await moveOrganisation(from, to, demo ? 'demo' : 'production', join(env.dataFolder, 'letters.key')))
}

async function tellRestored(env: Env): Promise<void> {
  if (!env.shared) throw new Error('This is for a database of DATABASE_URL. A file is restored with: npm run restore.')
  const lives = await beginNewLives(env.shared.databaseUrl)
  for (const { org, version, epoch } of lives)
    console.log(
      `Organisation ${org}: version ${version}, a new epoch ${epoch}. Devices send again what it has not seen.`,
    )
}

async function start(env: Env, { demo, fresh }: { demo: boolean; fresh: boolean }): Promise<void> {
  const printLog = createPrintLog()
  const log: Log = demo ? (entry) => (entry.level === 'error' || entry.event ? printLog(entry) : undefined) : printLog
  makeDataFolder(env.dataFolder)
  const served = servedBy(env, demo)
  const file = fileOf(served[0].home)
  if (fresh && file === null) throw new Error('--fresh deletes a file. In PostgreSQL make another database.')
  const blobs = served.map((one) => blobsOf(env, one))
  const disk = openDisk({
    folders: [env.dataFolder, ...blobs.map(({ scratch }) => scratch)],
    reserve: env.minFreeBytes,
    ...(file === null ? {} : { ballast: { path: ballastOf(file), bytes: BALLAST_BYTES } }),
    tell: log,
  })
  await prepareHome(served[0].home)
  await disk.mend()
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host
  const house = {
    ...{ env, demo, fresh, log, disk, passwords: createPasswords(), webFolder: webFolder() },
    here: `http://${host}:${env.port}`,
    ...(file === null ? { metrics: createMetrics({ ofProcess: true }) } : {}),
  }
  const open: (Awaited<ReturnType<typeof openOrganisation>> & Served)[] = []
  for (const [at, one] of served.entries())
    open.push({ ...one, ...(await opened(env, demo, () => openOrganisation(house, one, must(blobs[at])))) })
  const [first, ...others] = open
  const listening = await listen(must(first).hosts.length > 0 ? byHost([must(first), ...others]) : must(first).app, env)
  for (const one of open) await one.start()
  const here = `http://${host}:${listening.port}`
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Where there are other processes they take over before this one is gone.
    if (file === null) {
      listening.leave()
      await Promise.all(open.map((one) => one.leave(LEAVE_MS)))
    }
    const drained = listening.stop()
    for (const one of open) one.stop()
    disk.close()
    await drained
    for (const one of open) await one.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  const links = open.flatMap(({ setupPath, publicUrl }) => (setupPath ? [(publicUrl ?? here) + setupPath] : []))
  // Only now: whoever waits for this may stop it at once.
  console.log(`Fieldpost is ready at ${here}${links.map(firstSteps).join('')}`)
  if (demo) await printAccounts()
}

/** So long a balancer has to notice that a process is leaving, and its devices to go elsewhere. */
const LEAVE_MS = 5_000

/** Each organisation's by itself: what nobody needs in one is nothing to the others. */
function blobsOf({ shared, dataFolder }: Env, { home, org }: Served): Blobs {
  const file = fileOf(home)
  if (file !== null) return openBlobs(blobFolderOf(file), null)
  const { filesUrl } = must(shared)
  const { protocol, pathname } = new URL(filesUrl)
  if (protocol === 'file:') return openBlobs(join(decodeURIComponent(pathname), String(org)), null)
  const place = parseFilesUrl(filesUrl)
  return openBlobs(join(dataFolder, 'files', String(org)), { ...place, prefix: `${place.prefix}${org}/` })
}

/** Tells how to restore a database that cannot be read. */
async function opened<T>({ dataFolder }: Env, demo: boolean, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof DatabaseUnreadable)) throw error
    throw new CannotStart(`${error.message}\n${howToRestore(dataFolder, demo ? 'demo' : 'production')}`, {
      cause: error,
    })
  }
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

function firstSteps(link: string): string {
  return `
There is no account yet. Make the first administrator here, once, within 24 hours (a new start makes a new link):
  ${link}`
}

async function createAdministrator(env: Env, email: string, fullName: string, host: string | undefined): Promise<void> {
  if (!email || !fullName) throw new Error(usage)
  const served = servedBy(env, false)
  if (host !== undefined && env.hosts.length === 0)
    throw new Error(`A full name of several words needs quotes. ${usage}`)
  const one = served.find(({ hosts }) => hosts.length === 0 || (host !== undefined && hosts.includes(host)))
  if (!one) throw new Error(`Say of which organisation, by one of its names (ORGANISATIONS), after the full name.`)
  makeDataFolder(env.dataFolder)
  await prepareHome(one.home)
  const now = () => new Date().toISOString()
  const store = await opened(env, false, () => openStore(one.home, { now }))
  try {
    const password = env.adminPassword ?? (await askPassword())
    await createAdmin({ store, organisation: env.organisation, now }, { email, fullName, password })
    console.log(`${email} can now sign in as an administrator.`)
  } finally {
    await store.close()
  }
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Put the password into the environment variable FIELDPOST_PASSWORD.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const password = await prompt.question('Password (it is shown while you type): ')
  prompt.close()
  return password
}
