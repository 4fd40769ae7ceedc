import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Vitest begins with the largest files as long as it has not seen them run; what searches at random is a small file and takes the longest.
 * Begun last, it would leave the other cores with nothing to do.
 */
const searches = [
  'web/sync/many-processes.test.ts',
  'web/sync/team-visibility.test.ts',
  'web/sync/simulation.test.ts',
  'execute/hostile-device.test.ts',
]

class SearchesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSearch = ({ moduleId }: TestSpecification) => searches.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isSearch), ...sorted.filter((file) => !isSearch(file))]
  }
}

const common = {
  environment: 'node',
  // What hangs fails; a busy machine does not.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

/** What the server promises to whoever speaks to it: its contract, who may do what, and that nothing strange breaks it. */
const promises = ['contract/section-7', 'authority', 'hostile']

export default defineConfig({
  test: {
    // Left alone it keeps one core free.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SearchesFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          // Journeys in web/e2e belong to Playwright; only their support is tested here.
          include: [
            '{shared,sync-server,scripts}/**/*.test.{ts,tsx}',
            'web/*.test.{ts,tsx}',
            'web/!(e2e)/**/*.test.{ts,tsx}',
            'web/e2e/support/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          // `TEST_ENGINE=postgres` takes all tests of the server, for whoever looks for something.
          include:
            process.env['TEST_ENGINE'] === 'postgres'
              ? ['sync-server/**/*.test.ts']
              : promises.map((name) => `sync-server/rest/${name}.test.ts`),
          globalSetup: 'sync-server/testing/one-postgres.ts',
        },
      },
    ],
  },
})
