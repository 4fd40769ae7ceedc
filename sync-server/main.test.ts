import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  output: () => string
  until: (text: string) => Promise<void>
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<number | null>
}
function start(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'sync-server/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const until = async (text: string) => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It ended without saying "${text}": ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { output: () => output, until, kill: (signal) => child.kill(signal), ended }
}

test('a fresh production server prints the link of the first administrator, and stops at once when told', async () => {
  const server = start([], { PUBLIC_URL: 'https://fieldpost.example.org' })
  await server.until('  https://fieldpost.example.org/setup#token=')
  expect(server.output()).toContain('Fieldpost is ready at http://localhost:')
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(existsSync(join(folder, 'fieldpost.sqlite-wal'))).toBe(false)

  const admin = start(['--create-admin', 'ada@example.org', 'Ada Novak'], { FIELDPOST_PASSWORD: 'a-long-password' })
  expect(await admin.ended, admin.output()).toBe(0)
  const again = start([])
  await again.until('ready')
  expect(again.output()).not.toContain('/setup#')
  const second = start([])
  expect([await second.ended, second.output()]).toEqual([1, expect.stringContaining('already using')])
  again.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('arguments and settings that are wrong end the start with a sentence', async () => {
  const runs = [
    start(['--fresh']),
    start(['--dmeo']),
    start([], { PORT: 'http' }),
    start(['--backup'], { DATABASE_URL: 'postgres://127.0.0.1:1/none', FILES_URL: 'file:///nowhere' }),
    start(['--create-admin', 'eve@example.org', 'Eve', 'Novak'], { FIELDPOST_PASSWORD: 'a-long-password' }),
  ]
  const said = await Promise.all(runs.map(async (run) => [await run.ended, run.output().split('\n')[0]]))
  expect(said).toEqual([
    [1, expect.stringContaining('only together with --demo')],
    [1, expect.stringContaining('--dmeo is not known')],
    [1, expect.stringContaining('PORT must be a whole number')],
    [1, expect.stringContaining('The rows are in PostgreSQL')],
    [1, expect.stringContaining('A full name of several words needs quotes')],
  ])
})

test('what a production start loads has nothing of the demonstration in it', async () => {
  const root = join(import.meta.dirname, '..')
  const configFile = join(root, 'vite.server.config.ts')
  const built = (await build({ configFile, root, logLevel: 'error', build: { write: false } })) as Rollup.RollupOutput
  const chunks = new Map(built.output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])))
  const loaded = new Set(['main.js', 'reader-thread.js'])
  for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported)
  const modulesIn = (names: Iterable<string>) => [...names].flatMap((name) => chunks.get(name)?.moduleIds ?? [])
  const ofDemo = (ids: string[]) => ids.filter((id) => id.includes('/sync-server/demo/'))
  expect(modulesIn(loaded).some((id) => id.endsWith('/sync-server/app.ts'))).toBe(true)
  expect(ofDemo(modulesIn(loaded))).toEqual([])
  expect(ofDemo(modulesIn(chunks.keys())).some((id) => id.endsWith('/seed.ts'))).toBe(true)
})

test('the demonstration is loaded when it is asked for', async () => {
  const demo = start(['--demo', '--fresh'])
  await demo.until('all with the password')
  expect(demo.output()).toContain('Fieldpost is ready at')
  demo.kill('SIGTERM')
  expect(await demo.ended).toBe(0)
}, 120_000)
