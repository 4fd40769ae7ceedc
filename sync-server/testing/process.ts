import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { put, type Change } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import type { RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'
import { startSession } from '../auth/sessions.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { createQueue, type Send, type TestQueue } from './queue.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the server as it runs in production, into a folder from which the native modules are found. */
export async function buildServer(
  name: string,
  plugins: Plugin[] = [],
): Promise<{ script: string; remove: () => void }> {
  const outDir = join(root, 'node_modules/.cache', `fieldpost-${name}-${process.pid}`)
  await build({
    configFile: join(root, 'vite.server.config.ts'),
    root,
    logLevel: 'error',
    plugins,
    build: { outDir, sourcemap: false },
  })
  return { script: join(outDir, 'main.js'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}

export type ServerProcess = Awaited<ReturnType<typeof startProcess>>

/** A server of its own process over a data folder; resolves when it listens. */
export async function startProcess(
  script: string,
  dataFolder: string,
  port: number,
  settings: Record<string, string> = {},
) {
  const { child, ended, output } = spawnServer(script, dataFolder, [], port, settings)
  while (!output().includes('is ready')) {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready: ${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    output,
    /** Stops it where it is, or lets it go on. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Memory of the process in bytes: now, and the most it ever had. */
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const [now = NaN, most = NaN] = ['VmRSS', 'VmHWM'].map(
        (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024,
      )
      return { now, most }
    },
    /** The process is gone when this resolves. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs the server's program with arguments to its end; one that listens instead is ended, and has no code. */
export async function runServer(
  script: string,
  dataFolder: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { child, ended, output } = spawnServer(script, dataFolder, args, 0, settings)
  child.stdout.on('data', () => (output().includes('is ready') ? child.kill('SIGKILL') : undefined))
  return { code: await ended, output: output() }
}

function spawnServer(
  script: string,
  dataFolder: string,
  args: string[],
  port: number,
  settings: Record<string, string> = {},
) {
  const env = { ...process.env, ...settings, DATA_DIR: dataFolder, PORT: String(port) }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // A test that fails before it ends its server leaves none behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, output: () => text }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export const PROJECT = 40_000_001

/** A production database with one tasking, and a session for each of as many people. */
export async function writeDatabase(path: string, clients: number): Promise<string[]> {
  const store = openSqlite({ path })
  const tokens = await writePeople(store, clients)
  await store.close()
  return tokens
}

/** The same in any store. */
export async function writePeople(store: Store, clients: number): Promise<string[]> {
  const server = { store, organisation: defaultOrganisation, now: () => new Date().toISOString() }
  const people = Array.from({ length: clients }, (_, n) => aUser({ id: n + 1 }))
  const changes: Change[] = [
    ...putsOf(references),
    ...people.map((user) => put('users', user)),
    put('projects', aBareProject({ id: PROJECT })),
  ]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
  const tokens: string[] = []
  for (const { id } of people) tokens.push(must(await startSession(server, id, 'test')).token)
  return tokens
}

/** Sends rounds over HTTP. Anything but an answer of a round throws, as it would for a device. */
export const sendTo =
  (port: number, token: string): Send =>
  async (request: RoundRequest) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(5_000),
    })
    if (answer.status === 204) return null
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as RoundResponse
  }

/** Clients that comment, and edit their comments, for ever: each edit adds to what the one before left. */
export function startLoad(sends: readonly Send[]) {
  const clients = sends.map(createQueue)
  let isWorking = true
  let isEnding = false
  const failures = new Map<string, number>()
  const work = async (client: TestQueue) => {
    while (isWorking) {
      try {
        const more = await client.round()
        if (isEnding && !more) return
      } catch (error) {
        const { message } = error as Error
        if (/became/.test(message)) throw error
        failures.set(message.slice(0, 60), (failures.get(message.slice(0, 60)) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      if (!isEnding && client.waiting() < 6) addWork(client)
    }
  }
  const running = Promise.all(clients.map(work))
  return {
    clients,
    failures,
    acknowledged: () => clients.reduce((sum, client) => sum + client.acknowledged.size, 0),
    /** No more work is made; resolves when all that was made has been judged. */
    finish: () => ((isEnding = true), running),
    /** Stops at once, with work waiting. */
    abandon: () => ((isWorking = false), running),
  }
}

const drafts = new WeakMap<TestQueue, { id: number; edits: number }>()

function addWork(client: TestQueue): void {
  const id = client.newId()
  // The first round asks for a device number, and before it there are no ids.
  if (id < 1_000_000) return
  const current = drafts.get(client)
  if (current && current.edits < 4) {
    current.edits += 1
    client.add('editComment', { id: current.id, comment: `Comment ${current.id}, edit ${current.edits}` })
  } else {
    drafts.set(client, { id, edits: 0 })
    client.add('addComment', { id, projectId: PROJECT, comment: `Comment ${id}, edit 0` })
  }
}

/** What the calls of these clients come to: the text of each comment, and what it was before. */
export function expectedComments(clients: TestQueue[]): Map<number, string[]> {
  const texts = new Map<number, string[]>()
  for (const { calls } of clients)
    for (const { input } of calls) {
      const { id, comment } = input as { id: number; comment: string }
      texts.set(id, [...(texts.get(id) ?? []), comment])
    }
  return texts
}

/** Whether all ids of these calls were judged as applied. */
export const notApplied = (clients: TestQueue[]): string[] =>
  clients.flatMap(({ calls, acknowledged }) =>
    calls.filter((call) => acknowledged.get(call.id)?.verdict !== 'applied').map((call) => `${call.seq} ${call.name}`),
  )
