import Database from 'better-sqlite3'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { count, many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { createPasswords } from '../auth/passwords.ts'
import { seedDemo } from '../demo/seed.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { blobFolderOf, openFolder } from '../store/blobs/folder.ts'
import { openBlobs } from '../store/blobs/open.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { verify } from '../store/sqlite/verify.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { aFile, aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { newDevice } from '../sync/device-numbers.ts'
import { playRound, type SyncServer } from '../sync/round.ts'
import { pdf, sha256 } from '../testing/files.ts'
import {
  buildServer,
  expectedComments,
  freePort,
  notApplied,
  runServer,
  sendTo,
  startLoad,
  startProcess,
  writeDatabase,
} from '../testing/process.ts'
import { startS3 } from '../testing/s3.ts'
import { makeBackup, restoreBackup } from './backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-backup-'))
let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('backup')
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  server.remove()
})
let places = 0
const aPlace = () => mkdtempSync(join(folder, `${++places}-`))
const folderIn = (line: string) => must(/^Backup (.+?): /.exec(line)?.[1])
const epochOf = (path: string) => {
  const db = new Database(path, { readonly: true })
  const epoch = db.prepare("SELECT value FROM meta WHERE key = 'epoch'").pluck().get() as string
  db.close()
  return epoch
}

test('a backup under load has every call acknowledged before it, and devices send again what it has not seen', async () => {
  const data = aPlace()
  const path = join(data, 'fieldpost.sqlite')
  const tokens = await writeDatabase(path, 8)
  const epoch = epochOf(path)
  const port = await freePort()
  const first = await startProcess(server.script, data, port)
  const load = startLoad(tokens.map((token) => sendTo(port, token)))
  while (load.acknowledged() < 200) await new Promise((resolve) => setTimeout(resolve, 20))

  const before = load.clients.flatMap((client) => [...client.acknowledged.keys()])
  const backedUp = await runServer(server.script, data, ['--backup'])
  expect(backedUp).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Backup .+ applied\) .+ verified, .+ s\.\n$/) as string,
  })
  const backup = folderIn(backedUp.output)
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1)
  const enough = load.acknowledged() + 200
  while (load.acknowledged() < enough) await new Promise((resolve) => setTimeout(resolve, 20))

  const refused = await runServer(server.script, data, ['--restore', backup])
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('already using') as string })
  await first.end('SIGKILL')
  const restored = await runServer(server.script, data, ['--restore', backup])
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored') as string })

  const db = new Database(path, { readonly: true })
  const known = new Set(db.prepare('SELECT callId FROM calls').pluck().all())
  expect(before.filter((id) => !known.has(id))).toEqual([])
  expect(known.size).toBeLessThan(enough)
  db.close()
  expect(epochOf(path)).not.toBe(epoch)
  const kept = must(readdirSync(data).find((name) => /replaced-[^.]+Z$/.test(name)))
  const replaced = new Database(join(data, kept))
  expect(verify(replaced).calls['applied']).toBeGreaterThanOrEqual(enough)
  replaced.close()

  const second = await startProcess(server.script, data, port)
  await load.finish()
  expect(await second.end('SIGTERM')).toBe(0)
  expect(load.clients.reduce((sum, client) => sum + client.forgotten(), 0)).toBeGreaterThan(0)
  expect(notApplied(load.clients)).toEqual([])
  const store = openSqlite({ path })
  const { comments, calls } = await store.read({ reads: { comments: many('comments', {}), calls: count('calls', {}) } })
  await store.close()
  expect(new Map(comments.map((row) => [row.id, [...row.history, row.comment]]))).toEqual(
    expectedComments(load.clients),
  )
  expect(calls).toBe(load.acknowledged())
}, 60_000)

async function aDatabase(): Promise<string> {
  const path = join(aPlace(), 'fieldpost.sqlite')
  const store = openSqlite({ path })
  await store.transact({ reads: {} }, () => ({
    changes: [...putsOf(references), put('projects', aBareProject())],
    value: 0,
  }))
  await store.close()
  return path
}

