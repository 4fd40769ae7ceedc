import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { policy } from '../sync-server/http/security-headers.ts'
import { precompress } from './precompress.ts'

/** What `npm start` looks at to see whether there is anything to build. Written last, so that a broken build has none. */
const stamp = 'dist/built'

rmSync(stamp, { force: true })
await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
// Only the budgets read it; the server should not serve it.
renameSync('dist/web/.vite/manifest.json', 'dist/web-chunks.json')
rmSync('dist/web/.vite', { recursive: true })
await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
expectAllowedStyle()
const { files, bytes } = await precompress('dist/web')
writeFileSync(stamp, new Date().toISOString())
console.log(`Built dist/web (${files} files precompressed, ${Math.round(bytes / 1000)} kB brotli) and dist/server.`)

/** Else the browser would show the sentence of index.html at every start, for an instant. */
function expectAllowedStyle(): void {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(readFileSync('dist/web/index.html', 'utf8')) ?? []
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  if (policy.includes(hash)) return
  console.error(`The style in index.html is now ${hash}. Write that into sync-server/http/security-headers.ts.`)
  process.exit(1)
}
