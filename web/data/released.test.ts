import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { readable } from '#shared/kernel/input.ts'
import { must } from '#shared/lib/must.ts'
import { syncedDefinitionOf, syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { roundAnswerSchema } from '#shared/protocol/answer.ts'
import { newDevice } from '#server/sync/device-numbers.ts'
import { inOrder } from '#shared/testing/releases.ts'
import { dumpDatabase, goldenContent, goldenPerson, makeGolden, restoreDatabase, type Dump } from '../testing/golden.ts'
import { createWorld, type World } from '../testing/world.ts'
import { Device, modelMark } from './device.ts'
import { followModel } from './follow-model.ts'

type Row = Record<string, unknown> & { id: number }
const rowsIn = (dump: Dump, name: string): Row[] => must(dump.stores.find((store) => store.name === name)).rows as Row[]

/** Databases as released versions left them; `npm run release` adds one. */
const folder = new URL('released/', import.meta.url)
const golden = inOrder(readdirSync(folder)).map((name) => ({
  name: name.replace('.json.gz', ''),
  dump: JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString()) as Dump,
}))
const newest = must(golden.at(-1)).dump

interface Kept {
  key: string
  table: SyncedTable
  id: number
  row: Row | null
}
const keptIn = (dump: Dump): Kept[] => rowsIn(dump, 'kept') as unknown as Kept[]
const judgedIn = (dump: Dump): number =>
  (rowsIn(dump, 'meta').find((row) => row['key'] === 'position') as unknown as { value: { judged: number } }).value
    .judged

/** The server's rows, without the paint of the queue. */
function underPaint(dump: Dump, table: SyncedTable): Row[] {
  const kept = new Map(keptIn(dump).map(({ key, row }) => [key, row]))
  const rows = dump.stores.find(({ name }) => name === table)?.rows as Row[] | undefined
  return (rows ?? []).flatMap((row) => {
    const under = kept.get(`${table}:${row.id}`)
    return under === null ? [] : [under ?? row]
  })
}

/** As on the phone of somebody who sees much: so many more taskings of the same kind. */
function withMany(dump: Dump, taskings: number): Dump {
  const copy = structuredClone(dump)
  const projects = rowsIn(copy, 'projects')
  const few = underPaint(copy, 'projects')
  for (let n = projects.length; n < taskings; n++)
    projects.push({ ...must(few[n % few.length]), id: 43_000_000 + n, requestId: 0 })
  return copy
}

const factsToday = (table: SyncedTable, row: object): never => {
  const { schema } = syncedDefinitionOf(table)
  return { ...(readable(schema, row) as object), ...row } as never
}

/** A server that has what the device has, and knows the device by its number. */
async function serverOf(dump: Dump, judged: number): Promise<World> {
  const world = await createWorld()
  const changes = syncedTableNames.flatMap((table) =>
    underPaint(dump, table).map((row) => put(table, factsToday(table, row)) as Change),
  )
  const device = { ...newDevice(42, goldenPerson, '2026-01-01T00:00:00.000Z'), lastSeq: judged }
  await world.write(...changes, put('devices', device))
  world.clock.now = Date.parse('2026-03-10T18:00:00.000Z')
  return world
}

/** Stood at the end of all that this server has. */
async function cursorOf(store: World['store']): Promise<string> {
  const { epoch, version } = await store.position()
  return `${epoch}.${version}`
}

async function atTheEnd(dump: Dump, { store }: World): Promise<Dump> {
  const copy = structuredClone(dump)
  const position = must(rowsIn(copy, 'meta').find((row) => row['key'] === 'position')) as unknown as { value: object }
  position.value = { ...position.value, cursor: await cursorOf(store) }
  return copy
}

/** Takes out what a release that never was did not have yet: a column, one that is made of it, and two indexes. */
function before(dump: Dump): Dump {
  const copy = { ...structuredClone(dump), version: dump.version - 10 }
  const projects = must(copy.stores.find(({ name }) => name === 'projects'))
  projects.indexes = projects.indexes.filter(({ keyPath }) => ![keyPath].flat().includes('phase'))
  const older = ({ phase: _, shipNumber: __, ...row }: Row): Row => row
  projects.rows = (projects.rows as Row[]).map(older)
  for (const kept of keptIn(copy)) if (kept.table === 'projects' && kept.row) kept.row = older(kept.row)
  return copy
}

