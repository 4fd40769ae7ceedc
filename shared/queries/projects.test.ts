import { expect, test } from 'vitest'
import {
  aComment,
  aDeliverable,
  aDeliverableComment,
  aDraft,
  aFile,
  anAmendment,
  anApproval,
  aPoolCode,
  aProject,
  aProjectIn,
  aRequest,
  aRevision,
  ask,
  contextOf,
  people,
  rowOf,
  withReferences,
} from '../testing/samples.ts'
import { projectDetail } from './projects.ts'

const id = 42_000_017
const detail = (rows: Parameters<typeof ask>[2]) =>
  ask(projectDetail, { id }, withReferences(rows), contextOf(people.ana))

test('the detail of a tasking has names beside ids, everywhere somebody did something (C-148, C-243)', () => {
  const found = detail({
    projects: [aProjectIn('progress', { assigneeId: people.pete.id, dueDate: '2026-03-09' })],
    requests: [aRequest()],
    approvals: [anApproval()],
    amendments: [anAmendment()],
    comments: [aComment()],
    deliverables: [aDeliverable()],
    deliverableComments: [aDeliverableComment()],
  })
  expect(found?.project).toMatchObject({
    name: 'T-42-17',
    task: 'Interpretation',
    country: 'Kenya',
    team: 'Banking',
    advisor: 'Helen Ferris',
    boc: 'Language Support',
    projectType: 'Banking TA',
    assignee: 'Pete Okafor',
    createdBy: 'Ana Whitfield',
    modifiedBy: 'Ana Whitfield',
    acceptedBy: 'Mia Lindqvist',
    deniedBy: '',
    status: 'Overdue',
    statusId: 5,
    state: 'overdue',
  })
  expect(found?.request?.createdBy).toBe('Ana Whitfield')
  expect(found?.approvals[0]?.createdBy).toBe('Adam Kessler')
  expect(found?.amendments[0]?.createdBy).toBe('Pete Okafor')
  expect(found?.comments[0]?.createdBy).toBe('Pete Okafor')
  expect(found?.deliverableComments[0]?.createdBy).toBe('Pete Okafor')
  expect(found?.timeline.map((step) => [step.name, step.lines.map((line) => line.by).filter(Boolean)])).toEqual([
    ['Requested', ['Ana Whitfield']],
    ['Approved', ['Adam Kessler']],
    ['Accepted', ['Mia Lindqvist']],
    ['Completed', []],
  ])
})

test('what is hidden, deleted, not published or of another tasking is not in it', () => {
  const found = detail({
    projects: [aProject(), aProject({ id: 42_000_018 }), aProject({ id: 42_000_019, requestId: 5 })],
    requests: [aRequest()],
    comments: [aComment(), aComment({ id: 2, active: false }), aComment({ id: 3, projectId: 42_000_018 })],
    deliverables: [aDeliverable(), aDeliverable({ id: 2, active: false })],
    files: [
      aFile({ id: 1 }),
      aFile({ id: 2, requestId: 42_000_010, projectId: 0 }),
      aFile({ id: 3, active: false }),
      aFile({ id: 4, requestId: 42_000_010, projectId: 0, published: false }),
      aFile({ id: 5, projectId: 42_000_018 }),
    ],
    revisions: [aRevision({ id: 1 }), aRevision({ id: 2, kind: 'draft' })],
  })
  expect(found?.comments.map((row) => row.id)).toEqual([42_000_040])
  expect(found?.deliverables.map((row) => row.id)).toEqual([42_000_050])
  expect(found?.files.map((row) => row.id)).toEqual([1, 2])
  expect(found?.revisions.map((row) => row.id)).toEqual([1])
  expect(found?.siblings).toEqual([{ id: 42_000_018, name: 'T-42-18' }])
})

test('an internal tasking has no request, and takes no file of some draft (C-159)', () => {
  const found = detail({
    projects: [aProjectIn('internal'), aProjectIn('internal', { id: 42_000_018 })],
    requests: [aDraft()],
    files: [aFile({ id: 1, requestId: 0, projectId: 42_000_018 })],
  })
  expect(found).toMatchObject({ request: null, siblings: [], files: [], approvals: [], amendments: [] })
})

test('the funding panel knows the pool with and without this tasking (S19)', () => {
  const projects = [aProject({ taskingCostEstimate: 1_500_000 })]
  const pool = aPoolCode({ actual: 3_000_000, estimated: 3_500_000, pending: 1_500_000 })
  expect(detail({ projects, poolCodes: [pool] })?.funding).toMatchObject({
    projection: 6_500_000,
    balance: 3_500_000,
    utilization: 65,
    share: { actual: 0, estimated: 1_500_000, pending: 1_500_000 },
    without: { balance: 5_000_000, utilization: 50, pending: 0 },
  })
  expect(detail({ projects, poolCodes: [] })?.funding).toBeNull()
})

test('a tasking that is not there has no detail', () => {
  expect(detail({})).toBeNull()
})

test('offers the standard deliverables of the sub-service that are not there yet, each once, in their order (C-152)', () => {
  const template = (id: number, name: string, more = {}) => ({
    ...rowOf('deliverableTemplates', { id, name, taskId: 101, active: true, ...more }),
  })
  const found = detail({
    projects: [aProject()],
    deliverables: [
      aDeliverable({ name: 'Trip Report' }),
      aDeliverable({ id: 42_000_052, name: 'Glossary', active: false }),
    ],
    deliverableTemplates: [
      template(1, 'Trip report'),
      template(2, 'Glossary', { position: 2 }),
      template(3, 'Invoices', { position: 1 }),
      template(4, 'invoices'),
      template(5, 'Booking', { active: false }),
      template(6, 'Of another', { taskId: 102 }),
    ],
  })
  expect(found?.standardDeliverables.map((name) => name.toLowerCase())).toEqual(['invoices', 'glossary'])
})

test('what it names and is not offered any longer is told, beside its names as they are (C-146)', () => {
  const of = (row: object) => detail({ projects: [aProjectIn('progress', row)] })
  expect(of({})?.inactive).toEqual([])
  const old = of({ countryId: 3, advisorId: 3, taskId: 105, poolCode: 'BK-OLD' })
  expect(old?.inactive).toEqual(['country', 'advisor', 'task', 'poolCode'])
  expect(old?.project).toMatchObject({ country: 'Yugoslavia', advisor: 'Old Hand', task: 'Transcription' })
  // Nobody, nothing chosen and what is not there are not inactive.
  expect(of({ assigneeId: 0, advisorId: 0, countryId: 999 })?.inactive).toEqual([])
})
