import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'web/e2e',
  // `support/*.test.ts` are unit tests and belong to vitest.
  testIgnore: 'support/**',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