test('letters and lines of them that waited when a backup was made are not sent by who restores it', async () => {
  const path = await aDatabase()
  const store = openSqlite({ path })
  const date = '2026-03-10T14:00:00.000Z'
  const waits = { sealed: 'sealed', attempts: 0, createDate: date, dueDate: date, expireDate: date }
  const letter = put('effects', { id: 7, kind: 'letter', receiver: '', ...waits })
  const line = put('effects', { id: 8, kind: 'now', receiver: '1', ...waits })
  await store.transact({ reads: {} }, () => ({ changes: [letter, line], value: 0 }))
  await store.close()
  await restoreBackup(folderIn(await makeBackup(path, aPlace())), path, 'production')
  const again = openSqlite({ path })
  expect((await again.read({ reads: { rows: many('effects', {}) } })).rows).toEqual([])
  await again.close()
})

test('invitations and resets of a backup are over: some of them were used since', async () => {
  const path = await aDatabase()
  const store = openSqlite({ path })
  const link = { id: 7, tokenHash: 'of-a-link', userId: 1, purpose: 'reset', used: false } as const
  const dates = { createDate: '2026-03-10T14:00:00.000Z', expireDate: '2026-03-10T15:00:00.000Z' }
  const open = put('links', { ...link, ...dates })
  await store.transact({ reads: {} }, () => ({ changes: [open], value: 0 }))
  const backup = folderIn(await makeBackup(path, aPlace()))
  await store.transact({ reads: {} }, () => ({ changes: [put('links', { ...open.row, used: true })], value: 0 }))
  await store.close()
  await restoreBackup(backup, path, 'production')
  const again = openSqlite({ path })
  expect((await again.read({ reads: { rows: many('links', {}) } })).rows).toEqual([])
  await again.close()
})

test('numbers that were given out after a backup are not given out again', async () => {
  const path = await aDatabase()
  const store = openSqlite({ path })
  const counters = [
    put('counters', { id: 1, name: 'devices', value: 40 }),
    put('counters', { id: 2, name: 'ids', value: 300 }),
  ]
  await store.transact({ reads: {} }, () => ({ changes: counters, value: 0 }))
  await store.close()
  await restoreBackup(folderIn(await makeBackup(path, aPlace())), path, 'production')
  const again = openSqlite({ path })
  const { rows } = await again.read({ reads: { rows: many('counters', {}) } })
  await again.close()
  expect(rows.map((row) => row.value)).toEqual([1_040, 10_300])
})

