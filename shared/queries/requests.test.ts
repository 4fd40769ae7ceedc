import { describe, expect, test } from 'vitest'
import {
  aComment,
  aDraft,
  aFile,
  aPoolCode,
  aProject,
  aProjectIn,
  aRequest,
  aRevision,
  ask,
  aUser,
  contextOf,
  people,
  references,
  withReferences,
} from '../testing/samples.ts'
import {
  drafts,
  myRequests,
  people as activePeople,
  poolFunding,
  requestProjects,
  requestSummary,
  startChoices,
} from './requests.ts'

const { ana, pete, ada, mia, adam } = people

test('drafts are the own unfinished requests, newest first, with names (C-018)', () => {
  const rows = withReferences({
    requests: [
      aDraft({ id: 1, stage: 0 }),
      aDraft({ id: 3, stage: 2, type: 'Language Support', countryId: 2 }),
      aDraft({ id: 2, createdById: pete.id }),
      aRequest({ id: 4 }),
    ],
  })
  expect(ask(drafts, {}, rows, contextOf(ana))).toMatchObject([
    {
      id: 3,
      requestId: 3,
      stage: 2,
      type: 'Language Support',
      country: 'Peru',
      team: 'Banking',
      advisor: 'Helen Ferris',
    },
    { id: 1, requestId: 1, stage: 0, type: '', country: 'Kenya' },
  ])
  expect(ask(drafts, {}, rows, contextOf(ada))).toEqual([])
})

test('drafts of two devices come by when they were begun: their numbers say nothing of that', () => {
  const begunAt = (id: number, createDate: string) => aDraft({ id, createDate })
  const requests = [
    begunAt(51_000_001, '2026-03-01T09:00:00.000Z'),
    begunAt(42_000_002, '2026-03-02T09:00:00.000Z'),
    begunAt(42_000_001, '2026-03-02T09:00:00.000Z'),
  ]
  const rows = ask(drafts, {}, withReferences({ requests }), contextOf(ana))
  expect(rows.map(({ id }) => id)).toEqual([42_000_002, 42_000_001, 51_000_001])
})

describe('the summary of a request (C-122)', () => {
  const rows = withReferences({
    requests: [aRequest(), aDraft()],
    projects: [aProject(), aProject({ id: 42_000_018, requestId: 0 })],
    files: [
      aFile({ id: 1, requestId: 42_000_010, projectId: 0 }),
      aFile({ id: 2, requestId: 42_000_010, projectId: 0, active: false }),
    ],
    revisions: [
      aRevision({ id: 1, requestId: 42_000_020, kind: 'draft', createdById: ana.id }),
      aRevision({ id: 2, requestId: 42_000_020, kind: 'content' }),
    ],
  })
  const summary = (id: number, user = ana) => ask(requestSummary, { id }, rows, contextOf(user))

  test('has names, the ids to go on with, its files and its taskings', () => {
    expect(summary(42_000_010, pete)).toMatchObject({
      requestId: 42_000_010,
      country: 'Kenya',
      team: 'Banking',
      advisor: 'Helen Ferris',
      projectType: 'Banking TA',
      createdBy: 'Ana Whitfield',
      countryId: 1,
      dueDate: '2026-04-01',
      files: [{ id: 1 }],
      pool: { poolCode: 'BK-100' },
      taskings: [{ id: 42_000_017, name: 'T-42-17', taskId: 101, phase: 'interim' }],
    })
  })

  test('a draft is shown to its owner, with the texts it replaced, and to nobody else', () => {
    expect(summary(42_000_020)?.replaced.map((revision) => revision.id)).toEqual([1])
    expect(summary(42_000_020, ada)).toBeNull()
    expect(summary(42_000_999)).toBeNull()
  })

  test('what was replaced comes newest first, from whichever device: their numbers say nothing of that', () => {
    const replacedAt = (id: number, createDate: string) =>
      aRevision({ id, requestId: 42_000_020, kind: 'draft', createdById: ana.id, createDate })
    const revisions = [
      replacedAt(42_000_001, '2026-03-03T09:00:00.000Z'),
      replacedAt(42_000_002, '2026-03-03T09:00:00.000Z'),
      replacedAt(51_000_001, '2026-03-01T09:00:00.000Z'),
      replacedAt(51_000_002, '2026-03-04T09:00:00.000Z'),
    ]
    const draft = ask(requestSummary, { id: 42_000_020 }, { ...rows, revisions }, contextOf(ana))
    expect(draft?.replaced.map(({ id }) => id)).toEqual([51_000_002, 42_000_002, 42_000_001, 51_000_001])
  })
})

