import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

type Step = [name: string, command: string]

/**
 * Everything that must hold before a change is done. The steps of one row run side by side, each row's own one after the other; rows with the
 * cheapest come first. Stops at the first thing that does not hold, and says what it was.
 */
const rows: Step[][][] = [
  [
    [['lint', 'eslint . --max-warnings 0']],
    [
      ['format', 'prettier --check . --log-level warn'],
      ['types: shared', 'tsc -p shared'],
      ['types: sync-server', 'tsc -p sync-server'],
      ['types: web', 'tsc -p web'],
      ['build', 'tsx scripts/build.ts'],
      ['budgets', 'tsx scripts/budgets.ts'],
    ],
  ],
  [[['unit tests', 'vitest run --reporter=default --reporter=json --outputFile.json=test-results/unit.json']]],
  [[['teeth', 'tsx scripts/teeth/main.ts --tested']]],
]

const running = new Set<ChildProcess>()
rmSync('test-results', { recursive: true, force: true })
for (const row of rows) await Promise.all(row.map(inTurn))

async function inTurn(steps: Step[]): Promise<void> {
  for (const [name, command] of steps) {
    const start = performance.now()
    const { isFine, output } = await run(command)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${isFine ? '✓' : '✗'} ${name.padEnd(20)} ${seconds.padStart(6)} s`)
    if (isFine) continue
    console.log(`\n${output.trimEnd()}\n\n${name} failed: ${command}`)
    for (const { pid } of running) if (pid) process.kill(-pid)
    process.exit(1)
  }
}

/** npm puts node_modules/.bin on the path. */
function run(command: string): Promise<{ isFine: boolean; output: string }> {
  return new Promise((resolve) => {
    // A group of its own, so that what it starts ends with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ isFine: false, output: `${output}${error.message}` }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ isFine: code === 0, output })
    })
  })
}
