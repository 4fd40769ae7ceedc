import { expect, test } from 'vitest'
import { aPoolCode, aProject, aProjectIn } from '#shared/testing/samples.ts'
import { belowZero, moneyOf } from './money-after.ts'
import { factsIn, valuesOf, type TaskingFacts } from './tasking-values.ts'

const dollars = (amount: number) => amount * 100
const facts = (more: Partial<TaskingFacts> = {}) => factsIn(valuesOf({ poolCode: 'BK-100', ...more }))
const pool = aPoolCode({ funds: dollars(1_000), actual: dollars(200), estimated: dollars(300), pending: dollars(100) })

test('a new tasking takes its estimate, and what it has spent of it counts once', () => {
  const money = moneyOf(pool, null, facts({ taskingCostEstimate: dollars(400), actualCost: dollars(150) }))
  expect([money.now.balance, money.then.balance]).toEqual([dollars(500), dollars(100)])
  expect(money.then).toMatchObject({ actual: dollars(350), estimated: dollars(550), pending: dollars(100) })
  expect([money.cost, belowZero(money)]).toEqual([dollars(400), 0])
})

test('an edited tasking is taken out of its pool before it is put back as it is typed', () => {
  const before = aProjectIn('interim', { taskingCostEstimate: dollars(100) })
  const money = moneyOf(pool, before, facts({ taskingCostEstimate: dollars(250) }))
  expect(money.others).toMatchObject({ balance: dollars(600), pending: 0 })
  expect(money.then).toMatchObject({ balance: dollars(350), pending: dollars(250) })
})

test('moved to another pool, it takes nothing away from there first', () => {
  const before = aProject({ poolCode: 'BK-200', taskingCostEstimate: dollars(100) })
  expect(moneyOf(pool, before, facts({ taskingCostEstimate: dollars(100) })).then.balance).toBe(dollars(400))
  const same = aProject({ poolCode: ' bk-100', taskingCostEstimate: dollars(100) })
  expect(moneyOf(pool, same, facts({ taskingCostEstimate: dollars(100) })).then.balance).toBe(dollars(500))
})

test('below zero is told when it goes there, and not when it was there already and goes no further', () => {
  const over = { ...pool, estimated: dollars(900) }
  const before = aProject({ taskingCostEstimate: dollars(200) })
  expect(belowZero(moneyOf(pool, null, facts({ taskingCostEstimate: dollars(500) })))).toBe(0)
  expect(belowZero(moneyOf(pool, null, facts({ taskingCostEstimate: dollars(501) })))).toBe(dollars(1))
  expect(belowZero(moneyOf(over, before, facts({ taskingCostEstimate: dollars(200) })))).toBe(0)
  expect(belowZero(moneyOf(over, before, facts({ taskingCostEstimate: dollars(150) })))).toBe(0)
  expect(belowZero(moneyOf(over, before, facts({ taskingCostEstimate: dollars(201) })))).toBe(dollars(101))
})
