import { fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { breakages, type Breakage } from './breakages.ts'
import { type Verdict } from './copy.ts'

/**
 * The tests are tested: each deliberate breakage must be caught by the very test that it names. Works on copies of the
 * sources; ends with exit code 1 when a breakage survives, or when the place it breaks is no longer there.
 */
const root = resolve(import.meta.dirname, '../..')
/** Some tests build the server, and start it. */
const copied = [
  ...['shared', 'web', 'sync-server', 'scripts'],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts', 'vite.config.ts', 'vite.server.config.ts'],
]
/** Each works on a copy of its own; a test file keeps one core busy. */
const WORKERS = Math.min(4, availableParallelism())
const { values, positionals } = parseArgs({ options: { tested: { type: 'boolean' } }, allowPositionals: true })
const only = positionals[0] ?? ''
const chosen = breakages.filter(({ what, by }) => `${what} ${by}`.includes(only))
/** What has just passed (`--tested`) need not pass again, except what searches here in another way. */
const files = [...new Set(chosen.map(({ by }) => by))].filter((file) => !values.tested || searches(file))
const waiting = [...chosen]
let faults = 0

await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(at)))
console.log(
  faults === 0 ? `All ${chosen.length} breakages are caught.` : `${faults} of ${chosen.length} breakages: see above.`,
)
process.exitCode = faults === 0 ? 0 : 1

function searches(file: string): boolean {
  return /SIMULATIONS|HOSTILE_RUNS/.test(readFileSync(join(root, file), 'utf8'))
}

/** First its share of the test files as they are: where they fail already, nothing can be told from them. */
async function work(at: number): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'fieldpost-teeth-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const child = fork(join(import.meta.dirname, 'copy.ts'), {
    cwd: copy,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SIMULATIONS: '40', SEED: '1', HOSTILE_RUNS: '40' },
  })
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', () => reject(new Error('A copy’s process ended.'))),
  )
  const ask = async (question: Breakage | string[]): Promise<Verdict> => {
    const answer = new Promise<Verdict>((resolve) => child.once('message', resolve))
    child.send(question)
    return Promise.race([answer, ended])
  }
  try {
    const asTheyAre = files.filter((_, index) => index % WORKERS === at)
    if (asTheyAre.length > 0) tell('the tests as they are', await ask(asTheyAre), 'passed')
    for (let next = waiting.shift(); next; next = waiting.shift()) tell(next.what, await ask(next), 'caught')
  } finally {
    ended.catch(() => undefined)
    child.kill()
    rmSync(copy, { recursive: true, force: true })
  }
}

function tell(what: string, verdict: Verdict, expected: Verdict['is']): void {
  if (verdict.is !== expected) faults += 1
  console.log(
    `${verdict.is === expected ? verdict.is : verdict.is.toUpperCase()}`.padEnd(10) +
      what +
      (verdict.why ? `: ${verdict.why}` : ''),
  )
}
