import { expect, test } from 'vitest'
import { orderOfArrival } from './order-of-arrival.ts'

const group = (id: number, count: number) => ({ id, name: `Number ${id}`, count })

test('the busiest is first on arrival, and stays there when others overtake them; who comes later comes last (C-234)', () => {
  const arrived = orderOfArrival([], [group(1, 2), group(2, 5), group(3, 5)])
  expect(arrived).toEqual([2, 3, 1])
  expect(orderOfArrival(arrived, [group(1, 9), group(2, 0), group(3, 5)])).toBe(arrived)
  expect(orderOfArrival(arrived, [group(4, 8), group(5, 9), group(1, 9)])).toEqual([2, 3, 1, 5, 4])
})