describe('after a restore', () => {
  const DAY = 86_400_000
  const newestCall = '2026-03-10T00:00:00.000Z'

  /** A database that was restored: 41 devices when it was backed up, and what its devices know of the life before. */
  async function aRestored(now: () => string) {
    const path = await aDatabase()
    const call = {
      ...{ id: 2, callId: 'rest-1', device: 0, seq: null, userId: 1, name: 'saveTeam', input: {} },
      ...{ at: newestCall, received: newestCall, verdict: 'refused' as const, detail: {}, carriedById: 0, address: '' },
    }
    const store = openSqlite({ path })
    const changes = [
      put('counters', { id: 1, name: 'devices', value: 41 }),
      put('users', aUser({ id: 2 })),
      put('calls', call),
    ]
    await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
    const { epoch } = await store.position()
    await store.close()
    await restoreBackup(folderIn(await makeBackup(path, aPlace())), path, 'production')
    const restored = openSqlite({ path, now })
    const server: SyncServer = {
      ...{ store: restored, organisation: defaultOrganisation, now },
      grant: () => 0,
      firstSync: (_, work) => work(),
    }
    const play = async (user: number, device: number, cursor: string | null) => {
      const request = { protocol: PROTOCOL, device, cursor, from: 1, calls: [], limit: 100 }
      return must(await playRound(server, aUser({ id: user }), request)).device
    }
    const devices = async () => (await restored.read({ reads: { rows: many('devices', {}) } })).rows
    const counter = async () => (await restored.read({ reads: { rows: many('counters', { id: 1 }) } })).rows[0]?.value
    return { path, server, cursor: `${epoch}.7`, play, devices, counter, close: () => restored.close() }
  }

  test('a device from before goes on under its number, since when the backup was made; the counter does not move', async () => {
    const { play, cursor, devices, counter, close } = await aRestored(() => new Date().toISOString())
    expect(await counter()).toBe(1_041)
    expect([await play(1, 42, cursor), await play(2, 1_041, cursor)]).toEqual([42, 1_041])
    expect(await devices()).toMatchObject([
      { id: 42, userId: 1, lastSeq: 0, createDate: newestCall },
      { id: 1_041, userId: 2, createDate: newestCall },
    ])
    // Somebody's own sight stands behind the epoch.
    expect(await play(1, 77, cursor.replace('.', '~t3.'))).toBe(77)
    expect(await counter()).toBe(1_041)
    expect(await play(1, 42, cursor)).toBe(42)
    await close()
  })

  test.each([
    ['was never granted', (epoch: string) => [1_042, epoch], 0],
    ['was known to the backup', (epoch: string) => [41, epoch], 0],
    ['comes with no cursor', () => [42, null], 0],
    ['comes from a life that this database never had', () => [42, 'forged.7'], 0],
    ['comes too late', (epoch: string) => [42, epoch], 31 * DAY],
  ] as [string, (cursor: string) => [number, string | null], number][])(
    'a number that %s is not taken up',
    async (_, of, later) => {
      const { play, cursor, close } = await aRestored(() => new Date(Date.now() + later).toISOString())
      expect(await play(1, ...of(cursor))).toBe(1_042)
      await close()
    },
  )

  test('a number that somebody else took up first is not taken away, and its device gets a new one', async () => {
    const { play, cursor, close } = await aRestored(() => new Date().toISOString())
    expect([await play(2, 42, cursor), await play(1, 42, cursor)]).toEqual([42, 1_042])
    await close()
  })

  test('and another one, devices of both lives go on', async () => {
    const first = await aRestored(() => new Date().toISOString())
    const second = `${(await first.server.store.position()).epoch}.9`
    await first.close()
    await restoreBackup(folderIn(await makeBackup(first.path, aPlace())), first.path, 'production')
    const store = openSqlite({ path: first.path })
    first.server.store = store
    expect([await first.play(1, 42, first.cursor), await first.play(2, 1_042, second)]).toEqual([42, 1_042])
    expect(await first.play(2, 1_043, first.cursor)).toBe(2_042)
    await store.close()
  })

  test('of a database that had no devices yet, numbers are set aside as well', async () => {
    const path = await aDatabase()
    await restoreBackup(folderIn(await makeBackup(path, aPlace())), path, 'production')
    const store = openSqlite({ path })
    const { rows } = await store.read({ reads: { rows: many('counters', { id: 1 }) } })
    expect([rows[0]?.value, store.earlier]).toMatchObject([
      1_009,
      [{ devices: 9, reserved: 1_009, known: new Date(0).toISOString() }],
    ])
    await store.close()
  })
})

