import { expect, test } from 'vitest'
import { activityPercent } from './activity-percent.ts'

test.each([
  [0, 0],
  [1, 1],
  [250, 50],
  [251, 51],
  [900, 100],
])('%i of 500 taskings fill %i %% of the bar (C-058)', (count, percent) => {
  expect(activityPercent(count)).toBe(percent)
})
