import { describe, expect, test } from 'vitest'
import type { Approval } from '../model/project.ts'
import { aProjectIn, anApproval, people, type Standing } from '../testing/samples.ts'
import { timelineOf } from './timeline.ts'

const interim = anApproval({
  id: 1,
  kind: 'interim',
  createdById: people.adam.id,
  createDate: '2026-03-03T09:00:00.000Z',
})
const authorized = anApproval({
  id: 2,
  kind: 'authorization',
  createdById: people.cora.id,
  createDate: '2026-03-04T09:00:00.000Z',
})

describe('the steps and where the tasking stands on them (C-161)', () => {
  test.each([
    ['interim', [], 'Requested done, Approved now, Accepted todo, Completed todo'],
    ['documented', [], 'Requested done, Approved now, Accepted todo, Completed todo'],
    ['authorization', [interim], 'Requested done, Approved now, Accepted todo, Completed todo'],
    ['acceptance', [interim, authorized], 'Requested done, Approved done, Accepted now, Completed todo'],
    ['progress', [interim, authorized], 'Requested done, Approved done, Accepted done, Completed now'],
    ['completed', [interim, authorized], 'Requested done, Approved done, Accepted done, Completed done'],
    ['internal', [], 'Internal done, Completed now'],
    ['denied', [], 'Requested done, Denied ended'],
    ['canceled', [], 'Requested done, Canceled ended'],
  ] as [Standing, Approval[], string][])('%s', (standing, approvals, expected) => {
    const steps = timelineOf(aProjectIn(standing), approvals)
    expect(steps.map(({ name, state }) => `${name} ${state}`).join(', ')).toBe(expected)
  })

  test('canceled after acceptance keeps the steps that were done', () => {
    const { acceptedDate } = aProjectIn('progress')
    const project = aProjectIn('progress', {
      active: false,
      canceledById: people.mia.id,
      canceledDate: '2026-03-07T09:00:00.000Z',
    })
    const steps = timelineOf(project, [interim, authorized])
    expect(steps.map((step) => step.name)).toEqual(['Requested', 'Approved', 'Accepted', 'Canceled'])
    expect(steps[2]?.lines).toEqual([
      { label: '', byId: people.mia.id, forId: 0, at: acceptedDate, received: null, done: true },
    ])
    expect(steps[3]?.lines).toEqual([
      { label: '', byId: people.mia.id, forId: 0, at: '2026-03-07T09:00:00.000Z', received: null, done: true },
    ])
  })

  test('denied by a manager keeps the approval; denied by an AD has none', () => {
    const byManager = aProjectIn('denied', {
      interim: true,
      authorized: true,
      approved: true,
      deniedById: people.mia.id,
    })
    expect(timelineOf(byManager, [authorized]).map((step) => step.name)).toEqual(['Requested', 'Approved', 'Denied'])
    const denied = timelineOf(aProjectIn('denied'), []).at(-1)
    expect(denied?.lines).toEqual([
      { label: '', byId: people.adam.id, forId: 0, at: '2026-03-06T09:00:00.000Z', received: null, done: true },
    ])
  })

  test('an internal tasking shows its creator, and has no approval and no acceptance', () => {
    const canceled = aProjectIn('internal', { active: false, createdById: people.ana.id })
    expect(timelineOf(canceled, []).map((step) => step.name)).toEqual(['Internal', 'Canceled'])
    expect(timelineOf(aProjectIn('internal'), [])[0]?.lines[0]?.byId).toBe(people.ana.id)
  })
})

describe('the Approved step has a line for Interim and one for Authorized', () => {
  const linesOf = (standing: Standing, approvals: Approval[]) =>
    timelineOf(aProjectIn(standing), approvals)
      .find((step) => step.name === 'Approved')
      ?.lines.map(({ label, byId, done }) => `${label} ${byId} ${done ? 'done' : 'open'}`)

  test.each([
    ['nothing yet', 'interim', [], ['Interim 0 open', 'Authorized 0 open']],
    ['documented on the request', 'documented', [], ['Interim 0 done', 'Authorized 0 open']],
    ['an AD approved', 'authorization', [interim], ['Interim 3 done', 'Authorized 0 open']],
    ['an AD, then a COR', 'acceptance', [interim, authorized], ['Interim 3 done', 'Authorized 4 done']],
    ['a COR alone', 'acceptance', [authorized], ['Authorized 4 done']],
    ['accepted without a COR', 'progress', [interim], ['Interim 3 done', 'Authorized 0 open']],
    [
      'voided approvals do not stand',
      'interim',
      [
        { ...interim, voided: true },
        { ...authorized, voided: true },
      ],
      ['Interim 0 open', 'Authorized 0 open'],
    ],
  ] as [string, Standing, Approval[], string[]][])('%s', (_, standing, approvals, expected) => {
    expect(linesOf(standing, approvals)).toEqual(expected)
  })
})
