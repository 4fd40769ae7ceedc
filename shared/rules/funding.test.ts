import { fc } from '#shared/testing/random.ts'
import { describe, expect, test } from 'vitest'
import type { ProjectFacts } from '../model/project.ts'
import { aPoolCode, aProject, aProjectIn, type Standing } from '../testing/samples.ts'
import { estimateOf, figuresOf, figuresWithout, movesMoney, poolAfter, shareOf } from './funding.ts'

const dollars = (amount: number) => amount * 100
/** The four taskings of the example in C.10. */
const example = [
  aProjectIn('completed', { id: 1, taskingCostEstimate: dollars(25_000), actualCost: dollars(20_000) }),
  aProjectIn('progress', { id: 2, taskingCostEstimate: dollars(30_000), actualCost: dollars(10_000) }),
  aProjectIn('interim', { id: 3, taskingCostEstimate: dollars(15_000) }),
  aProjectIn('canceled', { id: 4, taskingCostEstimate: dollars(9_000) }),
]
const poolOfExample = () =>
  example.reduce((pool, project) => poolAfter(pool, null, project), aPoolCode({ funds: dollars(100_000) }))

test('the example of the decisions comes out to the dollar (C.10)', () => {
  expect(figuresOf(poolOfExample())).toEqual({
    funding: dollars(100_000),
    actual: dollars(30_000),
    estimated: dollars(35_000),
    pending: dollars(15_000),
    projection: dollars(65_000),
    balance: dollars(35_000),
    utilization: 65,
  })
})

test('without the pending tasking, fifteen thousand more are left', () => {
  expect(figuresWithout(poolOfExample(), aProject(example[2]))).toMatchObject({
    balance: dollars(50_000),
    pending: 0,
    utilization: 50,
  })
})

describe('what a tasking with an estimate of 1,000 and 400 spent takes from its pool', () => {
  test.each([
    ['interim', { actual: 400, estimated: 600, pending: 600 }],
    ['documented', { actual: 400, estimated: 600, pending: 600 }],
    ['authorization', { actual: 400, estimated: 600, pending: 600 }],
    ['acceptance', { actual: 400, estimated: 600, pending: 0 }],
    ['progress', { actual: 400, estimated: 600, pending: 0 }],
    ['internal', { actual: 400, estimated: 600, pending: 0 }],
    ['completed', { actual: 400, estimated: 0, pending: 0 }],
    ['denied', { actual: 400, estimated: 0, pending: 0 }],
    ['canceled', { actual: 400, estimated: 0, pending: 0 }],
  ] as [Standing, object][])('%s: %j', (standing, share) => {
    expect(shareOf(aProjectIn(standing, { taskingCostEstimate: 1_000, actualCost: 400 }))).toEqual(share)
  })
})

test.each([
  [1_000, 700, 1_000],
  [0, 700, 700],
  [0, 0, 0],
  [500, 0, 500],
])('with a tasking estimate of %i and an initial one of %i the estimate is %i', (tasking, initial, expected) => {
  expect(estimateOf(aProject({ taskingCostEstimate: tasking, initialCostEstimate: initial }))).toBe(expected)
})

test('who spent more than estimated has nothing left to commit, and never less than nothing', () => {
  expect(shareOf(aProjectIn('progress', { taskingCostEstimate: 300, actualCost: 500 }))).toEqual({
    actual: 500,
    estimated: 0,
    pending: 0,
  })
})

test.each([
  [100_000, 64_999, 0, 65],
  [100_000, 65_000, 0, 65],
  [100_000, 65_001, 0, 66],
  [100_000, 1, 0, 1],
  [100_000, 0, 0, 0],
  [100_000, 90_000, 30_000, 120],
  [0, 0, 0, 0],
  [0, 0, 1, 100],
])('of funds %i, actual %i and estimated %i are %i %% (C-172)', (funds, actual, estimated, expected) => {
  const figures = figuresOf({ funds, actual, estimated, pending: 0 })
  expect(figures.utilization).toBe(expected)
  expect(figures.funding - figures.projection).toBe(figures.balance)
})

