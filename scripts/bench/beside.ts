import type { Page } from '@playwright/test'
import { ask, atSpeed, MANY, median, openStorePage, SLOW, thousands, USER } from './browser.ts'
import { token } from './organisation.ts'
import type { Report } from './report.ts'

const RUNS = 3

/**
 * Ours beside a client written by hand, and beside one without any index, which no client with a record for each row can beat: over the same
 * rows in the same browser, in turns, because ratios say the same on a busy machine as on a quiet one.
 */
export async function measureBeside(report: Report): Promise<void> {
  for (const share of [MANY.openShare, 1]) await measureInto(report, share)
  const { context, page, stop } = await openStorePage(10_000, 1)
  await ask<number>(page, `bench.fetchPages('${token(USER)}')`)
  const sync = await inTurns(page, 1, {
    ours: `bench.firstSync('${token(USER)}').then(({ ms }) => ms)`,
    relaxed: `bench.bareFirstSync('${token(USER)}', 'relaxed')`,
    strict: `bench.bareFirstSync('${token(USER)}', 'strict')`,
    unindexed: `bench.bareFirstSync('${token(USER)}', 'unindexed')`,
  })
  tell(report, 'first sync of 10,000, durable', told(sync), sync.ours / sync.relaxed, { most: 0.8 })
  report('  the least it can be', `${(sync.unindexed / sync.relaxed).toFixed(2)} ×`, '')
  for (const speed of [1, SLOW]) {
    const act = await inTurns(page, speed, {
      ours: `bench.act().then(({ p95 }) => p95)`,
      relaxed: `bench.bareAct('relaxed').then(({ p95 }) => p95)`,
      strict: `bench.bareAct('strict').then(({ p95 }) => p95)`,
    })
    const slow = speed > 1 ? ', slow phone' : ''
    tell(report, `one tap → durable, p95${slow}`, told(act), act.ours / act.strict, { most: 1.5 })
  }
  const fifty: number[] = []
  for (let n = 0; n < RUNS; n++)
    fifty.push((await ask<{ ms: number }>(page, `bench.fiftyAcknowledged('${token(USER)}')`)).ms)
  report('50 queued → acknowledged, fast line', `${median(fifty).toFixed(0)} ms`, '≤ 100 ms', median(fifty) <= 100)
  await context.close()
  stop()
}

/** Of a device as it is (closed ones have fewer keys), and where nothing is closed. */
async function measureInto(report: Report, openShare: number): Promise<void> {
  const { context, page, stop } = await openStorePage(10_000, openShare)
  const rows = await ask<number>(page, `bench.fetchPages('${token(USER)}')`)
  for (const speed of [1, SLOW]) {
    const into = await inTurns(page, speed, {
      ours: `bench.intoDevice().then(({ ms }) => ms)`,
      relaxed: `bench.bareInto('relaxed')`,
      strict: `bench.bareInto('strict')`,
      unindexed: `bench.bareInto('unindexed')`,
    })
    const rate = (ms: number) => `${thousands(Math.round((rows / ms) * 1_000))}`
    tell(
      report,
      `rows into IndexedDB a second, ${openShare * 100} % open${speed > 1 ? ', slow phone' : ''}`,
      `${rate(into.ours)}; by hand ${rate(into.relaxed)}, strict ${rate(into.strict)}`,
      into.relaxed / into.ours,
      { least: 1.3 },
    )
    report('  the most it can be', `${(into.relaxed / into.unindexed).toFixed(2)} ×`, '')
  }
  await context.close()
  stop()
}

async function inTurns<Name extends string>(
  page: Page,
  speed: number,
  what: Record<Name, string>,
): Promise<Record<Name, number>> {
  const names = Object.keys(what) as Name[]
  const runs = names.map((): number[] => [])
  for (let n = 0; n < RUNS; n++)
    for (const [at, name] of names.entries())
      runs[at]?.push(await atSpeed(page, speed, () => ask<number>(page, what[name])))
  return Object.fromEntries(names.map((name, at) => [name, median(runs[at] ?? [])])) as Record<Name, number>
}

const told = ({ ours, relaxed, strict }: Record<'ours' | 'relaxed' | 'strict', number>): string =>
  `${ours.toFixed(1)} ms; by hand ${relaxed.toFixed(1)}, strict ${strict.toFixed(1)}`

function tell(report: Report, what: string, measured: string, ratio: number, { least, most }: Bound): void {
  const reached = least === undefined ? ratio <= (most ?? 0) : ratio >= least
  report(what, `${ratio.toFixed(2)} × (${measured})`, least === undefined ? `≤ ${most} ×` : `≥ ${least} ×`, reached)
}
type Bound = { least: number; most?: undefined } | { least?: undefined; most: number }
