import { expect, test } from 'vitest'
import type { PoolCode } from '#shared/model/reference.ts'
import { balanceInWords, poolItem, poolsOf } from './pool-choices.ts'

const audit = { createDate: '', createdById: 1, modifiedDate: '', modifiedById: 1 }
const aPool = (more: Partial<PoolCode> = {}): PoolCode => ({
  id: 1,
  projectTypeId: 5,
  poolCode: 'RV-220',
  shipNumber: 5120,
  funds: 42_000_000,
  actual: 14_130_000,
  estimated: 9_630_000,
  pending: 0,
  active: true,
  ...audit,
  ...more,
})

test('a pool says its ship and what is left, and since when that is known', () => {
  expect(poolItem(aPool(), 'as of 09:42').subtitle).toBe('Ship 5120 · $182,400 left · as of 09:42')
  expect(poolItem(aPool(), '').subtitle).toBe('Ship 5120 · $182,400 left')
  expect(balanceInWords(-150_00)).toBe('$150 over')
})

test('a chosen pool stays in the list after it was switched off', () => {
  const other = aPool({ id: 2, poolCode: 'RV-221' })
  expect(poolsOf([other], 5, aPool()).map((pool) => pool.poolCode)).toEqual(['RV-220', 'RV-221'])
  expect(poolsOf([other], 6, aPool())).toEqual([])
})
