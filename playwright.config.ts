import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser, findFirefox, findWebKit } from './scripts/find-browser.ts'

/** Journeys in engines that are walked only where the machine has them. */
const others = [
  { name: 'firefox', isHere: findFirefox() !== undefined },
  { name: 'webkit', isHere: findWebKit().length > 0 },
]
if (!process.env['TEST_WORKER_INDEX'])
  for (const { name, isHere } of others)
    if (!isHere) console.log(`No ${name} on this machine: the journeys in it are not part of this run.`)

export default defineConfig({
  testDir: 'web/e2e',
  // With --no-deps journeys use the devices that an earlier run has prepared.
  projects: [
    { name: 'prepare', testMatch: 'prepare.setup.ts' },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: '{firefox,webkit}/**', dependencies: ['prepare'] },
    ...others.filter(({ isHere }) => isHere).map(({ name }) => ({ name, testMatch: `${name}/*.spec.ts` })),
  ],
  // Two keep two cores busy for three quarters of the time: journeys wait, for Undo to end or a link to come back. With four, waits run out.
  workers: 3,
  fullyParallel: true,
  // Who fails is walked once more and told as flaky: decision 047.
  retries: 1,
  timeout: 300_000,
  // What hangs fails; a busy machine does not.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  use: {
    // A trace costs a third of all journeys' time, so it is kept of the second try alone.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true },
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
