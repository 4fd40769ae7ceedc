import { describe, expect, test } from 'vitest'
import { columnsOf } from '../model/tables.ts'
import type { ProjectFacts } from '../model/project.ts'
import { must } from '../lib/must.ts'
import { sha256 } from '../lib/sha256.ts'
import { aProject } from '../testing/samples.ts'
import { decidedText, earlierPrint, fingerprint, isPrintOf } from './fingerprint.ts'

const project = aProject()
const content = '<p>Three days in Nairobi</p>'
const amendments = [{ id: 42_000_200 }, { id: 7_000_001 }]
const seen = fingerprint(project, content, amendments)

const decidedOn: Partial<ProjectFacts> = {
  description: 'Interpretation — five days in Nairobi',
  countryId: 2,
  teamId: 2,
  advisorId: 2,
  bocId: 2,
  taskId: 102,
  projectTypeId: 2,
  poolCode: 'BK-200',
  shipNumber: 14,
  blanketTasking: false,
  dueDate: '2026-04-02',
  taskingCostEstimate: 1,
  initialCostEstimate: 1,
  actualCost: 1,
}

/** What happened to it, and who did what when: a decision is not about these. */
const beside: Partial<ProjectFacts> = {
  id: 42_000_018,
  requestId: 42_000_011,
  requested: false,
  assigneeId: 5,
  active: false,
  completed: true,
  completedById: 2,
  completedDate: '2026-03-06T09:00:00.000Z',
  completedReceivedDate: '2026-03-06T09:05:00.000Z',
  interim: true,
  authorized: true,
  approved: true,
  approvedDate: '2026-03-06T09:00:00.000Z',
  accepted: true,
  acceptedById: 2,
  acceptedDate: '2026-03-06T09:00:00.000Z',
  acceptedReceivedDate: '2026-03-06T09:05:00.000Z',
  denied: true,
  deniedById: 3,
  decidedForId: 4,
  deniedDate: '2026-03-06T09:00:00.000Z',
  deniedReceivedDate: '2026-03-06T09:05:00.000Z',
  deniedStage: 1,
  canceledById: 2,
  canceledDate: '2026-03-06T09:00:00.000Z',
  cancelReason: 'No longer needed',
  changedAfterApproval: true,
  createdById: 5,
  createDate: '2026-03-06T09:00:00.000Z',
  modifiedById: 5,
  modifiedDate: '2026-03-06T09:00:00.000Z',
  receivedDate: '2026-03-06T09:00:00.000Z',
}

test('every fact of a tasking is on one of the two lists of this test', () => {
  expect([...Object.keys(decidedOn), ...Object.keys(beside)].sort()).toEqual([...columnsOf('projects')].sort())
})

describe('the fingerprint changes with what is decided on', () => {
  test.each(Object.entries(decidedOn))('%s', (field, value) => {
    expect(fingerprint({ ...project, [field]: value }, content, amendments)).not.toBe(seen)
  })

  test('the text of the request', () => {
    expect(fingerprint(project, '<p>Four days in Nairobi</p>', amendments)).not.toBe(seen)
  })

  test('an amendment that was added; the order in which they come does not count', () => {
    expect(fingerprint(project, content, [...amendments, { id: 42_000_201 }])).not.toBe(seen)
    expect(fingerprint(project, content, [])).not.toBe(seen)
    expect(fingerprint(project, content, [...amendments].reverse())).toBe(seen)
    expect(isPrintOf(seen, project, content, [...amendments, { id: 42_000_201 }])).toBe(false)
  })

  test('a blanket tasking that is stated not to be one differs from one that is not stated (C-075)', () => {
    expect(fingerprint({ ...project, blanketTasking: null }, content, amendments)).toBe(seen)
    expect(fingerprint({ ...project, blanketTasking: true }, content, amendments)).not.toBe(
      fingerprint({ ...project, blanketTasking: false }, content, amendments),
    )
  })
})

describe('the fingerprint changes with nothing else', () => {
  test.each(Object.entries(beside))('%s', (field, value) => {
    expect(fingerprint({ ...project, [field]: value }, content, amendments)).toBe(seen)
  })
})

test('the order of the fields in a row does not count', () => {
  const reversed = Object.fromEntries(Object.entries(project).reverse()) as unknown as ProjectFacts
  expect(fingerprint(reversed, content, amendments)).toBe(seen)
})

describe('of two texts that apps from before took for one', () => {
  const [shown, put] = [
    'taczftplppnumzfnumzftplpptplpptplpptplpptplppnumzftplpptplpptplppnumzfnumzftplppnumzfnumzf',
    'taczftplppnumzftplppnumzfnumzftplppnumzftplpptplpptplppnumzfnumzfnumzfnumzftplppnumzfnumzf',
  ].map((description) => aProject({ description }))

  test('the print of the one is not the other’s', () => {
    expect(earlierPrint(decidedText(must(shown), content))).toBe(earlierPrint(decidedText(must(put), content)))
    const print = fingerprint(must(shown), content, [])
    expect(isPrintOf(print, must(shown), content, [])).toBe(true)
    expect(isPrintOf(print, must(put), content, [])).toBe(false)
  })
})

test('a print that an app from before has put into its queue is known, and only of what it showed', () => {
  const print = earlierPrint(decidedText(project, content))
  expect(print).toBe('rccwb3vuu1ud')
  expect(isPrintOf(print, project, content, amendments)).toBe(true)
  expect(isPrintOf(print, { ...project, taskingCostEstimate: 1 }, content, amendments)).toBe(false)
})

test('so is that of an app for which amendments were no part of it', () => {
  const print = sha256(decidedText(project, content)).join()
  expect(isPrintOf(print, project, content, amendments)).toBe(true)
  expect(isPrintOf(print, project, 'Another text', amendments)).toBe(false)
})
