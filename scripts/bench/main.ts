import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './report.ts'
import { measureApp, measureMany, measureStore } from './browser.ts'
import { measureRates, measureWire } from './wire.ts'

/**
 * `npm run bench` prints every number of docs/sync.md that exists, beside its target. `npm run bench -- wire rates
 * store many app` chooses parts (the last three run in a browser); `TASKINGS=1000000` sets the size of the server's database for the rates.
 */
const parts = process.argv.slice(2)
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-bench-'))
process.env['BENCH_DIR'] = folder
try {
  if (wants('wire')) await measureWire(report)
  if (wants('rates'))
    for (const size of [10_000, Number(process.env['TASKINGS'] ?? 200_000)]) await measureRates(report, size)
  if (wants('store')) await measureStore(report)
  if (wants('many')) await measureMany(report)
  if (wants('app')) await measureApp(report)
} finally {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // A browser that has just been ended may still write; the system clears its own temporary files.
  }
}
