import { spawnSync } from 'node:child_process'

/**
 * Which build this is, and when it was made: `3f2c1ab-20260304T094410`. It stands in index.html, so that every build,
 * also one that changes nothing but response headers, is an update to installed clients.
 */
export function buildId(now = new Date()): string {
  return `${commit() ?? 'local'}-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}`
}

function commit(): string | undefined {
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return git.status === 0 ? git.stdout.trim() : undefined
}
