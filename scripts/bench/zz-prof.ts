import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserFlags, findBrowser } from '../find-browser.ts'
import { startServer } from './server-process.ts'
import { token } from './organisation.ts'
import { mkdtempSync } from 'node:fs'
await build({ configFile: false, root: '/work/main/scripts/bench/page', logLevel: 'error', build: { outDir: '/tmp/prof-out', emptyOutDir: true, minify: false } })
const [expr = 'bench.intoDevice()', count = '10000', before = ''] = process.argv.slice(2)
const server = await startServer(':memory:', Number(count), 1, '/tmp/prof-out')
const context = await chromium.launchPersistentContext(mkdtempSync('/tmp/exp-prof-'), { executablePath: findBrowser(), args: browserFlags })
const page = await context.newPage()
page.on('pageerror', (e) => console.error(e))
await page.goto(`http://localhost:${server.port}/`)
await page.evaluate(`bench.fetchPages('${token(4)}')`)
if (before) console.log(await page.evaluate(before))
console.log(await page.evaluate(expr))
const cdp = await context.newCDPSession(page)
await cdp.send('Profiler.enable')
await cdp.send('Profiler.setSamplingInterval', { interval: 500 })
await cdp.send('Profiler.start')
console.log(await page.evaluate(expr))
const { profile } = await cdp.send('Profiler.stop')
const self = new Map<string, number>()
const byId = new Map(profile.nodes.map((n) => [n.id, n]))
profile.samples?.forEach((id, i) => {
  const n = byId.get(id)!; const k = `${n.callFrame.functionName || '(anon)'}:${n.callFrame.lineNumber}`
  self.set(k, (self.get(k) ?? 0) + (profile.timeDeltas?.[i] ?? 0))
})
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log((v / 1000).toFixed(0).padStart(7), k)
await context.close(); server.stop(); process.exit(0)
