import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    // Journeys in web/e2e belong to Playwright; only their support is tested here.
    include: [
      '{shared,sync-server,scripts}/**/*.test.{ts,tsx}',
      'web/*.test.{ts,tsx}',
      'web/!(e2e)/**/*.test.{ts,tsx}',
      'web/e2e/support/**/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
