import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserFlags, findBrowser } from '../find-browser.ts'
import { startServer } from './server-process.ts'
import { token } from './organisation.ts'
import { mkdtempSync } from 'node:fs'
await build({ configFile: false, root: '/tmp/exp', logLevel: 'error', build: { outDir: '/tmp/exp-out', emptyOutDir: true } })
const server = await startServer(':memory:', 10_000, 1, '/tmp/exp-out')
const context = await chromium.launchPersistentContext(mkdtempSync('/tmp/exp-prof-'), { executablePath: findBrowser(), args: browserFlags })
const page = await context.newPage()
page.on('pageerror', (e) => console.error(e))
await page.goto(`http://localhost:${server.port}/`)
console.log(await page.evaluate(`load('${token(4)}')`))
const cdp = await context.newCDPSession(page)
for (const rate of process.argv[2] ? [1, 4] : [1]) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  console.log(rate, await page.evaluate(process.argv[3] ?? 'all()'))
}
await context.close(); server.stop(); process.exit(0)
