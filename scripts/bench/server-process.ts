import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join, resolve } from 'node:path'
import { build } from 'vite'

export interface ServerProcess {
  port: number
  stop: () => void
  /** Stops it; how many calls it had, and how often one was decided again. */
  stopped: () => Promise<{ calls: number; again: number }>
  memoryMb: () => number
  /** Processor time it has used, all threads. NaN where the system does not tell. */
  cpuSeconds: () => number
}

const root = resolve(import.meta.dirname, '../..')
/** Inside node_modules, so that the native modules are found from there. */
const folder = join(root, 'node_modules/.cache', `fieldpost-bench-${process.pid}`)
let bundled: Promise<string> | undefined

/**
 * Starts `serve.ts` in a process of its own, so that the load does not run on its core; bundled as in production, because
 * tsx costs time. `BENCH_NODE_FLAGS="--cpu-prof --cpu-prof-dir=prof"` profiles it.
 */
export async function startServer(
  path: string,
  count: number,
  openShare: number,
  webFolder = '',
): Promise<ServerProcess> {
  const script = await (bundled ??= bundle())
  const flags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...flags, script, path, String(count), String(openShare), webFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const port = Number(await told(child, /^port (\d+)$/))
  return {
    port,
    stop: () => void child.kill(),
    stopped: () => stopped(child),
    memoryMb: () => residentMb(child),
    cpuSeconds: () => cpuSeconds(child.pid),
  }
}

async function bundle(): Promise<string> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: {
          serve: 'scripts/bench/serve.ts',
          'reader-thread': 'sync-server/store/sqlite/reader-thread.ts',
          'checkpoint-thread': 'sync-server/store/sqlite/checkpoint-thread.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2'] },
  })
  return join(folder, 'serve.js')
}

async function stopped(child: ChildProcess): Promise<{ calls: number; again: number }> {
  const line = told(child, /^decided (\d+ \d+)$/)
  child.kill()
  const [calls = NaN, again = NaN] = (await line).split(' ').map(Number)
  return { calls, again }
}

/** What it says in a line of its output. */
function told(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((found, failed) => {
    if (!child.stdout) return failed(new Error('The server has no output'))
    const lines = createInterface(child.stdout)
    lines.on('line', (line) => {
      const said = pattern.exec(line)?.[1]
      if (said !== undefined) found(said)
    })
    lines.once('close', () => failed(new Error(`The server ended before it said ${pattern.source}`)))
  })
}

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(fromProc(`${pid}/status`))?.[1] ?? NaN) / 1024

/** What a process and those it has started have used, ended ones too: a database has one for each connection. */
export function cpuSecondsOfAll(parent: number | undefined): number {
  const started = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)[PARENT] === String(parent))
  const times = [timesOf(parent), ...started.map((pid) => timesOf(pid).slice(0, 2))].flat()
  return seconds(times)
}

const cpuSeconds = (pid: number | undefined): number => seconds(timesOf(pid).slice(0, 2))

/** Of itself in the program and in the system, then of those that it started and that have ended. */
const timesOf = (pid: number | string | undefined): number[] =>
  statOf(pid)
    .slice(TIMES, TIMES + 4)
    .map(Number)
/** What comes behind the name of the program, which may have spaces in it. */
const statOf = (pid: number | string | undefined): string[] =>
  fromProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
const [PARENT, TIMES] = [1, 11]

let ticks: number | undefined
function seconds(times: readonly number[]): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK']).toString())
  return times.length === 0 ? NaN : times.reduce((sum, one) => sum + one, 0) / ticks
}

function fromProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
