import { expect, test } from 'vitest'
import { aPoolCode, aProjectIn, aProjectType, ask, contextOf, people, withReferences } from '../testing/samples.ts'
import { poolCodeDetail } from '../reference/pool-codes.ts'
import { fundingTypes, poolCodesOfType } from './funding.ts'

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