describe.each([
  ...golden.map(({ name, dump }) => [`the release of protocol ${name}`, dump] as const),
  ['one that knew neither a column nor two indexes', before(newest)] as const,
])('a device of %s', (_, released) => {
  test('with 5,000 taskings opens, keeps everything and delivers everything', { timeout: 240_000 }, async () => {
    const full = withMany(released, 5_000)
    const world = await serverOf(withMany(newest, 5_000), judgedIn(released))
    const left = await atTheEnd(full, world)
    const disk = new IDBFactory()
    await restoreDatabase(disk, left)
    const device = await world.device(goldenPerson, { disk, name: 'golden' })
    const kept = async () => {
      const tables = ['outbox', 'attention', 'forms', 'judged'] as const
      return Promise.all(tables.map((table) => device.db.table(table).toArray()))
    }
    const was = ['outbox', 'attention', 'forms', 'judged'].map((name) => rowsIn(left, name))
    expect(was.map((rows) => rows.length)).toEqual([40, 3, 2, judgedIn(left)])

    // A kill in the middle: the next start goes on.
    let told = 0
    const { db } = device
    await expect(
      followModel(db, () => {
        if (++told === 5) throw new Error('Killed')
      }),
    ).rejects.toThrow('Killed')
    expect((await db.get('model')).next).not.toBeNull()
    await followModel(db)
    expect(await db.get('model')).toEqual({ mark: modelMark, next: null })
    expect(await kept()).toEqual(was)
    // What lies under the paint is made anew as well, and is there when the paint comes off.
    const under = keptIn(left).map(({ row, ...kept }) => ({
      ...kept,
      row: row && (syncedRow(kept.table, factsToday(kept.table, row)) as unknown),
    }))
    expect(await db.kept.toArray()).toEqual(under)
    for (const table of syncedTableNames) {
      const rows = await db.table<Row, number>(table).toArray()
      expect(rows, table).toEqual(rows.map((row) => syncedRow(table, row as never)))
      expect(rows.length, table).toBe(left.stores.find(({ name }) => name === table)?.rows.length ?? 0)
    }
    const open = await db
      .table<Row, number>('projects')
      .where('[openPhase+dueDate]')
      .between(['progress', ''], ['progress', '\uffff'])
      .count()
    const all = await db.table<Row, number>('projects').toArray()
    expect(open).toBe(all.filter((row) => row['phase'] === 'progress').length)
    expect(open).toBeGreaterThan(100)

    // Every call is judged, once, and most as they were meant; then the device is the server.
    await device.settle()
    const diary = (await world.diary()).filter((call) => call.device === 42)
    expect(diary.map(({ callId }) => callId)).toEqual(was[0]?.map((call) => call['id']))
    const refused = diary.filter(({ verdict }) => verdict === 'refused').map(({ name }) => name)
    expect(refused.filter((name) => name !== 'cancelProject')).toEqual([])
    expect(await db.attention.count()).toBe(3 + refused.length)
    expect(await db.forms.count()).toBe(2)
    expect(await db.kept.count()).toBe(0)
    const judged = await db.judged.orderBy('seq').toArray()
    expect(judged.slice(0, judgedIn(left))).toEqual(was[3])
    expect(judged).toHaveLength(judgedIn(left) + 40)
    for (const table of syncedTableNames) {
      const here = (await db.table<Row, number>(table).toArray()).map((row) => [row.id, row])
      // An inbox is its person's alone.
      const seen = (await world.rows(table)).filter(
        (row) => table !== 'notifications' || (row as Row)['userId'] === goldenPerson.id,
      )
      const there = seen.map((row) => [row.id, syncedRow(table, row as never)])
      expect(Object.fromEntries(here), table).toEqual(Object.fromEntries(there))
    }
    device.close()
    await world.close()
  })
})

test.each(golden.map(({ name, dump }) => [name, dump] as const))(
  'an app of protocol %s that was never updated delivers its queue to the server of today',
  async (_, dump) => {
    const world = await serverOf(newest, judgedIn(dump))
    const calls = rowsIn(dump, 'outbox').map(({ seq, id, name, version, input, at }) => ({
      ...{ seq, id, name, version, input, at },
    }))
    const answer = await world.post('/sync', goldenPerson.id, {
      protocol: dump.protocol,
      device: 42,
      cursor: await cursorOf(world.store),
      from: judgedIn(dump) + 1,
      calls,
      limit: 4_000,
    })
    expect(answer.status).toBe(200)
    // What is described is what is sent.
    const body = (await answer.json()) as { outcomes: unknown[] }
    expect(roundAnswerSchema.safeParse(body).error).toBeUndefined()
    expect(body.outcomes).toHaveLength(40)
    const diary = (await world.diary()).map(({ name, verdict }) => `${name} ${verdict}`)
    expect(diary).toHaveLength(40)
    expect(diary.filter((line) => !/applied|nothing/.test(line))).toEqual([])
    await world.close()
  },
)

test('a device that is of today is left as it is, and an empty one too', async () => {
  const disk = new IDBFactory()
  const device = new Device('fresh', { indexedDB: disk, IDBKeyRange })
  let told = 0
  await followModel(device, () => (told += 1))
  expect([told, await device.get('model')]).toEqual([0, { mark: modelMark, next: null }])
  await device.rows('teams').put(syncedRow('teams', { id: 1, name: 'A', active: true } as never))
  await device.set('position', { cursor: 'epoch.5', judged: 0, sweeping: false, ready: true, progress: null })
  await followModel(device, () => (told += 1))
  expect([told, (await device.get('position')).cursor]).toEqual([0, 'epoch.5'])
  device.close()
})

test('tables and indexes are those of the newest release, or the number of the database was raised', async () => {
  const disk = new IDBFactory()
  await makeGolden(disk, goldenContent())
  const today = await dumpDatabase(disk, 0)
  const shape = ({ stores }: Dump) =>
    stores.map(({ rows: _, indexes, ...store }) => ({
      ...store,
      indexes: indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    }))
  const isSame = JSON.stringify(shape(today)) === JSON.stringify(shape(newest))
  expect(
    isSame || today.version > newest.version,
    'Raise SHAPE in web/data/device.ts: tables or indexes of devices changed.',
  ).toBe(true)
})

test('a derived column that means something else says so', () => {
  for (const table of syncedTableNames)
    for (const row of newest.stores.find(({ name }) => name === table)?.rows ?? []) {
      const today = syncedRow(table, factsToday(table, row as object)) as object
      const shared = Object.keys(today).filter((name) => Object.hasOwn(row as object, name))
      const both = [row, today].map((one) => shared.map((name) => [name, (one as Row)[name]]))
      expect(both[1], `Raise DERIVED in web/data/device.ts (${table}).`).toEqual(both[0])
    }
})

test('the newest release is one whose queue is painted, and some of whose calls were judged', () => {
  const kept = keptIn(newest)
  expect([kept.some(({ row }) => row === null), kept.some(({ row }) => row !== null)]).toEqual([true, true])
  expect((rowsIn(newest, 'judged') as unknown as { verdict: string }[]).map(({ verdict }) => verdict)).toEqual([
    'applied',
    'nothing',
  ])
})
