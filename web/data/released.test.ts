import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { readable } from '#shared/kernel/input.ts'
import { must } from '#shared/lib/must.ts'
import { syncedDefinitionOf, syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import { dumpDatabase, goldenContent, goldenPerson, makeGolden, restoreDatabase, type Dump } from '../testing/golden.ts'
import { createWorld, type World } from '../testing/world.ts'
import { Device, modelMark } from './device.ts'
import { followModel } from './follow-model.ts'

type Row = Record<string, unknown> & { id: number }
const rowsIn = (dump: Dump, name: string): Row[] => must(dump.stores.find((store) => store.name === name)).rows as Row[]

/** Databases as released versions left them; `npm run release` adds one. */
const folder = new URL('released/', import.meta.url)
const golden = readdirSync(folder).map(
  (name) => JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString()) as Dump,
)
const newest = must(golden.toSorted((a, b) => b.protocol - a.protocol)[0])

/** As on the phone of somebody who sees much: so many more taskings of the same kind. */
function withMany(dump: Dump, taskings: number): Dump {
  const copy = structuredClone(dump)
  const projects = rowsIn(copy, 'projects')
  const few = [...projects]
  for (let n = projects.length; n < taskings; n++)
    projects.push({ ...must(few[n % few.length]), id: 43_000_000 + n, requestId: 0 })
  return copy
}

const factsToday = (table: SyncedTable, row: object): never => {
  const { schema } = syncedDefinitionOf(table)
  return { ...(readable(schema, row) as object), ...row } as never
}

/** A server that has what the device has, and knows the device by its number. */
async function serverOf(dump: Dump): Promise<World> {
  const world = await createWorld()
  const changes = syncedTableNames.flatMap((table) =>
    (dump.stores.find(({ name }) => name === table)?.rows ?? []).map(
      (row) => put(table, factsToday(table, row as object)) as Change,
    ),
  )
  const device = {
    ...{ id: 42, userId: goldenPerson.id, lastSeq: 0, failedSeq: 0, failures: 0, label: '', lastAt: null },
    createDate: '2026-01-01T00:00:00.000Z',
  }
  await world.write(...changes, put('devices', device))
  world.clock.now = Date.parse('2026-03-10T18:00:00.000Z')
  return world
}

/** Stood at the end of all that this server has. */
async function atTheEnd(dump: Dump, { store }: World): Promise<Dump> {
  const copy = structuredClone(dump)
  const position = must(rowsIn(copy, 'meta').find((row) => row['key'] === 'position')) as unknown as { value: object }
  position.value = { ...position.value, cursor: `${store.epoch}.${await store.version()}` }
  return copy
}

/** Takes out what a release that never was did not have yet: a column, one that is made of it, and two indexes. */
function before(dump: Dump): Dump {
  const copy = { ...structuredClone(dump), version: dump.version - 10 }
  const projects = must(copy.stores.find(({ name }) => name === 'projects'))
  projects.indexes = projects.indexes.filter(({ keyPath }) => ![keyPath].flat().includes('phase'))
  projects.rows = (projects.rows as Row[]).map(({ phase: _, shipNumber: __, ...row }) => row)
  return copy
}

describe.each([
  ...golden.map((dump) => [`the release of protocol ${dump.protocol}`, dump] as const),
  ['one that knew neither a column nor two indexes', before(newest)] as const,
])('a device of %s', (_, released) => {
  test('with 5,000 taskings opens, keeps everything and delivers everything', { timeout: 240_000 }, async () => {
    const full = withMany(released, 5_000)
    const world = await serverOf(withMany(newest, 5_000))
    const left = await atTheEnd(full, world)
    const disk = new IDBFactory()
    await restoreDatabase(disk, left)
    const device = await world.device(goldenPerson, { disk, name: 'golden' })
    const kept = async () => {
      const tables = ['outbox', 'attention', 'forms'] as const
      return Promise.all(tables.map((table) => device.db.table(table).toArray()))
    }
    const was = [rowsIn(left, 'outbox'), rowsIn(left, 'attention'), rowsIn(left, 'forms')]
    expect(was.map((rows) => rows.length)).toEqual([40, 3, 2])

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
    for (const table of syncedTableNames) {
      const rows = await db.table<Row, number>(table).toArray()
      expect(rows, table).toEqual(rows.map((row) => syncedRow(table, row as never)))
      expect(rows.length, table).toBe(left.stores.find(({ name }) => name === table)?.rows.length ?? 0)
    }
    const open = await db
      .table<Row, number>('projects')
      .where('[phase+dueDate]')
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

test.each(golden.map((dump) => [dump.protocol, dump] as const))(
  'an app of protocol %i that was never updated delivers its queue to the server of today',
  async (protocol, dump) => {
    const world = await serverOf(newest)
    const calls = rowsIn(dump, 'outbox').map(({ seq, id, name, input, at }) => ({ seq, id, name, input, at }))
    const answer = await world.post('/sync', goldenPerson.id, {
      protocol,
      device: 42,
      cursor: null,
      from: 1,
      calls,
      limit: 4_000,
    })
    expect(answer.status).toBe(200)
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
