import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { many, type Where } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { createApp } from '#server/app.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { openSqlite } from '#server/store/sqlite/sqlite.ts'
import type { Store } from '#server/store/store.ts'
import { blobFolderOf, openFolder } from '#server/store/blobs/folder.ts'
import { readAddresses } from '#server/testing/addresses.ts'
import { PEOPLE } from './history.ts'
import { madePath, makeDatabase } from './make.ts'
import { token } from './organisation.ts'

/** At most so many times, and not much longer than so long, for one read over one database. */
const TIMES = 200
const MOST_MS = 1_500

/** A store and what stands above its column. */
interface Column {
  title: string
  store: Store
  /** Where its bytes are. */
  path: string
}

export async function measureReads(folder: string, sizes: number[], only = ''): Promise<void> {
  const columns: Column[] = []
  for (const size of sizes) columns.push(await openSize(folder, size))
  await measureColumns(columns, only)
}

export async function openSize(folder: string, size: number): Promise<Column> {
  const path = madePath(folder, size)
  await makeDatabase(path, size)
  return { title: size.toLocaleString('en'), store: openSqlite({ path, mode: 'demo' }), path }
}

/**
 * p50 and p99 of every read over several databases, side by side, how much slower the last is than the first, and
 * for how long the last kept everybody else waiting.
 */
export async function measureColumns(stores: Column[], only = ''): Promise<void> {
  const made: Awaited<ReturnType<typeof openMade>>[] = []
  for (const one of stores) made.push(await openMade(one))
  const title = stores.map((one) => `${one.title}: p50 · p99`.padStart(26)).join('')
  console.log(`\n  ${'read (ms)'.padEnd(46)}${title}     ratio     answers (kB)   holds (ms)`)
  for (const name of must(made[0]).reads.keys()) {
    if (!name.includes(only)) continue
    const measured: Measured[] = []
    for (const { app, reads } of made) measured.push(await measure(app, must(reads.get(name))))
    const failed = measured.find(({ status }) => status >= 300)
    if (failed) {
      console.log(`✗ ${name.padEnd(46)} is answered with ${failed.status}: it needs a sample in scripts/bench/reads.ts`)
      continue
    }
    const [small, large] = [must(measured[0]), must(measured.at(-1))]
    const columns = measured.map(({ p50, p99 }) => `${p50.toFixed(2)} · ${p99.toFixed(2)}`.padStart(26)).join('')
    const ratio = (large.p50 / small.p50).toFixed(1).padStart(10)
    const answers = [small, large].map(({ bytes }) => (bytes / 1_000).toFixed(1).padStart(8)).join('')
    const fits = large.p50 <= MOST_P50 && large.held <= MOST_HELD
    const held = large.held.toFixed(1).padStart(13)
    console.log(`${fits ? '✓' : '✗'} ${name.padEnd(46)}${columns}${ratio}${answers}${held}`)
  }
  for (const { close } of made) await close()
}
/** A list of a million is as quick as one of ten thousand when it is as long; none may make a person wait. */
const MOST_P50 = 50
/** And none may keep the others waiting. */
const MOST_HELD = 20

interface Measured {
  p50: number
  p99: number
  /** Of the answer in the middle. */
  bytes: number
  /** The worst of all answers. */
  status: number
  /** The longest time in which the process did nothing else. */
  held: number
}
type Ask = () => { path: string; user: number; body?: object }

async function openMade({ store, path }: Column) {
  const { calls } = await store.read({ reads: { calls: many('calls', {}, { descending: true, limit: 1 }) } })
  // The clock stands where the story ends, so that a kept database never grows old.
  const now = must(calls[0]).received
  const passwords = createPasswords({ memoryCost: 1024, timeCost: 1 })
  const blobs = openFolder(blobFolderOf(path))
  const requests = { atOnce: Infinity, perSecond: 1 }
  const { app, lines, stop } = createApp({
    ...{ store, blobs, organisation: defaultOrganisation, now: () => now, passwords },
    limits: { requests },
  })
  const samples = await sampleIds(store)
  const reads = new Map<string, Ask>()
  for (const address of readAddresses(lines).filter((path) => !path.startsWith('/find')))
    for (const [name, ask] of asksOf(address, samples)) reads.set(name, ask)
  for (const [name, ask] of findAsks(samples)) reads.set(name, ask)
  for (const [name, ask] of await rounds(store)) reads.set(name, ask)
  return {
    app,
    reads,
    close: async () => {
      stop()
      await store.close()
    },
  }
}

