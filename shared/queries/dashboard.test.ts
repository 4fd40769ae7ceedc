import { describe, expect, test } from 'vitest'
import type { Organisation } from '../model/limits.ts'
import type { Project, ProjectFacts } from '../model/project.ts'
import { tabsOf, type TabName } from '../model/status.ts'
import { aProjectIn, ask, contextOf, NOW, people, withReferences, type Standing } from '../testing/samples.ts'
import { dashboardTab, overview, recentlyCompleted, tabCounts, yearStart } from './dashboard.ts'
import { firstSteps } from './first-steps.ts'

const { ana, mia, pete } = people
let ids = 42_000_100
const a = (standing: Standing, facts: Partial<ProjectFacts> = {}) => aProjectIn(standing, { id: ++ids, ...facts })

const rowsOf = (projects: Project[]) => withReferences({ projects })
const count = (projects: Project[], teamId = 0, organisation: Partial<Organisation> = {}) =>
  ask(overview, { teamId }, rowsOf(projects), contextOf(mia, NOW, organisation))
const tab = (name: TabName, projects: Project[], more: object = {}, organisation: Partial<Organisation> = {}) =>
  ask(
    dashboardTab,
    { tab: name, teamId: 0, userId: mia.id, ...more },
    rowsOf(projects),
    contextOf(mia, NOW, organisation),
  )
const idsIn = (rows: { id: number }[]) => rows.map((row) => row.id)

const every: Standing[] = [
  'interim',
  'documented',
  'authorization',
  'acceptance',
  'progress',
  'internal',
  'completed',
  'denied',
  'canceled',
]
const noon = (day: string) => `${day}T17:00:00.000Z`

describe('the four numbers', () => {
  test('in progress counts accepted and internal work, overdue included (C-041, C-005)', () => {
    const late = { dueDate: '2026-03-09' }
    expect(count(every.map((standing) => a(standing, late)))).toMatchObject({ inProgress: 2, overdue: 2 })
    expect(count(every.map((standing) => a(standing)))).toMatchObject({ inProgress: 2, overdue: 0 })
  })

  test.each([
    ['2026-03-09', 1],
    ['2026-03-10', 0],
    ['2026-03-11', 0],
  ])('due on %s is overdue %i times on 2026-03-10: due today is not late (C-042)', (dueDate, overdue) => {
    expect(count([a('progress', { dueDate })])).toMatchObject({ inProgress: 1, overdue })
  })

  test('today is the day of the organisation, not of Greenwich', () => {
    const projects = rowsOf([a('progress', { dueDate: '2026-03-09' })])
    const late = '2026-03-10T03:59:59.999Z'
    expect(ask(overview, { teamId: 0 }, projects, contextOf(mia, late)).overdue).toBe(0)
    expect(ask(overview, { teamId: 0 }, projects, contextOf(mia, '2026-03-10T04:00:00.000Z')).overdue).toBe(1)
  })

  test.each([
    [1, '2025-12-31', 0],
    [1, '2026-01-01', 1],
    [1, '2026-03-10', 1],
    [10, '2025-09-30', 0],
    [10, '2025-10-01', 1],
    [3, '2026-02-28', 0],
    [3, '2026-03-01', 1],
  ])('in a year that starts in month %i, completed on %s counts %i (C-040)', (month, day, completed) => {
    const projects = [a('completed', { completedDate: noon(day) }), a('canceled', { completedDate: noon(day) })]
    expect(count(projects, 0, { fiscalYearStartMonth: month }).completed).toBe(completed)
  })

  test.each([
    ['2026-03-10', 1, '2026-01-01'],
    ['2026-03-10', 3, '2026-03-01'],
    ['2026-03-10', 4, '2025-04-01'],
    ['2026-09-30', 10, '2025-10-01'],
    ['2026-10-01', 10, '2026-10-01'],
    ['2026-01-01', 1, '2026-01-01'],
  ])('the year of %s that starts in month %i began on %s', (today, month, start) => {
    expect(yearStart(today, month)).toBe(start)
  })

  test('requests counts what is active and not accepted, whatever the due date (C-048)', () => {
    expect(count(every.map((standing) => a(standing, { dueDate: '2026-01-01' }))).requests).toBe(5)
    const counted = every.filter((standing) => count([a(standing)]).requests === 1)
    expect(counted).toEqual(['interim', 'documented', 'authorization', 'acceptance', 'denied'])
  })

  test('a team counts its own', () => {
    const projects = [a('progress'), a('progress', { teamId: 2 }), a('interim', { teamId: 2 })]
    expect(count(projects, 3)).toMatchObject({ inProgress: 1, requests: 0 })
    expect(count(projects, 2)).toMatchObject({ inProgress: 1, requests: 1 })
    expect(count(projects)).toMatchObject({ inProgress: 2, requests: 1 })
  })
})

