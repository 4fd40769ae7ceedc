import { fc } from '#shared/testing/random.ts'
import { describe, expect, test } from 'vitest'
import type { Project } from '../model/project.ts'
import { poolAfter } from '../rules/funding.ts'
import {
  aPoolCode,
  aProjectIn,
  aProjectType,
  ask,
  contextOf,
  people,
  withReferences,
  type Standing,
} from '../testing/samples.ts'
import { poolCodeDetail } from '../reference/pool-codes.ts'
import { fundingTypes, fundingYear, poolCodesOfType, poolTaskings } from './funding.ts'

const fin = contextOf(people.fin)
const pete = contextOf(people.pete)
const rows = withReferences({
  projectTypes: [
    aProjectType(),
    aProjectType({ id: 2, name: 'Revenue TA', teamId: 2 }),
    aProjectType({ id: 3, name: 'Banking Old', active: false }),
    aProjectType({ id: 4, name: 'Banking Empty' }),
  ],
  poolCodes: [
    aPoolCode({ actual: 3_000_000, estimated: 3_500_000 }),
    aPoolCode({ id: 2, poolCode: 'BK-200' }),
    aPoolCode({ id: 3, poolCode: 'BK-OLD', active: false }),
    aPoolCode({ id: 4, poolCode: 'RV-300', projectTypeId: 2 }),
    aPoolCode({ id: 5, poolCode: 'BK-050', projectTypeId: 3 }),
  ],
})
const shown = (active: boolean, teamId: number, context = fin) =>
  ask(fundingTypes, { active, teamId }, rows, context).items.map((type) => [
    type.name,
    ...type.codes.map((code) => code.poolCode),
  ])

test('the active view has active types and their active codes', () => {
  expect(shown(true, -1)).toEqual([['Banking Empty'], ['Banking TA', 'BK-100', 'BK-200'], ['Revenue TA', 'RV-300']])
})

test('the inactive view has inactive types, and active ones for the sake of inactive codes (C-180)', () => {
  expect(shown(false, -1)).toEqual([
    ['Banking Old', 'BK-050'],
    ['Banking TA', 'BK-OLD'],
  ])
})

test('a team filter narrows, and a person of a team sees its types alone (C-023)', () => {
  expect(shown(true, 2)).toEqual([['Revenue TA', 'RV-300']])
  expect(shown(true, 0)).toEqual([])
  expect(shown(true, -1, pete).map(([name]) => name)).toEqual(['Banking Empty', 'Banking TA'])
  expect(shown(true, 2, pete)).toEqual([])
  expect(ask(poolCodesOfType, { typeId: 2 }, rows, pete)).toBeNull()
  expect(ask(poolCodeDetail, { id: 4 }, rows, pete)).toBeNull()
})

test('codes come with their figures', () => {
  expect(ask(poolCodesOfType, { typeId: 1, active: true }, rows, pete)).toMatchObject([
    { poolCode: 'BK-100', projection: 6_500_000, balance: 3_500_000, utilization: 65 },
    { poolCode: 'BK-200', projection: 0 },
  ])
  expect(ask(poolCodesOfType, { typeId: 1 }, rows, pete)).toHaveLength(3)
  expect(ask(poolCodesOfType, { typeId: 99 }, rows, fin)).toBeNull()
})

test('a code says how many open taskings it pays for (C-181)', () => {
  const projects = [aProjectIn('progress', { id: 42_000_001 }), aProjectIn('canceled', { id: 42_000_002 })]
  expect(ask(poolCodeDetail, { id: 1 }, { ...rows, projects }, fin)).toMatchObject({
    type: 'Banking TA',
    openTaskings: 1,
  })
})

test('a type adds up its codes that are shown, and each code says how many open taskings it pays for', () => {
  const projects = [
    aProjectIn('progress', { id: 42_000_001 }),
    aProjectIn('denied', { id: 42_000_002 }),
    aProjectIn('completed', { id: 42_000_003 }),
    aProjectIn('interim', { id: 42_000_004, poolCode: 'BK-200' }),
    aProjectIn('interim', { id: 42_000_005, poolCode: 'BK-OLD' }),
  ]
  const [empty, banking] = ask(fundingTypes, { active: true, teamId: 3 }, { ...rows, projects }, fin).items
  expect(banking).toMatchObject({
    ...{ name: 'Banking TA', openTaskings: 3, funding: 20_000_000, actual: 3_000_000, estimated: 3_500_000 },
    ...{ projection: 6_500_000, balance: 13_500_000, utilization: 33 },
    codes: [{ openTaskings: 2 }, { poolCode: 'BK-200', openTaskings: 1 }],
  })
  expect(empty).toMatchObject({ funding: 0, balance: 0, utilization: 0, openTaskings: 0 })
})