test('a backup that was changed since, or is not whole, is not restored, and nothing else has changed', async () => {
  const path = await aDatabase()
  const backup = folderIn(await makeBackup(path, aPlace()))
  const before = readFileSync(path)
  const copy = join(backup, 'fieldpost.sqlite')
  const sound = readFileSync(copy)
  const changed = Buffer.from(sound)
  changed[changed.length - 5_000] = (changed[changed.length - 5_000] ?? 0) ^ 1
  writeFileSync(copy, changed)
  await expect(restoreBackup(backup, path, 'production')).rejects.toThrow('not as it was')
  writeFileSync(copy, sound)
  await expect(restoreBackup(backup, path, 'demo')).rejects.toThrow('never mixed')
  await expect(restoreBackup(join(backup, 'gone'), path, 'production')).rejects.toThrow('no backup')
  for (const unreadable of ['{"made":', '{}', 'null']) {
    writeFileSync(join(backup, 'backup.json'), unreadable)
    await expect(restoreBackup(backup, path, 'production')).rejects.toThrow('not a whole one')
  }
  rmSync(join(backup, 'backup.json'))
  await expect(restoreBackup(backup, path, 'production')).rejects.toThrow('not a whole one')
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.restoring`)).toBe(false)
  // A database file by itself will do, such as the copy a migration made.
  expect(await restoreBackup(copy, path, 'production')).toContain('Restored')
})

test('what a restore has replaced comes back with what a kill left in its log', async () => {
  const path = await aDatabase()
  const backup = folderIn(await makeBackup(path, aPlace()))
  const store = openSqlite({ path })
  await store.transact({ reads: {} }, () => ({
    changes: [put('projects', aBareProject({ id: 40_000_002 }))],
    value: 0,
  }))
  // As a kill leaves them: nothing of the log is played into the file.
  const killed = join(aPlace(), 'fieldpost.sqlite')
  for (const ending of ['', '-wal']) copyFileSync(path + ending, killed + ending)
  await store.close()
  await restoreBackup(backup, killed, 'production')
  const names = readdirSync(dirname(killed))
  const replaced = must(names.find((name) => /replaced-[^.]+Z$/.test(name)))
  expect(names).toContain(`${replaced}-wal`)
  const log = readFileSync(join(dirname(killed), `${replaced}-wal`))
  await restoreBackup(join(dirname(killed), replaced), killed, 'production')
  const again = openSqlite({ path: killed })
  const { projects } = await again.read({ reads: { projects: many('projects', {}) } })
  await again.close()
  expect(projects.map(({ id }) => id)).toEqual([40_000_001, 40_000_002])
  expect(readFileSync(join(dirname(killed), `${replaced}-wal`)).equals(log)).toBe(true)
  expect(readdirSync(dirname(killed)).filter((name) => name.includes('restoring'))).toEqual([])
})

test('a backup of an earlier release, which knew fewer tables and columns, is restored', async () => {
  const path = await aDatabase()
  const db = new Database(path)
  db.exec('DROP TABLE notifications; DROP TABLE moved; ALTER TABLE calls DROP COLUMN address')
  db.close()
  expect(await restoreBackup(path, join(aPlace(), 'fieldpost.sqlite'), 'production')).toContain('Restored')
})

test('a backup without files is restored where there is no data folder yet, and closes it to others', async () => {
  const backup = folderIn(await makeBackup(await aDatabase(), aPlace()))
  const rehearsal = join(aPlace(), 'rehearsal')
  expect(await restoreBackup(backup, join(rehearsal, 'fieldpost.sqlite'), 'production')).toContain('Restored')
  expect(statSync(rehearsal).mode & 0o077).toBe(0)
})

// A whole demonstration is told and checked: it takes its time on a machine that has other work.
test('what all kinds of commands have left is sound', { timeout: 120_000 }, async () => {
  const path = join(aPlace(), 'demo.sqlite')
  const store = openSqlite({ path, mode: 'demo' })
  const server = { store, organisation: defaultOrganisation, now: () => new Date().toISOString() }
  await seedDemo(server, createPasswords({ memoryCost: 64, timeCost: 1 }), openFolder(blobFolderOf(path)))
  await store.close()
  expect(await makeBackup(path, aPlace())).toContain('verified')
})

test('a database whose diary and rows do not agree is told, and its copy is kept under another name', async () => {
  const path = await aDatabase()
  const call = (id: number, more: object) => ({
    id,
    callId: `call-${id}`,
    device: 0,
    seq: null,
    userId: 1,
    name: 'addComment',
    input: { id: 77, projectId: 40_000_001, comment: 'Lost' },
    at: '2026-03-10T00:00:00.000Z',
    received: '2026-03-10T00:00:00.000Z',
    verdict: 'applied' as const,
    detail: {},
    carriedById: 0,
    address: '',
    ...more,
  })
  const device = { ...newDevice(50, { id: 1 }, ''), lastSeq: 3 }
  const cases = [
    [put('calls', call(2, {})), 'made comments 77'],
    [put('calls', call(2, { verdict: 'refused', device: 50, seq: 2 })), 'Device 50 stands at call 3'],
  ] as const
  for (const [change, problem] of cases) {
    const broken = join(aPlace(), 'broken.sqlite')
    copyFileSync(path, broken)
    const store = openSqlite({ path: broken })
    await store.transact({ reads: {} }, () => ({ changes: [put('devices', device), change], value: 0 }))
    await store.close()
    const place = aPlace()
    await expect(makeBackup(broken, place)).rejects.toThrow(problem)
    const [kept = ''] = readdirSync(place)
    expect(kept).toMatch(/\.unsound$/)
    const target = await aDatabase()
    await expect(restoreBackup(join(place, kept, 'fieldpost.sqlite'), target, 'production')).rejects.toThrow(problem)
    expect(await restoreBackup(join(place, kept), target, 'production', { evenUnsound: true })).toContain(
      'without verif',
    )
  }
})

describe('files', () => {
  const [first, second] = [pdf('first'), pdf('second')]

  /** A database with two files and one that was removed, all with their bytes. */
  async function withFiles() {
    const path = await aDatabase()
    const blobs = openFolder(blobFolderOf(path))
    const store = openSqlite({ path })
    const files: Change[] = []
    for (const [index, bytes] of [first, second, pdf('removed')].entries()) {
      const received = await blobs.receive(Readable.from([bytes]), bytes.length)
      await blobs.keep(received)
      blobs.discard(received)
      const { hash, size } = received
      const isActive = index < 2
      const removedDate = isActive ? null : '2026-03-01T00:00:00.000Z'
      const place = { projectId: 40_000_001, active: isActive, removedDate, createdById: 1 }
      files.push(put('files', aFile({ id: index + 1, name: `file-${index + 1}.pdf`, hash, size, ...place })))
    }
    await store.transact({ reads: {} }, () => ({ changes: files, value: 0 }))
    await store.close()
    return { path, blobs }
  }
  const pathIn = (backup: string, bytes: Buffer) => openFolder(join(backup, 'files')).pathOf(sha256(bytes))

  test('go with the database, and come back with it, also into an empty folder', async () => {
    const { path } = await withFiles()
    const line = await makeBackup(path, aPlace())
    expect(line).toContain('and 3 files, verified')
    const empty = join(aPlace(), 'fieldpost.sqlite')
    expect(await restoreBackup(folderIn(line), empty, 'production')).not.toContain('missing')
    for (const bytes of [first, second, pdf('removed')])
      expect(readFileSync(openFolder(blobFolderOf(empty)).pathOf(sha256(bytes))).equals(bytes)).toBe(true)
    expect(
      existsSync(join(blobFolderOf(empty), 'incoming')) && readdirSync(join(blobFolderOf(empty), 'incoming')),
    ).toEqual([])
  })

  test('that were changed or lost after the backup are as they were when it is restored', async () => {
    const { path, blobs } = await withFiles()
    // As on another disk, where nothing can be linked.
    const backup = join(aPlace(), 'copy')
    cpSync(folderIn(await makeBackup(path, aPlace())), backup, { recursive: true })
    writeFileSync(blobs.pathOf(sha256(first)), 'changed')
    rmSync(blobs.pathOf(sha256(second)))
    const line = await restoreBackup(backup, path, 'production')
    expect(readFileSync(blobs.pathOf(sha256(first))).equals(first)).toBe(true)
    expect(readFileSync(blobs.pathOf(sha256(second))).equals(second)).toBe(true)
    // Whoever restored the wrong one can go back.
    const before = openFolder(must(/Its files as (\S+)\./.exec(line)?.[1]))
    expect(readFileSync(before.pathOf(sha256(first)), 'utf8')).toBe('changed')
    expect(readdirSync(join(dirname(path), 'files')).some((name) => name.endsWith('.restoring'))).toBe(false)
  })

  test('that are changed or missing in a backup are named, and it is not restored; of a removed one nothing is asked', async () => {
    const { path } = await withFiles()
    const backup = folderIn(await makeBackup(path, aPlace()))
    const target = await aDatabase()
    rmSync(pathIn(backup, pdf('removed')))
    expect(await restoreBackup(backup, target, 'production')).toContain('Restored')
    rmSync(pathIn(backup, first))
    writeFileSync(pathIn(backup, second), 'changed')
    const before = readFileSync(target)
    const failure = restoreBackup(backup, target, 'production')
    await expect(failure).rejects.toThrow(/File 1 "file-1.pdf": its bytes \([0-9a-f]{64}\) are missing/)
    await expect(failure).rejects.toThrow(/File 2 "file-2.pdf": .+ are changed/)
    expect(readFileSync(target).equals(before)).toBe(true)
    const other = join(aPlace(), 'fieldpost.sqlite')
    const restored = await restoreBackup(backup, other, 'production', { evenUnsound: true })
    expect(restored).toMatch(/File 1 .+ missing\.\nFile 2 .+ changed\.$/)
  })

  test('that the server lost are named by a backup, which is kept under another name', async () => {
    const { path, blobs } = await withFiles()
    rmSync(blobs.pathOf(sha256(second)))
    const place = aPlace()
    await expect(makeBackup(path, place)).rejects.toThrow(/File 2 .+ are missing/)
    const [kept = ''] = readdirSync(place)
    expect(kept).toMatch(/\.unsound$/)
    // A database by itself has no files with it: what is not there is told.
    const alone = await restoreBackup(join(place, kept, 'fieldpost.sqlite'), join(aPlace(), 'x.sqlite'), 'production')
    expect(alone).toMatch(/File 1 .+ missing\.\nFile 2 .+ missing\.$/)
  })

  test('that find no room leave nothing of a backup behind', async () => {
    const { path, blobs } = await withFiles()
    const place = aPlace()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const source = { ...blobs, read: () => Promise.reject(full) } as Blobs
    Reflect.deleteProperty(source, 'pathOf')
    const said = `There is no room for a backup in ${place} (no space left on device). Nothing of it was kept.`
    await expect(makeBackup(path, place, source)).rejects.toThrow(said)
    expect(readdirSync(place)).toEqual([])
  })

  test('in a bucket go with the database, and come back into it', async () => {
    const { path, blobs } = await withFiles()
    const s3 = await startS3()
    const bucket = openBlobs(join(aPlace(), 'files'), s3.place)
    await bucket.copyFrom(blobs)
    rmSync(blobs.folder, { recursive: true })
    const backup = folderIn(await makeBackup(path, aPlace(), bucket))
    s3.objects.clear()
    const empty = join(aPlace(), 'fieldpost.sqlite')
    expect(await restoreBackup(backup, empty, 'production', { blobs: bucket })).not.toContain('missing')
    expect([s3.objects.size, existsSync(blobFolderOf(empty))]).toEqual([3, false])
    s3.objects.delete(`fieldpost/${sha256(second)}`)
    await expect(makeBackup(path, aPlace(), bucket)).rejects.toThrow(/File 2 .+ are missing/)
    await s3.stop()
  })

  test('are uploaded to the program as it is built, and live through a kill, a backup and a restore', async () => {
    const data = aPlace()
    const [token = ''] = await writeDatabase(join(data, 'fieldpost.sqlite'), 1)
    const port = await freePort()
    const api = (path: string) => `http://127.0.0.1:${port}${path}`
    const authorization = `Bearer ${token}`
    const running = await startProcess(server.script, data, port)
    const form = new FormData()
    form.append('file', new Blob([first]), 'first.pdf')
    const sent = await fetch(api('/api/projects/40000001/upload'), {
      method: 'POST',
      body: form,
      headers: { authorization },
    })
    const begun = await fetch(api('/api/files/tus'), {
      method: 'POST',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-length': String(second.length),
        'upload-metadata': `filename ${btoa('second.pdf')},projectId ${btoa('40000001')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: second,
    })
    expect([sent.status, begun.status]).toEqual([200, 201])
    const saved = [(await sent.json()) as { path: string }, (await begun.json()) as { path: string }]
    await running.end('SIGKILL')
    const backup = await runServer(server.script, data, ['--backup'])
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('and 2 files') as string })
    rmSync(join(data, 'files'), { recursive: true })
    expect(await runServer(server.script, data, ['--restore', folderIn(backup.output)])).toMatchObject({ code: 0 })
    const again = await startProcess(server.script, data, port)
    for (const [index, bytes] of [first, second].entries()) {
      const answer = await fetch(api(saved[index]?.path ?? ''), { headers: { authorization } })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(await again.end('SIGTERM')).toBe(0)
  }, 30_000)
})
