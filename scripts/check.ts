import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Everything that must hold before a change is done, cheapest first; stops at the first thing that does not. */
const steps: [name: string, command: string][] = [
  ['format', 'prettier --check . --log-level warn'],
  ['lint', 'eslint . --max-warnings 0'],
  ['types: shared', 'tsc -p shared'],
  ['types: sync-server', 'tsc -p sync-server'],
  ['types: web', 'tsc -p web'],
  ['unit tests', 'vitest run --reporter=default --reporter=json --outputFile.json=test-results/unit.json'],
  ['teeth', 'tsx scripts/teeth.ts'],
  ['build', 'tsx scripts/build.ts'],
  ['budgets', 'tsx scripts/budgets.ts'],
]

rmSync('test-results', { recursive: true, force: true })
for (const [name, command] of steps) {
  const start = performance.now()
  const { isFine, output } = await run(command)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${isFine ? '✓' : '✗'} ${name.padEnd(20)} ${seconds.padStart(6)} s`)
  if (isFine) continue
  console.log(`\n${output.trimEnd()}\n\n${name} failed: ${command}`)
  process.exit(1)
}

/** npm puts node_modules/.bin on the path. */
function run(command: string): Promise<{ isFine: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ isFine: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ isFine: code === 0, output }))
  })
}
