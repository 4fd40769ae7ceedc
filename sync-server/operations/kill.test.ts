import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { verify } from '../store/sqlite/verify.ts'
import {
  buildServer,
  expectedComments,
  freePort,
  notApplied,
  sendTo,
  startLoad,
  startProcess,
  writeDatabase,
} from '../testing/process.ts'

const KILLS = Number(process.env['KILLS'] ?? 10)
const CLIENTS = 16

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-kill-'))
let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('kill')
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  server.remove()
})

test(
  `a server killed ${KILLS} times under load has every acknowledged call, once, with its effects`,
  async () => {
    const path = join(folder, 'fieldpost.sqlite')
    const tokens = await writeDatabase(path, CLIENTS)
    const port = await freePort()
    let running = await startProcess(server.script, folder, port)
    const load = startLoad(tokens.map((token) => sendTo(port, token)))
    const acknowledged: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      // It is killed at its work, however long a busy machine takes to begin it.
      const before = load.acknowledged()
      await expect.poll(() => load.acknowledged(), { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + CLIENTS)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
      await running.end('SIGKILL')
      acknowledged.push(load.acknowledged())
      running = await startProcess(server.script, folder, port)
    }
    await load.finish()
    expect(await running.end('SIGTERM')).toBe(0)

    expect(load.clients.map((client) => client.forgotten())).toEqual(load.clients.map(() => 0))
    expect(notApplied(load.clients)).toEqual([])
    expect(acknowledged.at(-1), 'The server judged calls between the kills').toBeGreaterThan(KILLS * CLIENTS)

    const db = new Database(path, { readonly: true })
    const { calls } = verify(db)
    db.close()
    expect(calls).toEqual({ applied: load.acknowledged() })

    const store = openSqlite({ path })
    const { comments } = await store.read({ reads: { comments: many('comments', {}) } })
    await store.close()
    const found = new Map(comments.map((row) => [row.id, [...row.history, row.comment]]))
    expect(found).toEqual(expectedComments(load.clients))
  },
  20_000 + KILLS * 60_000,
)
