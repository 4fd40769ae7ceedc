import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { restoredArbitrary, simulate, stepArbitrary } from '../testing/simulation.ts'

/**
 * Whatever several devices do in whatever order over a bad network, they end with the server's rows: nothing lost,
 * nothing twice, nobody else's. Random tests search, named tests (devices.test.ts) hold what was found.
 * `npm run simulate -- 1000000` searches longer; SEED=… repeats a batch.
 */
const runs = Number(process.env['SIMULATIONS'] ?? 80)

test(
  `what a server had acknowledged comes again when it is restored from an older backup, over ${Math.ceil(runs / 5)} networks`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(restoredArbitrary, { minLength: 8, maxLength: 40, size: 'max' }), async (steps) => {
        expect(await simulate(steps)).toEqual([])
      }),
      { numRuns: Math.ceil(runs / 5), timeout: 15_000, endOnFailure: !process.env['SHRINK'] },
    )
  },
  Math.max(180_000, runs * 4_000),
)

test(
  `nothing is lost, nothing happens twice, nothing is somebody else's, and all end alike, over ${runs} adversarial networks`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 40, size: 'max' }), async (steps) => {
        expect(await simulate(steps)).toEqual([])
      }),
      { numRuns: runs, timeout: 15_000, endOnFailure: !process.env['SHRINK'] },
    )
  },
  Math.max(180_000, runs * 4_000),
)