describe('the tabs', () => {
  test.each([
    ['interim', ['interim']],
    ['cor', ['documented', 'authorization']],
    ['acceptance', ['authorization', 'acceptance']],
    ['denied', ['denied']],
    ['dueSoon', ['interim', 'documented', 'authorization', 'acceptance', 'progress', 'internal']],
    ['accepted', ['progress']],
    ['mine', []],
  ] as [TabName, Standing[]][])('tab %s holds %j', (name, expected) => {
    const shown = every.filter((standing) => tab(name, [a(standing, { dueDate: '2026-03-12' })]).length === 1)
    expect(shown).toEqual(expected)
  })

  test('the strict setting shows managers only what a COR has authorized, and tags the interim ones before (C-063)', () => {
    const projects = [a('authorization'), a('acceptance')]
    expect(tab('acceptance', projects).map((row) => row.interim)).toEqual([true, false])
    expect(tab('acceptance', projects, {}, { requireCorAuthorization: true }).map((row) => row.interim)).toEqual([
      false,
    ])
  })

  test.each([
    ['2026-03-09', 0],
    ['2026-03-10', 1],
    ['2026-03-17', 1],
    ['2026-03-18', 0],
  ])('due on %s is %i times due soon (C-043)', (dueDate, times) => {
    expect(tab('dueSoon', [a('progress', { dueDate })])).toHaveLength(times)
  })

  test('how soon is soon is a setting', () => {
    const projects = [a('progress', { dueDate: '2026-03-18' })]
    expect(tab('dueSoon', projects, {}, { dueSoonDays: 8 })).toHaveLength(1)
  })

  test.each([
    ['2026-02-23', 0],
    ['2026-02-24', 1],
    ['2026-03-10', 1],
  ])('what happened on %s is %i times recent, of fourteen days (C-044, C-045, C-046)', (day, times) => {
    const at = noon(day)
    expect(tab('accepted', [a('progress', { acceptedDate: at })])).toHaveLength(times)
    expect(tab('denied', [a('denied', { deniedDate: at })])).toHaveLength(times)
    const completed = ask(
      recentlyCompleted,
      { teamId: 0 },
      rowsOf([a('completed', { completedDate: at })]),
      contextOf(mia),
    )
    expect(completed).toHaveLength(times)
  })

  test('recent lists are newest first, and a denial that was amended is not in them', () => {
    const days = ['2026-03-04', '2026-03-08', '2026-03-06']
    const order = (rows: { id: number }[], projects: Project[]) =>
      rows.map((row) => projects.findIndex((p) => p.id === row.id))
    const accepted = days.map((day) => a('progress', { acceptedDate: noon(day) }))
    expect(order(tab('accepted', accepted), accepted)).toEqual([1, 2, 0])
    const denied = days.map((day) => a('denied', { deniedDate: noon(day) }))
    expect(order(tab('denied', [...denied, a('interim')]), denied)).toEqual([1, 2, 0])
    const completed = days.map((day) => a('completed', { completedDate: noon(day) }))
    const found = ask(recentlyCompleted, { teamId: 0 }, rowsOf(completed), contextOf(mia))
    expect(order(found, completed)).toEqual([1, 2, 0])
  })

  test('the card of recently completed has ten rows, of the team when there is one', () => {
    const completed = Array.from({ length: 12 }, (_, n) => a('completed', { teamId: n < 9 ? 3 : 2 }))
    expect(ask(recentlyCompleted, { teamId: 0 }, rowsOf(completed), contextOf(mia))).toHaveLength(10)
    expect(ask(recentlyCompleted, { teamId: 2 }, rowsOf(completed), contextOf(mia))).toHaveLength(3)
  })

  test('my taskings are those I made or am assigned to, each once, by due date, while they are open (C-047)', () => {
    const both = a('progress', { createdById: mia.id, assigneeId: mia.id, dueDate: '2026-05-01' })
    const assigned = a('denied', { assigneeId: mia.id, dueDate: '2026-03-01' })
    const made = a('interim', { createdById: mia.id, dueDate: '2026-04-01' })
    const passedOn = [ana, pete].map(({ id }) =>
      a('progress', { createdById: mia.id, assigneeId: id, dueDate: '2026-04-15' }),
    )
    const others = a('progress', { createdById: ana.id, assigneeId: pete.id, dueDate: '2026-03-15' })
    const closed = [a('completed', { assigneeId: mia.id }), a('canceled', { createdById: mia.id })]
    const all = [both, assigned, made, ...passedOn, others, ...closed]
    expect(idsIn(tab('mine', all))).toEqual([assigned.id, made.id, ...idsIn(passedOn), both.id])
    expect(idsIn(tab('mine', all, { userId: pete.id }))).toEqual([others.id, ...idsIn(passedOn.slice(1))])
  })

  test('in a team view the first tab is the open work of the team (C-051), and the others are the team’s too', () => {
    const ours = every.map((standing) => a(standing))
    const theirs = every.map((standing) => a(standing, { teamId: 2 }))
    expect(tab('team', [...ours, ...theirs], { teamId: 2 }).map((row) => row.id)).toEqual(
      idsIn(theirs.filter(({ phase }) => phase !== 'completed' && phase !== 'canceled')),
    )
    expect(idsIn(tab('interim', [...ours, ...theirs], { teamId: 2 }))).toEqual(idsIn(theirs.slice(0, 1)))
  })

  test('a tab shows two hundred rows at most, the earliest due first (C-061)', () => {
    const many = Array.from({ length: 230 }, (_, n) =>
      a('interim', { dueDate: n < 30 ? '2026-06-01' : '2026-05-01', createdById: mia.id }),
    )
    for (const name of ['interim', 'mine', 'team'] as const) {
      const rows = tab(name, many)
      expect(rows).toHaveLength(200)
      expect(rows.every((row) => row.dueDate === '2026-05-01')).toBe(true)
    }
  })
})

