import { expect, test } from 'vitest'
import { deliverySteps } from './delivery-steps.ts'

const times = { captured: '09:43', received: '10:02' }
const statesOf = (steps: ReturnType<typeof deliverySteps>) => steps.map((step) => step.state)

test('a finished request that has not left is safe on this device, and nothing more is claimed', () => {
  const steps = deliverySteps('device', times, ['interim'])
  expect(statesOf(steps)).toEqual(['done', 'todo', 'todo', 'todo'])
  expect(steps[0]?.note).toBe('09:43 · safe')
})

test('on the wire is not sent: a lost answer says that it is being checked', () => {
  expect(statesOf(deliverySteps('sending', times, []))).toEqual(['done', 'now', 'todo', 'todo'])
  expect(deliverySteps('checking', times, [])[1]?.note).toBe('Checking…')
})

test('the outcome of the server makes it sent and received; approved is every tasking', () => {
  expect(statesOf(deliverySteps(null, times, ['interim', 'authorization']))).toEqual(['done', 'done', 'done', 'todo'])
  expect(deliverySteps(null, times, ['interim', 'acceptance'])[3]?.note).toBe('1 of 2')
  expect(statesOf(deliverySteps(null, times, ['progress', 'acceptance']))).toEqual(['done', 'done', 'done', 'done'])
})
