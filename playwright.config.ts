import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser, findFirefox } from './scripts/find-browser.ts'

const firefox = findFirefox()
if (!firefox && !process.env['TEST_WORKER_INDEX'])
  console.log(
    'No Firefox on this machine (FIELDPOST_FIREFOX): the journeys in a second engine are not part of this run.',
  )

export default defineConfig({
  testDir: 'web/e2e',
  // With --no-deps journeys use the devices that an earlier run has prepared.
  projects: [
    { name: 'prepare', testMatch: 'prepare.setup.ts' },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: 'firefox/**', dependencies: ['prepare'] },
    ...(firefox ? [{ name: 'firefox', testMatch: 'firefox/*.spec.ts' }] : []),
  ],
  workers: 2,
  fullyParallel: true,
  // Who fails is walked once more and told as flaky: decision 047.
  retries: 1,
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  use: {
    // No pictures of every step: they cost what the journeys need.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
