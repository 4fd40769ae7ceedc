import { expect, test } from 'vitest'
import { aProject } from '../testing/samples.ts'
import {
  closedPhases,
  codesOf,
  dashboardTabs,
  openPhases,
  phaseOf,
  phases,
  requestPhases,
  statusCodes,
  statusOf,
  statusOfFilterCode,
  type Phase,
  type Status,
} from './status.ts'

/**
 * C.1 by hand, for every combination of flags: a line per (active, completed, denied), and in it, from left to right,
 * accepted, requested, authorized, interim counted in binary from 0000 to 1111.
 * X canceled, C completed, D denied, P in progress, 0 interim, 1 authorization, 2 acceptance.
 */
const truth: [flags: string, phases: string][] = [
  ['000', 'XXXX XXXX XXXX XXXX'],
  ['001', 'XXXX XXXX XXXX XXXX'],
  ['010', 'XXXX XXXX XXXX XXXX'],
  ['011', 'XXXX XXXX XXXX XXXX'],
  ['100', 'PPPP 0122 PPPP PPPP'],
  ['101', 'DDDD DDDD DDDD DDDD'],
  ['110', 'CCCC CCCC CCCC CCCC'],
  ['111', 'CCCC CCCC CCCC CCCC'],
]
const letters: Record<string, Phase> = {
  X: 'canceled',
  C: 'completed',
  D: 'denied',
  P: 'progress',
  '0': 'interim',
  '1': 'authorization',
  '2': 'acceptance',
}

test.each(truth)('with active, completed, denied = %s the phases are %s, first match wins (C.1)', (flags, expected) => {
  const [active, completed, denied] = [...flags].map((bit) => bit === '1')
  const found = Array.from({ length: 16 }, (_, n) =>
    phaseOf({
      active: !!active,
      completed: !!completed,
      denied: !!denied,
      accepted: (n & 8) > 0,
      requested: (n & 4) > 0,
      authorized: (n & 2) > 0,
      interim: (n & 1) > 0,
    }),
  )
  expect(found).toEqual([...expected.replaceAll(' ', '')].map((letter) => letters[letter]))
})

test.each([
  ['progress', '2026-03-09', 'overdue'],
  ['progress', '2026-03-10', 'progress'],
  ['progress', '2026-03-11', 'progress'],
  ['progress', '2025-12-31', 'overdue'],
  ['interim', '2026-03-09', 'interim'],
  ['authorization', '2026-03-09', 'authorization'],
  ['acceptance', '2026-03-09', 'acceptance'],
  ['denied', '2026-03-09', 'denied'],
  ['completed', '2026-03-09', 'completed'],
  ['canceled', '2026-03-09', 'canceled'],
] as [Phase, string, Status][])(
  '%s and due on %s is %s on 2026-03-10 (C-006, C-007, C-042)',
  (phase, dueDate, status) => {
    expect(statusOf({ phase, dueDate }, '2026-03-10')).toBe(status)
  },
)

test('the three code sets are those of the decisions, each as given (C-001, C-002, C-003)', () => {
  expect(statusCodes).toEqual({
    interim: {
      statusId: 0,
      filterCode: 0,
      label: 'Needs Interim Approval',
      filterLabel: 'Needs Interim Approval',
    },
    authorization: {
      statusId: 1,
      filterCode: 1,
      label: 'Needs COR Authorization',
      filterLabel: 'Needs COR Tasking Authorization',
    },
    acceptance: { statusId: 2, filterCode: 2, label: 'Needs Acceptance', filterLabel: 'Needs acceptance' },
    progress: { statusId: 6, filterCode: 3, label: 'In Progress', filterLabel: 'In Progress' },
    overdue: { statusId: 5, filterCode: 4, label: 'Overdue', filterLabel: 'Overdue' },
    completed: { statusId: 3, filterCode: 5, label: 'Completed', filterLabel: 'Completed' },
    canceled: { statusId: -1, filterCode: 6, label: 'Canceled', filterLabel: 'Cancelled' },
    denied: { statusId: 4, filterCode: 7, label: 'Denied', filterLabel: 'Denied' },
  })
})

test.each([
  [0, 'interim'],
  [1, 'authorization'],
  [2, 'acceptance'],
  [3, 'progress'],
  [4, 'overdue'],
  [5, 'completed'],
  [6, 'canceled'],
  [7, 'denied'],
  [8, undefined],
  [-1, undefined],
  [NaN, undefined],
])('the filter code %i means %s', (code, status) => {
  expect(statusOfFilterCode(code)).toBe(status)
})

test('what is open is asked of Find with the codes of its phases, the denied ones too', () => {
  expect(codesOf(openPhases)).toBe('0,1,2,3,7')
  expect(codesOf(requestPhases).split(',').map(Number).map(statusOfFilterCode)).toEqual(requestPhases)
})

test('the tabs have their own codes', () => {
  expect(new Map(dashboardTabs.map(({ code, label }) => [code, label]))).toEqual(
    new Map([
      [-1, 'My Taskings'],
      [0, 'Needs Interim Approval'],
      [1, 'Needs COR Authorization'],
      [2, 'Needs Acceptance'],
      [3, 'Recently Denied'],
      [4, 'Due Soon'],
      [5, 'Recently Accepted'],
    ] as const),
  )
})

test('every phase is open or closed, and requests are what is open and not yet accepted (C-048)', () => {
  expect([...openPhases, ...closedPhases].sort()).toEqual([...phases].sort())
  expect(closedPhases).toEqual(['completed', 'canceled'])
  expect(requestPhases).toEqual(['interim', 'authorization', 'acceptance', 'denied'])
})

test.each([
  [42_000_017, 'T-42-17'],
  [1_000_001, 'T-1-1'],
  [42_999_999, 'T-42-999999'],
  [7, 'T-0-7'],
])('the tasking %i is called %s (C-126)', (id, name) => {
  expect(aProject({ id }).name).toBe(name)
})

test('the closing date is the one that closed it, and empty while it is open', () => {
  const completedDate = '2026-03-06T09:00:00.000Z'
  const canceledDate = '2026-03-07T09:00:00.000Z'
  expect(aProject().closedDate).toBe('')
  expect(aProject({ completed: true, completedDate }).closedDate).toBe(completedDate)
  expect(aProject({ active: false, canceledDate }).closedDate).toBe(canceledDate)
})
