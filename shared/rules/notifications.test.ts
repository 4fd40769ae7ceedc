import { expect, test } from 'vitest'
import type { Notification } from '../model/notification.ts'
import { aProjectIn, contextOf, people, type Standing } from '../testing/samples.ts'
import { bundlesOf, inWordsTogether, needsYou } from './notifications.ts'

const told = (kind: Notification['kind'], why: Notification['why'], more: Partial<Notification> = {}) => ({
  ...{ id: 1, userId: 1, kind, why, projectId: 42_000_017, actorId: 0, count: 1, text: '2026-03-10' },
  ...{ date: '2026-03-11T11:00:00.000Z', readDate: '', muted: false, ...more },
})

test('what fell due together is one entry: the same thing, for the same reason, within five minutes', () => {
  const overdue = told('overdue', 'manager')
  const soon = told('dueSoon', 'assignee', { text: '2026-03-14' })
  const sizes = (...all: Notification[]) => bundlesOf(all).map((bundle) => bundle.length)
  expect(sizes(overdue, soon, overdue, { ...soon })).toEqual([2, 2])
  // Since when each is overdue stands on it; what is to come is of one day.
  expect(sizes(overdue, { ...overdue, text: '2026-03-09' })).toEqual([2])
  expect(sizes(soon, { ...soon, text: '2026-03-15' })).toEqual([1, 1])
  expect(sizes(overdue, { ...overdue, why: 'assignee' })).toEqual([1, 1])
  expect(sizes(overdue, { ...overdue, date: '2026-03-11T10:55:00.000Z' })).toEqual([2])
  expect(sizes(overdue, { ...overdue, date: '2026-03-11T10:54:59.000Z' })).toEqual([1, 1])
  // What somebody did is told each by itself.
  expect(sizes(told('denied', 'assignee'), told('denied', 'assignee'))).toEqual([1, 1])
})

test('a bundle says how many, and when what is to come comes', () => {
  const say = (kind: Notification['kind']) => {
    const { many, did } = inWordsTogether([told(kind, 'assignee'), told(kind, 'assignee')])
    return `${many} ${did}`
  }
  expect(say('overdue')).toBe('2 taskings became overdue')
  expect(say('dueToday')).toBe('2 taskings are due today')
  expect(say('dueSoon')).toBe('2 taskings are due on March 10, 2026')
})

test('what needed somebody needs them only for as long as it is so', () => {
  const { adam, ana } = people
  const needs = (
    person: typeof ana,
    kind: Notification['kind'],
    why: Notification['why'],
    standing: Standing,
    row = {},
  ) => needsYou(told(kind, why), aProjectIn(standing, row), contextOf(person))
  expect(needs(adam, 'requested', 'decider', 'interim')).toBe(true)
  expect(needs(adam, 'requested', 'decider', 'progress')).toBe(false)
  const hers = { assigneeId: ana.id }
  expect(needs(ana, 'denied', 'assignee', 'denied', hers)).toBe(true)
  // Amended since, or given to somebody else.
  expect(needs(ana, 'denied', 'assignee', 'authorization', hers)).toBe(false)
  expect(needs(ana, 'denied', 'assignee', 'denied', { assigneeId: adam.id })).toBe(false)
  expect(needs(ana, 'assigned', 'assignee', 'progress', hers)).toBe(true)
  expect(needs(ana, 'assigned', 'assignee', 'completed', hers)).toBe(false)
  expect(needs(ana, 'commented', 'assignee', 'progress', hers)).toBe(false)
})
