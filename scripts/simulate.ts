import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

/**
 * The long run of the simulation: `npm run simulate -- 1000000 [--processes 2]` adversarial networks, batch after batch; with `--postgres` over
 * four processes of one database, which stop, stall and die. Each batch is a process of its own, which gives its memory back, and has a seed
 * of its own, which is printed when it begins. A batch that fails says how it is played again; the others go on.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    processes: { type: 'string', default: String(availableParallelism()) },
    postgres: { type: 'boolean', default: false },
  },
})
const test = values.postgres ? 'web/sync/many-processes.test.ts' : 'web/sync/simulation.test.ts'
const networks = countOf(positionals[0] ?? '10000')
const processes = countOf(values.processes)
const BATCH = 500
/** Of the end of what a batch said; the counterexample stands there. */
const MOST_SAID = 20_000

const begin = performance.now()
let left = networks
let failed = 0
await Promise.all(Array.from({ length: processes }, work))
const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
console.log(
  failed > 0
    ? `${failed} batches failed: see above.`
    : `${networks} networks, ${minutes} min: nothing lost, nothing twice.`,
)
process.exitCode = failed > 0 ? 1 : 0

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error('How many networks, and how many at once? For example: npm run simulate -- 1000000 --processes 2')
  return count
}

async function work(): Promise<void> {
  while (left > 0) {
    const count = Math.min(BATCH, Math.ceil(networks / processes), left)
    left -= count
    const again = `SEED=${Math.floor(Math.random() * 2 ** 31)} SIMULATIONS=${count}`
    console.log(`${again}  (${networks - left} of ${networks})`)
    const said = await batch(again)
    if (said === null) continue
    failed += 1
    console.log(
      `${said}\nPlay it again: ${again} npx vitest run ${test}\nWith SHRINK=1 it is made as small as it goes.`,
    )
  }
}

/** What a batch said that failed, or null. */
function batch(env: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', test], {
      env: { ...process.env, ...Object.fromEntries(env.split(' ').map((pair) => pair.split('='))) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MOST_SAID)))
    child.on('close', (code) => resolve(code === 0 ? null : said))
  })
}
