import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { report } from './report.ts'
import { measureBeside } from './beside.ts'
import { measureApp, measureMany, measureStore } from './browser.ts'
import { measurePostgres } from './postgres.ts'
import { measurePauses } from './pauses.ts'
import { measureRates } from './rates.ts'
import { measureReads } from './reads.ts'
import { measureScreens, profileScreens } from './screens.ts'
import { measureStreams } from './streams.ts'
import { measureWire } from './wire.ts'

/**
 * `npm run bench` prints every number of docs/sync.md that exists, beside its target. `npm run bench -- wire streams rates reads
 * postgres beside store many app screens` chooses parts (the last five run in a browser; `postgres-cost`, `-processes`, `-streams` and `-reads` are parts of `postgres`). The server is measured beside 10,000 and a
 * million taskings, which take minutes to make: `--keep=FOLDER` keeps them for the next time, `--quick` takes 100,000, and
 * `--only=TEXT` measures the reads or screens with that in their name. `npm run bench -- profile --only=start` tells where a screen's time goes;
 * `-- pauses --minutes=10` how long calls wait beside writes, checkpoints and backups.
 */
const { values, positionals: parts } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-bench-'))
process.env['BENCH_DIR'] = folder
const keep = values.keep ?? folder
const sizes = [10_000, values.quick ? 100_000 : 1_000_000]
try {
  if (wants('wire')) await measureWire(report, keep)
  if (wants('streams')) await measureStreams(report)
  if (wants('rates')) for (const size of sizes) await measureRates(report, size, keep)
  if (wants('reads')) await measureReads(keep, sizes, values.only)
  // `postgres-reads` is that part of it alone.
  const ofPostgres = (part: string) => wants('postgres') || parts.includes(`postgres-${part}`)
  if (wants('postgres') || parts.some((part) => part.startsWith('postgres-')))
    await measurePostgres(report, {
      ...{ folder, keep, only: values.only, wants: ofPostgres, isQuick: values.quick },
      size: values.quick ? 100_000 : 10_000,
    })
  if (wants('beside')) await measureBeside(report)
  if (wants('store')) await measureStore(report)
  if (wants('many')) await measureMany(report)
  if (wants('app')) await measureApp(report)
  if (wants('screens')) await measureScreens(report, values.only)
  if (parts.includes('pauses'))
    for (const size of sizes.slice(-1)) await measurePauses(report, size, keep, Number(values.minutes))
  if (parts.includes('profile')) await profileScreens(report, values.only)
} finally {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // A browser that has just been ended may still write; the system clears its own temporary files.
  }
}
