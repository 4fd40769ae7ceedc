import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aUser, putsOf, references } from '#shared/testing/samples.ts'
import { startSession } from '../auth/sessions.ts'
import { openStore, prepareHome } from '../store/open.ts'
import { startPostgres } from '../testing/postgres.ts'
import { buildServer, freePort, startProcess, type ServerProcess } from '../testing/process.ts'

const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-rolling-'))
let built: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  built = await buildServer('rolling')
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  built.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface Running {
  port: number
  process: ServerProcess
}

describe('a rolling restart of two processes', () => {
  let settings: Record<string, string>
  const tokens: string[] = []
  beforeAll(async () => {
    const url = await postgres.database()
    settings = { DATABASE_URL: url, FILES_URL: pathToFileURL(join(folder, 'shared')).toString() }
    const home = { url, org: 1, requireReplica: false }
    await prepareHome(home)
    const store = await openStore(home, {})
    const people: Change[] = Array.from({ length: 10 }, (_, n) => put('users', aUser({ id: n + 1 })))
    await store.transact({ reads: {} }, () => ({ changes: [...putsOf(references), ...people], value: 0 }))
    const server = { store, organisation: defaultOrganisation, now: () => new Date().toISOString() }
    for (let n = 0; n < 10; n++) tokens.push(must(await startSession(server, n + 1, 'test')).token)
    await store.close()
  })

  const start = async (name: string): Promise<Running> => {
    const port = await freePort()
    return { port, process: await startProcess(built.script, join(folder, name), port, settings) }
  }
  const ask = (port: number, path: string, token = '') =>
    fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (port: number, path: string, token?: string) => {
    const answer = await ask(port, path, token)
    await answer.text()
    return answer.status
  }

  /** When its stream ended, on the clock of the test. */
  async function listenAt(port: number, token: string): Promise<{ ended: Promise<number> }> {
    const answer = await ask(port, 'sync/live', token)
    expect(answer.status).toBe(200)
    const reader = must(answer.body).getReader()
    const end = async () => {
      while (!(await reader.read()).done);
      return performance.now()
    }
    return { ended: end() }
  }

  test(
    'each says that it leaves, sends its devices away one after the other and answers whoever comes until it is gone',
    { timeout: 120_000 },
    async () => {
      const all: [Running, Running] = [await start('a'), await start('b')]
      let isOver = false
      const failures: string[] = []
      let asked = 0
      /** As a balancer has it: whoever has said that it leaves is sent nobody more; whoever was sent there before is answered. */
      let inUse: Running[] = all
      const client = async (token: string) => {
        for (let n = 0; !isOver; n++) {
          try {
            const status = await statusOf(must(inUse[n % inUse.length]).port, 'session', token)
            if (status !== 200) failures.push(String(status))
            asked += 1
          } catch (error) {
            const { code } = ((error as Error).cause ?? {}) as { code?: string }
            failures.push(String(code))
          }
          await new Promise((later) => setTimeout(later, 10))
        }
      }
      const clients = tokens.slice(0, 3).map(client)

      for (const [at, leaving] of all.entries()) {
        const streams = await Promise.all(
          tokens.flatMap((token) => [token, token]).map((token) => listenAt(leaving.port, token)),
        )
        expect(await statusOf(leaving.port, 'ready')).toBe(200)
        const since = performance.now()
        const gone = leaving.process.end('SIGTERM')
        await vi.waitFor(async () => expect(await statusOf(leaving.port, 'ready')).toBe(503), {
          interval: 20,
          timeout: 20_000,
        })
        inUse = all.filter((one) => one !== leaving)
        expect(await (await ask(leaving.port, 'ready')).json()).toEqual({ status: 'leaving' })
        expect(await statusOf(leaving.port, 'sync/live', tokens[0])).toBe(503)
        expect(await statusOf(leaving.port, 'session', tokens[0])).toBe(200)
        expect(await statusOf(must(all[1 - at]).port, 'ready')).toBe(200)
        const ends = await Promise.all(streams.map(({ ended }) => ended))
        expect(await gone).toBe(0)
        const whole = performance.now() - since
        // Neither together, nor in the last moment.
        const apart = Math.max(...ends) - Math.min(...ends)
        expect(apart).toBeGreaterThan(whole / 3)
        expect(new Set(ends.map((end) => Math.floor((end - since) / (whole / 10)))).size).toBeGreaterThan(3)
        all[at] = await start(at === 0 ? 'a' : 'b')
        inUse = [...all]
      }
      isOver = true
      await Promise.all(clients)
      expect([failures, asked > 20]).toEqual([[], true])
      await Promise.all(all.map(({ process }) => process.end('SIGKILL')))
    },
  )

  test(
    'of four that start at the same moment over an empty database one prints the first link, and all are ready',
    { timeout: 120_000 },
    async () => {
      const url = await postgres.database()
      const ports = await Promise.all([1, 2, 3, 4].map(freePort))
      const four = await Promise.all(
        ports.map((port) =>
          startProcess(built.script, join(folder, `p${port}`), port, { ...settings, DATABASE_URL: url }),
        ),
      )
      for (const port of ports) expect(await statusOf(port, 'ready')).toBe(200)
      expect(four.filter((one) => one.output().includes('/setup#token=')).length).toBe(1)
      await Promise.all(four.map((one) => one.end('SIGKILL')))
    },
  )
})
