import { expect, test } from 'vitest'
import type { Project, ProjectFacts } from '../model/project.ts'
import { aProjectIn, ask, contextOf, people, withReferences, type Standing } from '../testing/samples.ts'
import { overview, waitingForMe } from './dashboard.ts'
import { monthsOfWork } from './months.ts'
import { openPicture } from './open-picture.ts'

const { mia, cora, ana } = people
let ids = 42_000_100
const a = (standing: Standing, facts: Partial<ProjectFacts> = {}) => aProjectIn(standing, { id: ++ids, ...facts })
/** Tuesday 2026-03-10, eleven in New York; the week began on Monday the 9th at 04:00 UTC. */
const SUNDAY = '2026-03-09T03:59:59.999Z'
const MONDAY = '2026-03-09T04:00:00.000Z'
const picture = (projects: Project[], teamId = 0, now?: string) =>
  ask(openPicture, { teamId }, withReferences({ projects }), contextOf(mia, now))

const old = { createDate: '2026-02-01T12:00:00.000Z' }
const begun = (acceptedDate: string, facts: Partial<ProjectFacts> = {}) =>
  a('progress', { ...old, acceptedDate, ...facts })

test.each<[string, Project[], object]>([
  ['what was accepted before', [begun(SUNDAY)], {}],
  ['what was accepted since', [begun(MONDAY)], { inProgress: 1, requests: -1 }],
  ['what was asked since', [a('interim', { createDate: MONDAY })], { requests: 1 }],
  [
    'what was asked and accepted since',
    [a('progress', { createDate: MONDAY, acceptedDate: MONDAY })],
    { inProgress: 1 },
  ],
  ['internal work since', [a('internal', { createDate: MONDAY })], { inProgress: 1 }],
  [
    'what was completed since',
    [a('completed', { ...old, acceptedDate: SUNDAY, completedDate: MONDAY })],
    { inProgress: -1, completed: 1 },
  ],
  ['what was completed before', [a('completed', { ...old, completedDate: SUNDAY })], {}],
  ['a request that was canceled since', [a('canceled', { ...old, canceledDate: MONDAY })], { requests: -1 }],
  ['what became late since', [begun(SUNDAY, { dueDate: '2026-03-09' })], { overdue: 1 }],
  ['what was late before', [begun(SUNDAY, { dueDate: '2026-03-08' })], {}],
  [
    'what was late and is completed',
    [a('completed', { ...old, acceptedDate: SUNDAY, dueDate: '2026-03-01', completedDate: MONDAY })],
    { inProgress: -1, overdue: -1, completed: 1 },
  ],
  ['what was denied since: it is a request all the same', [a('denied', { ...old, deniedDate: MONDAY })], {}],
])('since Monday, %s', (_, projects, moved) => {
  expect(picture(projects).change).toEqual({ inProgress: 0, overdue: 0, completed: 0, requests: 0, ...moved })
})

test('on a Monday and on a Sunday it is the Monday of that week', () => {
  const onMonday = picture([begun(MONDAY)], 0, '2026-03-09T15:00:00.000Z')
  const onSunday = picture([begun(MONDAY)], 0, '2026-03-15T15:00:00.000Z')
  const after = picture([begun(MONDAY)], 0, '2026-03-16T15:00:00.000Z')
  expect([onMonday, onSunday, after].map(({ change }) => change.inProgress)).toEqual([1, 1, 0])
})

test('in the week of New Year completed moves by no more than the year holds', () => {
  const projects = ['2026-12-30T17:00:00.000Z', '2027-01-01T17:00:00.000Z'].map((completedDate) =>
    a('completed', { ...old, acceptedDate: SUNDAY, completedDate }),
  )
  const saturday = '2027-01-02T17:00:00.000Z'
  const numbers = ask(overview, { teamId: 0 }, withReferences({ projects }), contextOf(mia, saturday))
  expect(numbers.completed).toBe(1)
  expect(picture(projects, 0, saturday).change).toMatchObject({ completed: 1, inProgress: -2 })
})

