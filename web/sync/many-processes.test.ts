import { afterAll, beforeAll, expect, test } from 'vitest'
import { fc } from '#shared/testing/random.ts'
import { openProcesses, type Processes } from '../testing/processes.ts'
import { processesArbitrary, simulate } from '../testing/simulation.ts'
import { cast } from '../testing/world.ts'

/**
 * The simulation (`simulation.test.ts`) over four processes of one PostgreSQL: every request goes to any of them, and they stop, stall and die
 * at any statement. Stories are short and many. `npm run simulate -- 100000 --postgres` searches longer.
 */
const runs = Number(process.env['SIMULATIONS'] ?? 500)

/** Each device more costs a first sync and its rounds until it rests; what several of them do at once, three can. */
const who = [cast.ana, cast.cora, cast.mia]

let all: Processes
beforeAll(async () => {
  all = await openProcesses()
}, 60_000)
afterAll(() => all.close())

test.each([
  ['edit', 'what several people change at once adds up'],
  ['request', 'whoever reads while several people write misses nothing'],
] as const)('of four processes of one database, %s: %s', async (verb, _) => {
  const crowd = { kind: 'crowd' as const, devices: [0, 1, 2, 3], verb }
  // Whether two meet is a matter of moments: eight steps once did not show a deliberate breakage (`npm run teeth`).
  const steps = Array.from({ length: 20 }, (_, n) => ({ ...crowd, pick: 3 * n }))
  const [{ cora }, where] = [cast, { processes: { all, seed: 1 } }]
  expect(await simulate(steps, { ...where, who: [cora, cora, cora, cora] })).toEqual([])
})

test(
  `four processes of one database keep every promise, over ${runs} stories in which they stop, stall and die`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(processesArbitrary, { minLength: 3, maxLength: 10, size: 'max' }),
        fc.nat(),
        async (steps, seed) => {
          expect(await simulate(steps, { processes: { all, seed }, who })).toEqual([])
        },
      ),
      { numRuns: runs, timeout: 60_000, endOnFailure: !process.env['SHRINK'] },
    )
    console.info(`what met the processes: ${JSON.stringify(all.met)}`)
    // Where nothing happens, nothing is proved.
    expect(Math.min(...Object.values(all.met))).toBeGreaterThanOrEqual(Math.floor(runs / 20))
  },
  Math.max(180_000, runs * 12_000),
)
