import Database from 'better-sqlite3'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { aComment, aBareProject } from '#shared/testing/samples.ts'
import { buildServer, freePort, PROJECT, runServer, startProcess, writeDatabase } from '../testing/process.ts'

let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('damaged')
}, 60_000)
afterAll(() => server.remove())

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database with a tasking that has comments on many pages, and another without any. */
async function aDatabase() {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-damaged-'))
  const path = join(folder, 'fieldpost.sqlite')
  const [token] = await writeDatabase(path, 1)
  const store = openSqlite({ path })
  const changes = Array.from({ length: 400 }, (_, n) =>
    put('comments', aComment({ id: PROJECT + 100 + n, projectId: PROJECT, comment: 'A long comment. '.repeat(20) })),
  )
  const other = put('projects', aBareProject({ id: PROJECT + 1 }))
  await store.transact({ reads: {} }, () => ({ changes: [...changes, other], value: null }))
  await store.close()
  return { path, token: must(token) }
}
function overwrite(path: string, at: number, bytes: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(bytes, 0xff), 0, bytes, at)
  closeSync(file)
}
/** Where a page of a table begins that is neither its first nor its last. */
function pageOf(path: string, table: string, type: 'leaf' | 'root'): { at: number; size: number } {
  const db = new Database(path, { readonly: true })
  const pages = db.prepare('SELECT pageno, pagetype FROM dbstat WHERE name = ? ORDER BY pageno').all(table) as {
    pageno: number
    pagetype: string
  }[]
  const size = db.pragma('page_size', { simple: true }) as number
  const root = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) as number
  db.close()
  const leaves = pages.filter((page) => page.pagetype === 'leaf')
  const number = type === 'root' ? root : must(leaves[Math.floor(leaves.length / 2)]).pageno
  return { at: (number - 1) * size, size }
}

test(
  'a destroyed header: the file, the newest backup and the command are named, nobody restarts it, and the command helps',
  { timeout: 60_000 },
  async () => {
    const { path } = await aDatabase()
    for (let n = 0; n < 2; n++) expect((await runServer(server.script, folder, ['--backup'])).code).toBe(0)
    const backups = join(folder, 'backups')
    mkdirSync(join(backups, 'fieldpost-9999.partial'))
    overwrite(path, 0, 100)
    const destroyed = readFileSync(path)

    const { code, output } = await runServer(server.script, folder, [])
    expect([code, output]).toEqual([
      78,
      expect.stringContaining(`The database ${path} cannot be read (file is not a database)`),
    ])
    const [, command = '', backup = ''] = must(/^ {2}(DATA_DIR=\S+ npm run restore --) (\S+)$/m.exec(output))
    expect(command).toBe(`DATA_DIR=${folder} npm run restore --`)
    const { made } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { made: string }
    expect(Date.now() - Date.parse(made)).toBeLessThan(60_000)
    expect(readFileSync(path).equals(destroyed)).toBe(true)

    const restored = await runServer(server.script, folder, ['--restore', backup])
    expect(restored.code, restored.output).toBe(0)
    const running = await startProcess(server.script, folder, await freePort())
    expect(await running.end('SIGTERM')).toBe(0)
  },
)

test(
  'what is no database, another program’s, or the demonstration’s is refused for good and stays as it is',
  { timeout: 60_000 },
  async () => {
    const { path } = await aDatabase()
    const { at, size } = pageOf(path, 'meta', 'root')
    overwrite(path, at, size)
    const meta = await runServer(server.script, folder, [])
    expect([meta.code, meta.output]).toEqual([
      78,
      expect.stringMatching(/cannot be read [^]*There is no backup in [^]*npm run restore -- BACKUP/),
    ])

    rmSync(path)
    const foreign = new Database(path)
    foreign.exec('CREATE TABLE recipes (id INTEGER PRIMARY KEY, name TEXT)')
    foreign.close()
    const recipes = await runServer(server.script, folder, [])
    expect([recipes.code, recipes.output]).toEqual([78, expect.stringContaining('is not a database of Fieldpost')])
    const after = new Database(path, { readonly: true })
    expect(after.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['recipes'])
    after.close()

    rmSync(path)
    writeFileSync(path, 'Dear diary. '.repeat(1_000))
    expect((await runServer(server.script, folder, [])).code).toBe(78)
    rmSync(path)
    await openSqlite({ path, mode: 'demo' }).close()
    expect((await runServer(server.script, folder, [])).code).toBe(78)
  },
)

test(
  'a destroyed page in the middle: what can be read is read, nothing is written any more, and all that ask are told',
  { timeout: 60_000 },
  async () => {
    const { path, token } = await aDatabase()
    const { at, size } = pageOf(path, 'comments', 'leaf')
    overwrite(path, at, size)
    const port = await freePort()
    const running = await startProcess(server.script, folder, port)
    const ask = async (method: string, address: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${port}/api/${address}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return [answer.status, (await answer.json()) as Record<string, unknown>] as const
    }
    const write = () => ask('POST', `projects/${PROJECT + 1}/comments`, { comment: 'Is this kept?' })
    expect((await ask('GET', 'ready'))[0]).toBe(200)
    expect((await write())[0]).toBe(200)

    const damaged = [
      503,
      {
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/damaged.*until an administrator restores a backup/) as string,
      },
    ]
    expect(await ask('GET', `projects/${PROJECT}`)).toMatchObject(damaged)
    expect(await write()).toMatchObject(damaged)
    const round = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 1 }
    expect((await ask('POST', 'sync', round))[0]).toBe(503)
    expect(await ask('GET', 'ready')).toMatchObject([503, { status: 'unavailable', database: 'damaged', disk: 'ok' }])
    expect((await ask('GET', 'health'))[0]).toBe(200)
    expect((await ask('GET', `projects/${PROJECT + 1}`))[0]).toBe(200)
    expect((await ask('GET', 'dashboard/overview'))[0]).toBe(200)
    expect(running.output()).toContain('SQLITE_CORRUPT')
    expect(await running.end('SIGTERM')).toBe(0)
  },
)