test('the number on a tab is the number of rows it opens', () => {
  const projects = [2, 3].flatMap((teamId) =>
    every.flatMap((standing, n) =>
      ['2026-03-01', '2026-03-10', '2026-03-20'].map((dueDate) =>
        a(standing, { teamId, dueDate, createdById: n % 2 ? mia.id : ana.id, assigneeId: n % 3 ? mia.id : 0 }),
      ),
    ),
  )
  for (const teamId of [0, 2, 3]) {
    for (const strict of [false, true]) {
      const organisation = { requireCorAuthorization: strict }
      const scope = { teamId, userId: mia.id }
      const counts = ask(tabCounts, scope, rowsOf(projects), contextOf(mia, NOW, organisation))
      expect(counts.map(({ name }) => name)).toEqual(tabsOf(teamId).map(({ name }) => name))
      for (const { name, count } of counts) expect(tab(name, projects, { teamId }, organisation)).toHaveLength(count)
      expect(Math.max(...counts.map((one) => one.count))).toBeGreaterThan(5)
    }
  }
})

test('a row says names for ids, the status in words and code, and what is past due (C-006)', () => {
  const [row] = tab('cor', [
    a('authorization', { id: 42_000_017, assigneeId: pete.id, dueDate: '2026-03-09', blanketTasking: true }),
  ])
  expect(row).toEqual({
    id: 42_000_017,
    name: 'T-42-17',
    task: 'Interpretation',
    description: 'Interpretation — three days in Nairobi',
    poolCode: 'BK-100',
    country: 'Kenya',
    team: 'Banking',
    advisor: 'Helen Ferris',
    assignee: 'Pete Okafor',
    status: 'Needs COR Authorization',
    statusId: 1,
    dueDate: '2026-03-09',
    blanketTasking: true,
    createdBy: 'Ana Whitfield',
    createDate: '2026-03-02T14:00:00.000Z',
    completedDate: null,
    state: 'authorization',
    interim: true,
    pastDue: true,
  })
  const [overdue] = tab('mine', [a('progress', { assigneeId: mia.id, dueDate: '2026-03-09' })])
  expect(overdue).toMatchObject({ status: 'Overdue', statusId: 5, interim: false })
  const [unassigned] = tab('interim', [a('interim', { countryId: 99 })])
  expect(unassigned).toMatchObject({ assignee: '', country: '', pastDue: false })
})

test('a new organisation is told what a request cannot do without, and what is switched off is not there', () => {
  const all = withReferences({})
  const asked = (rows: typeof all) => ask(firstSteps, {}, rows, contextOf(mia))
  expect(Object.values(asked(all))).toEqual([true, true, true, true, true])
  const [team] = all.teams ?? []
  const alone = { ...all, users: [mia], teams: [{ ...team, active: false }], poolCodes: [] } as typeof all
  expect(asked(alone)).toEqual({ teams: false, countries: true, advisors: true, poolCodes: false, users: false })
})