test('the taskings of a request are rows with names', () => {
  const rows = withReferences({
    projects: [aProjectIn('progress'), aProject({ id: 42_000_018 }), aProject({ id: 42_000_019, requestId: 5 })],
  })
  expect(ask(requestProjects, { id: 42_000_010 }, rows, contextOf(ana))).toMatchObject([
    { id: 42_000_017, country: 'Kenya', status: 'In Progress', statusId: 6 },
    { id: 42_000_018, country: 'Kenya', status: 'Needs Interim Approval', statusId: 0 },
  ])
})

test('my requests are the finished ones I made, newest first, each with its taskings', () => {
  const rows = withReferences({
    requests: [
      aRequest({ id: 1, createDate: '2026-03-01T10:00:00.000Z' }),
      aRequest({ id: 2, createDate: '2026-03-03T10:00:00.000Z' }),
      aRequest({ id: 3, createdById: pete.id }),
      aDraft({ id: 4 }),
    ],
    projects: [
      aProject({ id: 11, requestId: 1 }),
      aProject({ id: 12, requestId: 2 }),
      aProject({ id: 13, requestId: 2 }),
    ],
  })
  const found = ask(
    myRequests,
    {},
    {
      ...rows,
      files: [
        aFile({ id: 1, requestId: 2, projectId: 0 }),
        aFile({ id: 2, requestId: 2, projectId: 0, stored: false }),
        aFile({ id: 3, requestId: 2, projectId: 0, active: false }),
        aFile({ id: 4, requestId: 1, projectId: 0 }),
      ],
    },
    contextOf(ana),
  )
  expect(found.map(({ files }) => files.map(({ id }) => id))).toEqual([[1, 2], [4]])
  expect(found.map((request) => [request.id, request.country, request.taskings.map((tasking) => tasking.id)])).toEqual([
    [2, 'Kenya', [12, 13]],
    [1, 'Kenya', [11]],
  ])
})

test('of each of my requests it is said whether it needs me, is on its way or done; of a denial the last reason', () => {
  const denial = (id: number, comment: string, createDate: string) =>
    aComment({ id, projectId: 11, kind: 'denial', comment, createDate })
  const rows = withReferences({
    requests: [1, 2, 3].map((id) => aRequest({ id, createDate: `2026-03-0${id}T10:00:00.000Z` })),
    projects: [
      aProjectIn('denied', { id: 11, requestId: 1 }),
      aProjectIn('progress', { id: 12, requestId: 1 }),
      aProjectIn('completed', { id: 13, requestId: 2 }),
      aProjectIn('progress', { id: 14, requestId: 2 }),
      aProjectIn('completed', { id: 15, requestId: 3 }),
      aProjectIn('canceled', { id: 16, requestId: 3 }),
    ],
    comments: [
      denial(1, 'Not this year', '2026-03-02T10:00:00.000Z'),
      denial(2, 'Still not', '2026-03-05T10:00:00.000Z'),
      aComment({ id: 3, projectId: 11, comment: 'A pity', createDate: '2026-03-06T10:00:00.000Z' }),
    ],
  })
  const found = ask(myRequests, {}, rows, contextOf(ana))
  expect(found.map(({ id, standing }) => [id, standing])).toEqual([
    [3, 'done'],
    [2, 'open'],
    [1, 'needsYou'],
  ])
  expect(found[2]?.taskings.map(({ reason, deniedBy }) => [reason, deniedBy])).toEqual([
    ['Still not', 'Adam Kessler'],
    ['', ''],
  ])
  const comments = rows.comments?.map((comment) => ({ ...comment, active: comment.id !== 2 }))
  const hidden = ask(myRequests, {}, { ...rows, comments }, contextOf(ana))
  expect(hidden[2]?.taskings[0]?.reason).toBe('')
})