type Samples = Awaited<ReturnType<typeof sampleIds>>

/** Drafts are their owners' alone. */
const forAll: { [N in SyncedTable]?: Where<N> } = { requests: { complete: true } }

/**
 * Ids that are there and that managers see, each as likely as any other. Ids lie in stretches, one of each device: the first one behind a number drawn
 * would nearly always be a device's first.
 */
export async function drawIds(store: Store, random: Random, table: SyncedTable, times = 200): Promise<number[]> {
  const { rows } = await store.read({ reads: { rows: many(table, forAll[table] ?? {}, { only: ['id'] }) } })
  return Array.from({ length: times }, () => random.pick(rows).id)
}

async function sampleIds(store: Store) {
  const random = createRandom(1)
  const ids = (table: SyncedTable) => drawIds(store, random, table)
  return {
    random,
    projects: await ids('projects'),
    requests: await ids('requests'),
    deliverables: await ids('deliverables'),
    files: await ids('files'),
    countries: await ids('countries'),
    advisors: await ids('advisors'),
    teams: await ids('teams'),
    services: await ids('services'),
    subservices: await ids('subservices'),
    poolCodes: await ids('poolCodes'),
    projectTypes: await ids('projectTypes'),
  }
}

/** Whose id an address has, by how it begins; the first that fits. */
const idOf: [start: string, of: keyof Omit<Samples, 'random'> | 'users'][] = [
  ['/dashboard/user', 'users'],
  ['/dashboard/requests', 'users'],
  ['/dashboard/team', 'teams'],
  ['/projects/deliverables', 'deliverables'],
  ['/projects', 'projects'],
  ['/requests', 'requests'],
  ['/resources/countries', 'countries'],
  ['/resources/advisors', 'advisors'],
  ['/resources/teams', 'teams'],
  ['/resources/users', 'users'],
  ['/resources/pools/types', 'projectTypes'],
  ['/resources/pools/codes', 'poolCodes'],
  ['/settings/services', 'services'],
  ['/settings/subservices', 'subservices'],
  ['/sync/taskings', 'projects'],
  ['/files', 'files'],
]
/** Managers may read everything; organisation.ts makes every fifth person one. */
const MANAGERS = Array.from({ length: PEOPLE / 5 }, (_, n) => n * 5 + 1)
/** Only oneself, with the rights of a manager. */
const ofOneself = /^\/dashboard\/requests|\/substitutes$/
const codesOf: Record<string, string[]> = { ':status': ['0', '1', '2', '3', '4', '5'] }

