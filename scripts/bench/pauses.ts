import { copyFileSync, constants, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '#shared/lib/must.ts'
import { openClients } from './clients.ts'
import { madePath, makeDatabase } from './make.ts'
import { aWholeRequest } from './rates.ts'
import type { Report } from './report.ts'
import { startServer } from './server-process.ts'

/** Those that write, each a comment and then a moment of thought; the last one only asks whether there is news. */
const WRITERS = 8
const THOUGHT_MS = 20
const ASKED_EVERY_MS = 5
const BACKUPS = 2

/**
 * How long calls wait while others write for `minutes`, with two backups in them, beside what this process itself waits for its turn: a
 * machine that others use pauses everything.
 */
export async function measurePauses(report: Report, taskings: number, keep: string, minutes: number): Promise<void> {
  const kept = madePath(keep, taskings)
  await makeDatabase(kept, taskings)
  const folder = process.env['BENCH_DIR'] ?? keep
  const path = join(folder, `pauses-${taskings}.sqlite`)
  copyFileSync(kept, path, constants.COPYFILE_FICLONE)
  const server = await startServer(path, taskings, 0)
  const clients = await openClients([server.port], WRITERS + 1)
  const taskingsOf = await Promise.all(
    Array.from({ length: WRITERS }, async (_, n) => {
      const [requestId, tasking] = [clients.newId(n), clients.newId(n)]
      await clients.send(
        n,
        aWholeRequest(requestId, tasking, () => clients.newId(n)),
      )
      return tasking
    }),
  )
  const start = performance.now()
  const end = start + minutes * 60_000
  const [asked, written, own]: [Wait[], Wait[], Wait[]] = [[], [], []]
  const timed = async (waits: Wait[], work: () => Promise<unknown>) => {
    const before = performance.now()
    await work()
    waits.push({ at: before, ms: performance.now() - before })
  }
  const whileItLasts = async (work: () => Promise<unknown>) => {
    while (performance.now() < end) await work()
  }
  const backups: Stretch[] = []
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, n) =>
      whileItLasts(async () => {
        await timed(written, () =>
          clients.send(n, [
            ['addComment', { id: clients.newId(n), projectId: must(taskingsOf[n]), comment: 'Paused?' }],
          ]),
        )
        await pause(THOUGHT_MS)
      }),
    ),
    whileItLasts(async () => {
      await timed(asked, () => clients.quiet(WRITERS))
      await pause(ASKED_EVERY_MS)
    }),
    whileItLasts(async () => {
      const before = performance.now()
      await pause(ASKED_EVERY_MS)
      own.push({ at: before, ms: performance.now() - before - ASKED_EVERY_MS })
    }),
    (async () => {
      for (let n = 1; n <= BACKUPS; n++) {
        await pause(start + (n * (end - start)) / (BACKUPS + 2) - performance.now())
        const from = performance.now()
        await backUpBeside(path, join(folder, 'pauses-copy.sqlite'))
        backups.push({ from, to: performance.now() })
      }
    })(),
  ])
  const what = `${taskings.toLocaleString('en')} taskings, ${minutes} min, ${(written.length / minutes / 60).toFixed(0)} comments/s`
  const during = (waits: Wait[]) =>
    waits.filter(({ at }) => backups.some(({ from, to }) => at >= from - 100 && at < to))
  report(`a round with nothing new waits; ${what}`, told(asked), '≤ 50 ms', longest(asked) <= 50)
  report('  while a backup is made', told(during(asked)), '≤ 50 ms', longest(during(asked)) <= 50)
  report('  a comment, until it is durable', told(written), '')
  report('  this process, for its own turn', told(own), '')
  report('  backups', backups.map(({ from, to }) => `${((to - from) / 1_000).toFixed(0)} s`).join(', '), '')
  clients.close()
  server.stop()
  for (const ending of ['', '-wal', '-shm', '-owner']) rmSync(path + ending, { force: true })
}

interface Wait {
  at: number
  ms: number
}
interface Stretch {
  from: number
  to: number
}

const longest = (waits: Wait[]): number => waits.reduce((most, { ms }) => Math.max(most, ms), 0)

function told(waits: Wait[]): string {
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, most ${longest(waits).toFixed(0)} ms`
}

/** In a process of its own, as an operator makes one. */
function backUpBeside(path: string, copy: string): Promise<void> {
  const script = `import { backUp } from ${JSON.stringify(new URL('../../sync-server/store/sqlite/backup.ts', import.meta.url).href)}
await backUp(...process.argv.slice(-2))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, path, copy], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`A backup ended with ${must(code)}.`))
      // Not at once: to give five gigabytes back to the disk takes this process a second and a half, which would be told as a pause.
      else rm(copy, { force: true }).then(resolve, reject)
    })
  })
}