test('the strip counts what is due on each of thirty days, and leaves out what is denied', () => {
  const { days, late } = picture([
    a('progress', { dueDate: '2026-03-10' }),
    a('interim', { dueDate: '2026-03-10' }),
    a('denied', { dueDate: '2026-03-10' }),
    a('progress', { dueDate: '2026-04-08' }),
    a('progress', { dueDate: '2026-04-09' }),
    a('progress', { dueDate: '2026-03-09' }),
    a('completed', { dueDate: '2026-03-12' }),
  ])
  expect(days).toHaveLength(30)
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { day: '2026-03-10', count: 2 },
    { day: '2026-04-08', count: 1 },
  ])
  expect(late).toBe(1)
})

test('posts come with the most overdue first, and add up to what the cards say', () => {
  const projects = [
    a('progress', { countryId: 2, dueDate: '2026-03-01' }),
    a('progress', { countryId: 1 }),
    a('interim', { countryId: 1, dueDate: '2026-03-01' }),
    a('completed', { countryId: 1 }),
  ]
  const { posts, late } = picture(projects)
  expect(posts.map(({ id, open, late }) => [id, open, late])).toEqual([
    [2, 1, 1],
    [1, 2, 0],
  ])
  const numbers = ask(overview, { teamId: 0 }, withReferences({ projects }), contextOf(mia))
  expect(late).toBe(numbers.overdue)
  expect(posts.reduce((sum, post) => sum + post.open, 0)).toBe(numbers.inProgress + numbers.requests)
})

test('a team has its own picture', () => {
  const projects = [a('progress', { teamId: 2, dueDate: '2026-03-01' }), a('progress', { teamId: 3 })]
  expect(picture(projects, 3)).toMatchObject({ late: 0, posts: [{ open: 1 }] })
})

test('twelve months, the present one last, each by the calendar of the organisation', () => {
  const projects = [
    a('progress', { createDate: '2026-03-01T04:59:59.000Z' }),
    a('canceled', { createDate: '2026-03-01T05:00:00.000Z' }),
    a('completed', { createDate: '2025-04-01T04:00:00.000Z', completedDate: '2026-01-15T12:00:00.000Z' }),
    a('completed', { createDate: '2025-04-01T03:59:59.000Z', completedDate: '2025-03-31T12:00:00.000Z' }),
  ]
  const months = ask(monthsOfWork, { teamId: 0 }, withReferences({ projects }), contextOf(mia))
  expect(months.map(({ month }) => month)).toEqual([
    ...['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09'],
    ...['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
  ])
  expect(months.filter(({ created, completed }) => created + completed > 0)).toEqual([
    { month: '2025-04', created: 1, completed: 0 },
    { month: '2026-01', created: 0, completed: 1 },
    { month: '2026-02', created: 1, completed: 0 },
    { month: '2026-03', created: 1, completed: 0 },
  ])
  const ofOther = ask(monthsOfWork, { teamId: 2 }, withReferences({ projects }), contextOf(mia))
  expect(ofOther.every(({ created, completed }) => created + completed === 0)).toBe(true)
})

test('what waits for me is what stands in my queues, the next one due first, and what is late of mine', () => {
  const projects = [
    a('interim', { dueDate: '2026-04-02' }),
    a('authorization', { dueDate: '2026-04-05' }),
    a('authorization', { dueDate: '2026-04-03' }),
    a('acceptance', { dueDate: '2026-04-04' }),
    a('progress', { assigneeId: cora.id, dueDate: '2026-03-01' }),
  ]
  const waits = (user: typeof mia) => ask(waitingForMe, {}, withReferences({ projects }), contextOf(user))
  expect(waits(cora)).toMatchObject({
    late: 1,
    waiting: [
      { queue: 'cor', count: 2, next: { dueDate: '2026-04-03' } },
      { queue: 'interim', count: 1, next: { dueDate: '2026-04-02' } },
    ],
  })
  // A Manager accepts what an AD has approved, too.
  expect(waits(mia)).toMatchObject({
    late: 0,
    waiting: [{ queue: 'acceptance', count: 3, next: { dueDate: '2026-04-03' } }],
  })
  expect(waits(ana).waiting).toEqual([])
})
