import { IDBKeyRange } from 'fake-indexeddb'
import { commands } from '#shared/commands/index.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { referenceTables, syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { people } from '#shared/testing/samples.ts'
import { base, verbs } from '#shared/testing/verbs.ts'
import { Device, type JudgedCall, type QueuedCall } from '../data/device.ts'
import { repaint, workTables } from '../sync/perform.ts'

/**
 * What a device held when a version was released, to be opened by every later one: rows, a queue with every action and its paint, judged calls, what needs the
 * person, half-written forms.
 * All of it is by one person, who has every role.
 */
export const goldenPerson = { ...people.pete, roles: 'Admin;Manager;Analyst;AD;COR;PO', teamId: 0 }
const DEVICE = 42
const QUEUED = 40
/** The calls before the queue, which the server has judged. */
const JUDGED = 2
const NAME = 'golden'

/** A database as it is on the disk, whatever wrote it. */
export interface Dump {
  protocol: number
  version: number
  stores: {
    name: string
    keyPath: string | null
    autoIncrement: boolean
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
    rows: unknown[]
  }[]
}
type GoldenRows = Partial<Record<SyncedTable, Record<string, unknown>[]>>

const isReference = (table: SyncedTable): boolean => (referenceTables as readonly SyncedTable[]).includes(table)
const worked = syncedTableNames.filter((table) => !isReference(table))

/** Each action has a tasking, a draft and what belongs to them of its own: ids like 42_007_017 for the seventh. */
export function goldenContent(): { rows: GoldenRows; calls: QueuedCall[] } {
  const names = [...commands.values()].filter(({ online }) => !online).map(({ name }) => name)
  const all = [...names, ...Array.from({ length: QUEUED - names.length }, () => 'addComment')]
  const rows: GoldenRows = {}
  const put = (table: SyncedTable, row: Record<string, unknown>) => {
    const others = (rows[table] ?? []).filter(({ id }) => id !== row['id'])
    rows[table] = [...others, row]
  }
  for (const table of referenceTables) for (const row of base[table] ?? []) put(table, row)
  put('users', goldenPerson)

  const calls = all.map((name, n): QueuedCall => {
    const verb = must(verbs[name], name)
    const version = commands.get(name)?.version
    const own = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value, (key, inner: unknown) => (key === 'createdById' ? goldenPerson.id : inner)).replace(
          /\b42000(\d{3})\b/g,
          `420${String(n + 1).padStart(2, '0')}$1`,
        ),
      ) as T
    // A request that an action's own rows leave out may still be what its tasking belongs to.
    const its = own({
      ...base,
      ...verb.rows,
      requests: [...(base.requests ?? []), ...(verb.rows?.requests ?? [])],
    }) as GoldenRows
    for (const table of worked) for (const row of its[table] ?? []) put(table, row)
    return {
      ...{ seq: JUDGED + n + 1, id: `golden-call-${String(n + 1).padStart(4, '0')}`, name, input: own(verb.input) },
      ...(version ? { version } : {}),
      at: new Date(Date.parse('2026-03-10T15:00:00.000Z') + n * 60_000).toISOString(),
      ...{ touches: [], held: false, firstSent: 0, attempts: 0 },
    }
  })
  return { rows, calls }
}

/** Fills a database as this version keeps it. */
export async function makeGolden(disk: IDBFactory, { rows, calls }: ReturnType<typeof goldenContent>): Promise<void> {
  const device = new Device(NAME, { indexedDB: disk, IDBKeyRange })
  await device.open()
  for (const table of syncedTableNames)
    await device.table(table).bulkPut((rows[table] ?? []).map((row) => syncedRow(table, row as never)))
  await device.outbox.bulkAdd(calls)
  const refused = (key: string, name: string, input: object) => ({
    ...{ key, refusal: { refused: 'not-allowed' }, conflicts: [], received: '2026-03-09T15:00:00.000Z' },
    call: { seq: 1, id: key, name, input, at: '2026-03-09T14:00:00.000Z', firstSent: 1, attempts: 1 },
  })
  await device.attention.bulkAdd([
    refused('golden-refused-1', 'addComment', { id: 42_000_990, projectId: 42_001_017, comment: 'Words of mine' }),
    refused('golden-refused-2', 'approveProject', { id: 42_001_017, approvalId: 42_000_991 }),
    refused('golden-refused-3', 'amendProject', {
      projectId: 42_001_017,
      amendmentId: 42_000_992,
      content: 'Two days',
    }),
  ] as never[])
  await device.forms.bulkAdd([
    {
      key: 'request:42001020:details',
      values: { contactDetails: 'Half a sen', taskDetails: '' },
      saved: '2026-03-10T13:00:00.000Z',
    },
    { key: 'comment:42001017', values: { comment: 'And another thing' }, saved: '2026-03-10T13:30:00.000Z' },
  ])
  const judged = (seq: number, more: Pick<JudgedCall, 'verdict' | 'nothing'>): JudgedCall => ({
    ...{ seq, id: `golden-judged-${String(seq).padStart(3, '0')}`, name: 'completeProject', input: { id: 42_001_017 } },
    ...{ at: '2026-03-09T14:00:00.000Z', touches: [], held: false, firstSent: 1, attempts: 1 },
    ...{ received: '2026-03-09T15:00:00.000Z', judged: Date.parse('2026-03-09T15:00:01.000Z'), ...more },
  })
  await device.judged.bulkAdd([
    judged(1, { verdict: 'applied' }),
    judged(JUDGED, { verdict: 'nothing', nothing: { nothing: 'already', by: goldenPerson.id } }),
  ])
  await device.set('identity', { number: DEVICE, counter: 50_000, lastSeq: JUDGED + calls.length })
  await device.set('position', { cursor: 'epoch.1', judged: JUDGED, sweeping: false, ready: true, progress: null })
  const actor = { user: goldenPerson as never, organisation: defaultOrganisation }
  // Dexie goes along with an `await` only inside an async function.
  await device.transaction('rw', workTables, async () => repaint(device, actor))
  device.close()
}

export async function dumpDatabase(disk: IDBFactory, protocol: number): Promise<Dump> {
  const db = await opened(disk.open(NAME))
  const names = [...db.objectStoreNames]
  const stores = await Promise.all(
    names.map(async (name) => {
      const store = db.transaction(name).objectStore(name)
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath, unique, multiEntry } = store.index(index)
        return { name: index, keyPath: keyPath, unique, multiEntry }
      })
      const { keyPath, autoIncrement } = store
      return {
        name,
        keyPath: keyPath as string | null,
        autoIncrement,
        indexes,
        rows: (await opened(store.getAll())) as unknown[],
      }
    }),
  )
  const { version } = db
  db.close()
  return { protocol, version, stores }
}

/** Puts a database back as it was. @returns its name */
export async function restoreDatabase(disk: IDBFactory, { version, stores }: Dump): Promise<string> {
  const request = disk.open(NAME, version)
  request.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, indexes } of stores) {
      const store = request.result.createObjectStore(name, { keyPath, autoIncrement })
      for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
    }
  }
  const db = await opened(request)
  const writing = db.transaction([...db.objectStoreNames], 'readwrite')
  for (const { name, rows } of stores) for (const row of rows) writing.objectStore(name).put(row)
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve
    writing.onerror = reject
  })
  db.close()
  return NAME
}

const opened = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