test.each([
  ['the description', { description: 'Another one' }, false],
  ['the due date', { dueDate: '2026-05-01' }, false],
  ['the initial estimate beside a tasking estimate', { initialCostEstimate: 900 }, false],
  ['the tasking estimate', { taskingCostEstimate: 1_001 }, true],
  ['the actual cost', { actualCost: 401 }, true],
  ['an AD approval, while the COR is outstanding', { interim: true, approved: true }, false],
  ['an authorization', { authorized: true }, true],
  ['a denial', { denied: true }, true],
  ['a cancellation', { active: false }, true],
] as [string, Partial<ProjectFacts>, boolean][])('a change of %s moves money: %s %s', (_, facts, moves) => {
  const before = aProject({ taskingCostEstimate: 1_000, initialCostEstimate: 800, actualCost: 400 })
  expect(movesMoney(before, aProject({ ...before, ...facts }))).toBe(moves)
})

const amount = fc.integer({ min: 0, max: 5_000_000 })
const anyFacts = fc.record({
  active: fc.boolean(),
  completed: fc.boolean(),
  denied: fc.boolean(),
  accepted: fc.boolean(),
  requested: fc.boolean(),
  authorized: fc.boolean(),
  interim: fc.boolean(),
  taskingCostEstimate: fc.oneof(fc.constant(0), amount),
  initialCostEstimate: amount,
  actualCost: amount,
})

test('a change and its reverse leave the pool as it was', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (a, b) => {
      const [before, after] = [aProject(a), aProject(b)]
      const pool = poolAfter(aPoolCode({ actual: 7, estimated: 11, pending: 5 }), null, before)
      expect(poolAfter(poolAfter(pool, before, after), after, before)).toEqual(pool)
      expect(poolAfter(poolAfter(pool, before, null), null, before)).toEqual(pool)
    }),
  )
})

/** C.10 written once more, from the formulas and not from the code. */
function recomputed(projects: ProjectFacts[]) {
  const total = { actual: 0, estimated: 0, pending: 0 }
  for (const p of projects) {
    const est = p.taskingCostEstimate > 0 ? p.taskingCostEstimate : p.initialCostEstimate
    total.actual += p.actualCost
    if (!p.active || p.completed || p.denied) continue
    total.estimated += Math.max(0, est - p.actualCost)
    if (p.requested && !p.accepted && !p.authorized) total.pending += Math.max(0, est - p.actualCost)
  }
  return total
}

test('after any walk of changes over two pools the running totals equal a recomputation from all taskings', () => {
  const step = fc.record({ project: fc.nat(5), pool: fc.nat(1), facts: fc.option(anyFacts) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const pools = [aPoolCode(), aPoolCode({ id: 2, poolCode: 'BK-200' })]
      const taskings = new Map<number, { pool: number; row: ProjectFacts }>()
      for (const { project, pool, facts } of steps) {
        const was = taskings.get(project)
        const row = facts && aProject({ id: project + 1, ...facts })
        const home = pools[was?.pool ?? pool] ?? aPoolCode()
        const target = pools[pool] ?? aPoolCode()
        if (home.id === target.id) pools[pool] = poolAfter(home, was?.row ?? null, row)
        else {
          pools[was?.pool ?? pool] = poolAfter(home, was?.row ?? null, null)
          pools[pool] = poolAfter(target, null, row)
        }
        if (row) taskings.set(project, { pool, row })
        else taskings.delete(project)
        for (const index of [0, 1]) {
          const here = [...taskings.values()].filter((tasking) => tasking.pool === index).map(({ row }) => row)
          expect(pools[index]).toMatchObject(recomputed(here))
        }
      }
    }),
    { numRuns: 300 },
  )
})
