import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { precompress } from './precompress.ts'

/** What `npm start` looks at to see whether there is anything to build. Written last, so that a broken build has none. */
const stamp = 'dist/built'

rmSync(stamp, { force: true })
await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
// Only the budgets read it; the server should not serve it.
renameSync('dist/web/.vite/manifest.json', 'dist/web-chunks.json')
rmSync('dist/web/.vite', { recursive: true })
await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
const { files, bytes } = await precompress('dist/web')
writeFileSync(stamp, new Date().toISOString())
console.log(`Built dist/web (${files} files precompressed, ${Math.round(bytes / 1000)} kB brotli) and dist/server.`)