test('a request with an open tasking stands among mine however many came after it, one that is done among the last 200', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()
  const rows = withReferences({
    requests: [
      ...Array.from({ length: 205 }, (_, n) => aRequest({ id: n + 1, createDate: at(n) })),
      aRequest({ id: 900, createDate: at(0), createdById: pete.id }),
    ],
    projects: [
      aProjectIn('denied', { id: 11, requestId: 2, deniedById: adam.id }),
      aProjectIn('completed', { id: 12, requestId: 2 }),
      aProjectIn('completed', { id: 13, requestId: 1 }),
      // Added by me to a request of somebody else.
      aProjectIn('progress', { id: 14, requestId: 900 }),
      aProjectIn('progress', { id: 15, requestId: 0 }),
    ],
  })
  const found = ask(myRequests, {}, rows, contextOf(ana))
  expect(found).toHaveLength(201)
  expect(found.at(-1)).toMatchObject({ id: 2, country: 'Kenya', standing: 'needsYou' })
  expect(found.at(-1)?.taskings.map(({ id, deniedBy }) => [id, deniedBy])).toEqual([
    [11, 'Adam Kessler'],
    [12, ''],
  ])
})

describe('what the Start screen offers', () => {
  test('is active and by name', () => {
    const choices = ask(startChoices, {}, withReferences(), contextOf(ana))
    expect(choices.countries.map((row) => row.title)).toEqual(['Kenya', 'Peru'])
    expect(choices.advisors.map((row) => row.name)).toEqual(['Helen Ferris', 'Omar Said'])
    expect(choices.teams.map((row) => row.name)).toEqual(['Banking', 'Revenue'])
    expect(choices.projectTypes.map((row) => row.name)).toEqual(['Banking TA', 'Revenue TA'])
    expect(choices.poolCodes.map((row) => row.poolCode)).toEqual(['BK-100', 'BK-200', 'RV-300'])
  })

  test('is of the own team alone for a person who has one (C-023)', () => {
    const choices = ask(startChoices, {}, withReferences(), contextOf(pete))
    expect(choices.teams.map((row) => row.id)).toEqual([3])
    expect(choices.projectTypes.map((row) => row.id)).toEqual([1])
  })

  test('knows the last request and the pools used lately, each once', () => {
    const requests = ['BK-100', 'BK-200', 'BK-100'].map((poolCode, n) =>
      aRequest({ id: n + 1, poolCode, createDate: `2026-03-0${n + 1}T10:00:00.000Z` }),
    )
    const choices = ask(startChoices, {}, withReferences({ requests }), contextOf(ana))
    expect(choices.last?.id).toBe(3)
    expect(choices.recentPoolCodes).toEqual(['BK-100', 'BK-200'])
    expect(ask(startChoices, {}, withReferences({ requests }), contextOf(mia)).last).toBeNull()
  })
})

test('the funding of a pool is found whatever the case, and an unknown pool has none (C-175)', () => {
  const rows = { poolCodes: [aPoolCode({ actual: 3_000_000, estimated: 3_500_000 })] }
  expect(ask(poolFunding, { poolCode: ' bk-100 ' }, rows, contextOf(ana))).toMatchObject({
    funding: 10_000_000,
    projection: 6_500_000,
    balance: 3_500_000,
    utilization: 65,
  })
  expect(ask(poolFunding, { poolCode: 'BK-1' }, rows, contextOf(ana))).toBeNull()
})

test('people to assign are active, oneself first and then by name (C-244)', () => {
  const users = [...references.users, aUser({ id: 91, fullName: 'Zed Gone', active: false })]
  const names = ask(activePeople, {}, { users }, contextOf(mia)).map((user) => user.fullName.split(' ')[0])
  expect(names).toEqual(['Mia', 'Ada', 'Adam', 'Ana', 'Cora', 'Fin', 'Pete'])
  expect(ask(activePeople, { teamId: 3 }, { users }, contextOf(mia)).map((user) => user.id)).toEqual([pete.id])
})

test('who is chosen already is among the people to assign, also when they are not active any more (C-146)', () => {
  const users = [...references.users, aUser({ id: 91, fullName: 'Kofi Gone', active: false })]
  const offered = (chosen: number) => ask(activePeople, { chosen }, { users }, contextOf(mia)).map(({ id }) => id)
  expect(offered(91)).toContain(91)
  expect(offered(0)).not.toContain(91)
})
