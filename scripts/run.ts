import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Builds when the sources are newer than the build, then starts the server with the arguments it was given. */
const sources = ['shared', 'web', 'sync-server', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts']

if (!isBuilt()) {
  console.log('Building …')
  const build = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

const server = spawn(process.execPath, ['dist/server/main.js', ...process.argv.slice(2)], { stdio: 'inherit' })
// A terminal sends Ctrl-C to the server as well; this process only has to outlive it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 1))

function isBuilt(): boolean {
  if (!existsSync('dist/built')) return false
  return Math.max(...sources.map(newest)) <= statSync('dist/built').mtimeMs
}

/** A deleted file shows in the time of its folder. */
function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