const dollars = (amount: number) => amount * 100
/** The pool with the totals that its taskings make. */
const poolOf = (projects: Project[], row: Parameters<typeof aPoolCode>[0] = {}) =>
  projects.reduce((pool, project) => poolAfter(pool, null, project), aPoolCode(row))
const yearOf = (projects: Project[], context = fin) =>
  ask(
    fundingYear,
    { active: true, teamId: -1 },
    withReferences({ poolCodes: [poolOf(projects)], projects: projects }),
    context,
  )
const moved = (projects: Project[], context = fin) => {
  const { months, before, later } = yearOf(projects, context)
  return {
    ...Object.fromEntries(
      months
        .filter(({ actual, estimated }) => actual > 0 || estimated > 0)
        .map(({ month, actual, estimated }) => [month, [actual, estimated]]),
    ),
    ...(before ? { before } : {}),
    ...(later ? { later } : {}),
  }
}
const completed = (completedDate: string) =>
  aProjectIn('completed', { completedDate, taskingCostEstimate: 900, actualCost: 700 })
const due = (dueDate: string, standing: Standing = 'progress') =>
  aProjectIn(standing, { dueDate, taskingCostEstimate: 900, actualCost: 300 })

describe('in which month money counts: today is the tenth of March, and the year begins in January', () => {
  test.each([
    ['completed in February', completed('2026-02-06T09:00:00.000Z'), { '2026-02': [700, 0] }],
    ['completed on New Year’s Eve, where the organisation is', completed('2026-01-01T04:00:00.000Z'), { before: 700 }],
    ['completed in the first hour of the year', completed('2026-01-01T05:00:00.000Z'), { '2026-01': [700, 0] }],
    [
      'completed on the evening of the last of January, where the organisation is',
      completed('2026-02-01T04:00:00.000Z'),
      { '2026-01': [700, 0] },
    ],
    ['due this summer, with some of it spent', due('2026-07-31'), { '2026-03': [300, 0], '2026-07': [0, 600] }],
    ['overdue since January: it will still cost', due('2026-01-31'), { '2026-03': [300, 600] }],
    ['due in the last month', due('2026-12-31'), { '2026-03': [300, 0], '2026-12': [0, 600] }],
    ['due next year', due('2027-01-01'), { '2026-03': [300, 0], later: 600 }],
    ['denied: what was spent stays spent, nothing more will be', due('2026-07-31', 'denied'), { '2026-03': [300, 0] }],
    [
      'canceled in January after some of it was spent',
      aProjectIn('canceled', { canceledDate: '2026-01-20T09:00:00.000Z', taskingCostEstimate: 900, actualCost: 300 }),
      { '2026-01': [300, 0] },
    ],
  ])('%s', (_, project, expected) => {
    expect(moved([project])).toEqual(expected)
  })

  test('another year begins in October and ends in September', () => {
    const october = contextOf(people.fin, undefined, { fiscalYearStartMonth: 10 })
    const year = yearOf([completed('2025-11-06T09:00:00.000Z'), due('2026-10-01')], october)
    expect(year.months.map(({ month }) => month)).toEqual([
      ...['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
      ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
    ])
    expect([year.since, year.before, year.later]).toEqual(['2025-10-01', 0, 600])
  })
})

test('before, twelve months and later are what the pools have spent and expect, to the cent, whatever happened when', () => {
  const tasking = fc.record({
    standing: fc.constantFrom<Standing>('interim', 'acceptance', 'progress', 'denied', 'completed', 'canceled'),
    month: fc.integer({ min: 1, max: 30 }),
    taskingCostEstimate: fc.integer({ min: 0, max: 9_000_000 }),
    actualCost: fc.integer({ min: 0, max: 9_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(tasking, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (taskings, startMonth) => {
      const projects = taskings.map(({ standing, month, ...costs }, index) => {
        // Nothing is closed later than now (C-108).
        const isClosed = standing === 'completed' || standing === 'canceled'
        const day = new Date(Date.UTC(2025, (isClosed ? Math.min(month, 14) : month) - 1, 15)).toISOString()
        const closing =
          standing === 'completed' ? { completedDate: day } : standing === 'canceled' ? { canceledDate: day } : {}
        return aProjectIn(standing, { id: 42_000_000 + index, ...costs, dueDate: day.slice(0, 10), ...closing })
      })
      const year = yearOf(projects, contextOf(people.fin, undefined, { fiscalYearStartMonth: startMonth }))
      const inMonths = (what: 'actual' | 'estimated') => year.months.reduce((sum, month) => sum + month[what], 0)
      const [from, to] = [year.months[0]?.month ?? '', year.months[11]?.month ?? '']
      const spentBefore = projects.filter(({ closedDate }) => closedDate !== '' && closedDate.slice(0, 7) < from)
      expect(year.before).toBe(spentBefore.reduce((sum, { actualCost }) => sum + actualCost, 0))
      expect(year.before + inMonths('actual')).toBe(year.actual)
      expect(year.later + inMonths('estimated')).toBe(year.estimated)
      const dueLater = projects.filter(({ dueDate }) => dueDate.slice(0, 7) > to)
      expect(year.later).toBe(poolOf(dueLater).estimated)
      expect(year.projection + year.balance).toBe(year.funding)
    }),
  )
})

test('RV-220 of the story: T-42-17 takes 12,800 of what is left, and utilization goes from 57 to 60 per cent', () => {
  const pool = { id: 4, poolCode: 'RV-220', projectTypeId: 2, shipNumber: 5120, funds: dollars(420_000) }
  const story = (row: Parameters<typeof aProjectIn>[1]) =>
    aProjectIn('progress', { poolCode: 'RV-220', dueDate: '2026-05-01', ...row })
  const before = [
    aProjectIn('completed', { id: 42_000_001, poolCode: 'RV-220', actualCost: dollars(141_300) }),
    story({ id: 42_000_002, taskingCostEstimate: dollars(96_300) }),
  ]
  const asked = (projects: Project[]) => {
    const all = withReferences({
      projectTypes: [aProjectType({ id: 2, name: 'Revenue TA', teamId: 2 })],
      poolCodes: [poolOf(projects, pool)],
      projects,
    })
    const [type] = ask(fundingTypes, { active: true, teamId: 2 }, all, fin).items
    return { type, year: ask(fundingYear, { active: true, teamId: 2 }, all, fin) }
  }
  expect(asked(before).type?.codes[0]).toMatchObject({ balance: dollars(182_400), utilization: 57, openTaskings: 1 })
  const withIt = asked([...before, story({ taskingCostEstimate: dollars(12_800) })])
  const figures = { actual: dollars(141_300), estimated: dollars(109_100), balance: dollars(169_600), utilization: 60 }
  expect(withIt.type).toMatchObject({ ...figures, openTaskings: 2, codes: [figures] })
  expect(withIt.year).toMatchObject({ ...figures, projection: dollars(250_400) })
  expect(withIt.year.months[4]).toEqual({ month: '2026-05', actual: 0, estimated: dollars(109_100) })
})

test('the open taskings of a code, those due first, with what each takes', () => {
  const projects = [
    due('2026-07-31'),
    aProjectIn('interim', { id: 42_000_002, dueDate: '2026-04-01', taskingCostEstimate: 500 }),
    aProjectIn('completed', { id: 42_000_003 }),
    aProjectIn('interim', { id: 42_000_004, poolCode: 'BK-200' }),
  ]
  expect(ask(poolTaskings, { id: 1 }, { ...rows, projects }, fin)).toMatchObject({
    totalItems: 2,
    items: [
      { name: 'T-42-2', estimated: 500, actual: 0 },
      { name: 'T-42-17', estimated: 600, actual: 300 },
    ],
  })
  expect(ask(poolTaskings, { id: 99 }, { ...rows, projects }, fin).totalItems).toBe(0)
})
