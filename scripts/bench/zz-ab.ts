import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserFlags, findBrowser } from '../find-browser.ts'
import { startServer } from './server-process.ts'
import { token } from './organisation.ts'
import { mkdtempSync } from 'node:fs'
const sides = { before: '/tmp/before', after: '/work/main' }
const what = process.argv[2] ?? 'store'
const many = what === 'many'
const pages: Record<string, any> = {}
const stops: (() => void)[] = []
for (const [side, dir] of Object.entries(sides)) {
  await build({ configFile: false, root: `${dir}/scripts/bench/page`, logLevel: 'error', build: { outDir: `/tmp/ab-${side}`, emptyOutDir: true } })
  const server = await startServer(':memory:', many ? 50_000 : 10_000, many ? 0.3 : 1, `/tmp/ab-${side}`)
  const context = await chromium.launchPersistentContext(mkdtempSync('/tmp/exp-prof-'), { executablePath: findBrowser(), args: browserFlags })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.error(e))
  await page.goto(`http://localhost:${server.port}/`)
  await page.evaluate(`bench.fetchPages('${token(4)}')`)
  if (many) console.log(side, await page.evaluate(`bench.firstSync('${token(4)}')`))
  pages[side] = { page, cdp: await context.newCDPSession(page) }
  stops.push(() => { void context.close(); server.stop() })
}
const jobs = many ? ["bench.tabs().then((t)=>t.map((x)=>x.label.slice(0,14)+' '+x.ms.toFixed(1)).join(', '))", 'bench.act()', 'bench.rebaseQueued()'] : ['bench.intoDevice()', 'bench.intoDevice()', `bench.firstSync('${token(4)}')`, 'bench.intoDevice()']
for (const rate of [1, 4]) for (const job of jobs) for (const side of Object.keys(sides)) {
  await pages[side].cdp.send('Emulation.setCPUThrottlingRate', { rate })
  console.log(`${rate}x ${side.padEnd(6)} ${job.slice(0, 24)}`, JSON.stringify(await pages[side].page.evaluate(job)))
}
stops.forEach((s) => s()); setTimeout(() => process.exit(0), 500)