/** What Find is asked, by the ids of the samples; the words are those of history.ts. */
function findAsks({ random, ...samples }: Samples): [name: string, ask: Ask][] {
  const one = (table: keyof typeof samples) => String(random.pick(samples[table]))
  const asks: Record<string, () => string> = {
    '/find, one country': () => `?countries=${one('countries')}`,
    '/find, one team': () => `?teams=${one('teams')}`,
    '/find, completed': () => '?status=5',
    '/find, completed, the last page': () => '?status=5&page=999999',
    '/find, not yet accepted': () => '?status=0,1,2,7',
    '/find, overdue or canceled': () => '?status=4,6',
    '/find, two countries, completed': () => `?countries=${one('countries')},${one('countries')}&status=5`,
    '/find, team and service, open': () => `?teams=${one('teams')}&services=${one('services')}&status=0,1,2,3`,
    '/find/search, a reference': () => `/search?term=${referenceOf(random.pick(samples.projects))}`,
    '/find/search, the beginning of a reference': () =>
      `/search?term=${referenceOf(random.pick(samples.projects)).slice(0, -2)}`,
    '/find/search, a reference, filters and a word': () =>
      `/search?term=${referenceOf(random.pick(samples.projects))}%20in&status=5`,
    '/find/search, all of a device': () =>
      `/search?term=${must(/T-\d+/.exec(referenceOf(random.pick(samples.projects))))[0]}`,
    '/find/search, T-1': () => '/search?term=T-1',
    '/find/search, a reference without its T': () =>
      `/search?term=${referenceOf(random.pick(samples.projects)).slice(2)}`,
    '/find/search, the beginning of one without its T': () =>
      `/search?term=${must(/\d+-\d/.exec(referenceOf(random.pick(samples.projects))))[0]}`,
    '/find/search, an id': () => `/search?term=${random.pick(samples.projects)}`,
    '/find/search, a number': () => `/search?term=${random.int(10, 99)}`,
    '/find/search, a word of nearly all': () => '/search?term=in',
    '/find/search, a word of nearly all and a filter': () => '/search?term=in&status=6',
    '/find, all countries, the middle': () =>
      `?countries=${Array.from({ length: 44 }, (_, n) => n + 1).join()}&page=${random.int(20_000, 25_000)}`,
    '/find/search, a common word': () => '/search?term=workshop',
    '/find/search, a common word and a filter': () => '/search?term=workshop&status=0,1,2,3',
    '/find/search, two words': () => '/search?term=workshop%20nairobi',
    '/find/search, nothing': () => '/search?term=zzzz',
  }
  return Object.entries(asks).map(([name, ask]) => [
    name,
    () => ({ path: `/api/find${ask()}`, user: random.pick(MANAGERS) }),
  ])
}

/** One line for an address; one for each status it can have. */
function asksOf(address: string, samples: Samples): [name: string, ask: Ask][] {
  const { random } = samples
  const [, table] = idOf.find(([start]) => address.startsWith(start)) ?? []
  return (address.includes(':status') ? must(codesOf[':status']) : ['']).map((status) => [
    address.replace(':status', status),
    () => {
      const user = random.pick(MANAGERS)
      const own = ofOneself.test(address)
      const id = own ? user : table === 'users' ? random.int(1, PEOPLE) : random.pick(table ? samples[table] : [0])
      const path = address
        .replace(':status', status)
        .replace(':poolCode', `PC-${random.int(100, 500)}`)
        .replace(/:\w+/, String(id))
      return { path: `/api${path}`, user }
    },
  ])
}

/** What devices ask: nothing new, a hundred rows of news, and pages of a first sync. */
async function rounds(store: Store): Promise<[name: string, ask: Ask][]> {
  const { epoch, version } = await store.position()
  const random = createRandom(2)
  const round = (cursor: string | null) => {
    const user = random.pick(MANAGERS)
    const body = { protocol: PROTOCOL, device: 100 + user, cursor, from: 10_000_000, calls: [], limit: 100 }
    return { path: '/api/sync', user, body }
  }
  const closed = JSON.stringify(['9999', 1])
  return [
    ['a round with nothing new', () => round(`${epoch}.${version}`)],
    ['a round with a hundred rows of news', () => round(`${epoch}.${version - 1_000}`)],
    ['the first page of a first sync', () => round(null)],
    [
      'a page of open taskings',
      () =>
        round(
          `${epoch}.${version}.open.0-30000-60000.${JSON.stringify([random.int(Math.round(version * 0.9), version), 1])}`,
        ),
    ],
    ['a page of closed taskings', () => round(`${epoch}.${version}.closed.30000-30000-60000.${closed}`)],
  ]
}

async function measure(app: ReturnType<typeof createApp>['app'], ask: Ask): Promise<Measured> {
  const took: number[] = []
  const sizes: number[] = []
  let status = 0
  const delays = monitorEventLoopDelay({ resolution: 1 })
  await nextTurn()
  delays.enable()
  const start = performance.now()
  while (took.length < TIMES && performance.now() - start < MOST_MS) {
    const { path, user, body } = ask()
    const headers = { authorization: `Bearer ${token(user)}`, 'content-type': 'application/json' }
    const before = performance.now()
    const answer = await app.request(path, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    sizes.push((await answer.arrayBuffer()).byteLength)
    took.push(performance.now() - before)
    status = Math.max(status, answer.status)
    await nextTurn()
  }
  delays.disable()
  const held = delays.max / 1e6
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), bytes: quantile(sizes, 0.5), status, held }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return must(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
}
