import { expect, test } from 'vitest'
import { deliverySteps } from './delivery-steps.ts'

const statesOf = (steps: ReturnType<typeof deliverySteps>) => steps.map((step) => step.state)

test('a finished request that has not left is safe on this device, and nothing more is claimed', () => {
  const steps = deliverySteps({ at: 'device' }, '09:43', ['interim'])
  expect(statesOf(steps)).toEqual(['done', 'todo', 'todo', 'todo'])
  expect(steps[0]?.note).toBe('09:43 · safe')
})

test('on the wire is not sent: a lost answer says that it is being checked', () => {
  expect(statesOf(deliverySteps({ at: 'wire', lost: false }, '09:43', []))).toEqual(['done', 'now', 'todo', 'todo'])
  expect(deliverySteps({ at: 'wire', lost: true }, '09:43', [])[1]?.note).toBe('Checking…')
})

test('the outcome of the server makes it sent and received; approved is every tasking', () => {
  const received = { at: 'server', received: '10:02' } as const
  expect(statesOf(deliverySteps(received, '09:43', ['interim', 'authorization']))).toEqual([
    'done',
    'done',
    'done',
    'todo',
  ])
  expect(deliverySteps(received, '09:43', ['interim', 'acceptance'])[3]?.note).toBe('1 of 2')
  expect(statesOf(deliverySteps(received, '09:43', ['progress', 'acceptance']))).toEqual([
    'done',
    'done',
    'done',
    'done',
  ])
})
