import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * The long run of the simulation: `npm run simulate -- 100000` adversarial networks, split over the cores. Each share has a seed of its own,
 * which is printed first: SEED=… SIMULATIONS=… npx vitest run web/sync/simulation.test.ts repeats it.
 */
const networks = Number(process.argv[2] ?? 10_000)
if (!Number.isSafeInteger(networks) || networks < 1)
  throw new Error('How many networks? For example: npm run simulate -- 100000')
const cores = Math.min(availableParallelism(), networks)
const begin = performance.now()
const failed = (await Promise.all(Array.from({ length: cores }, () => share(Math.ceil(networks / cores))))).filter(
  Boolean,
)
const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
console.log(
  failed.length > 0
    ? `${failed.length} of ${cores} shares failed.`
    : `${networks} networks, ${minutes} min: nothing lost, nothing twice.`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function share(count: number): Promise<boolean> {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`SEED=${seed} SIMULATIONS=${count}`)
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', 'web/sync/simulation.test.ts'], {
      env: { ...process.env, SIMULATIONS: String(count), SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => {
      if (code !== 0) console.log(`SEED=${seed}:\n${output}`)
      resolve(code !== 0)
    })
  })
}
