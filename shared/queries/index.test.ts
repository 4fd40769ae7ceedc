import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { planOfQuery } from '../kernel/query.ts'
import type { Found, Reads } from '../kernel/reads.ts'
import { must } from '../lib/must.ts'
import { pageOf } from '../lib/paging.ts'
import { serverTables } from '../model/tables.ts'
import { referenceRooms } from '../reference/index.ts'
import { aProject, aRequest, ask, contextOf, people, withReferences } from '../testing/samples.ts'
import { queries } from './index.ts'

/** For every question, what it is asked with. A new question is added here. */
const samples: Record<string, object> = {
  overview: { teamId: 0 },
  notificationList: { page: 1 },
  mutedTaskings: {},
  dashboardTab: { teamId: 0, tab: 'mine', userId: 1 },
  queue: { queue: 'interim' },
  waitingForMe: {},
  firstSteps: {},
  openPicture: { teamId: 0 },
  monthsOfWork: { teamId: 3 },
  tabCounts: { teamId: 3, userId: 1 },
  recentlyCompleted: { teamId: 0 },
  drafts: {},
  requestSummary: { id: 42_000_010 },
  earlierTexts: { id: 42_000_010 },
  requestProjects: { id: 42_000_010 },
  myRequests: {},
  startChoices: {},
  poolFunding: { poolCode: 'BK-100' },
  people: {},
  projectDetail: { id: 42_000_017 },
  openWork: { userId: 1 },
  projectDeliverables: { id: 42_000_017 },
  projectFunding: { id: 42_000_017 },
  savedComment: { id: 42_000_040 },
  savedDeliverable: { id: 42_000_050 },
  deliverableComments: { id: 42_000_050 },
  referenceLists: {},
  filePlace: { projectId: 42_000_017, requestId: 0 },
  savedFile: { id: 42_000_060 },
  findTaskings: { term: 'kenya', statuses: [0], page: 1 },
  findChoices: {},
  foundIds: { statuses: [0] },
  taskingRows: { ids: [42_000_017] },
  findCounts: { statuses: [0] },
  dueTaskings: { statuses: [0], from: '2026-03-01', to: '2026-03-31' },
  countryList: { page: 1, active: true },
  countryDetail: { id: 1 },
  advisorList: { page: 1 },
  advisorDetail: { id: 1 },
  teamList: {},
  teamDetail: { id: 3 },
  userList: { page: 1 },
  userDetail: { id: 1 },
  clients: {},
  assignees: { teamId: 3 },
  teamGroups: {},
  statistics: { userId: 1 },
  substitutesOf: { userId: 1 },
  serviceList: { page: 1 },
  serviceDetail: { id: 1 },
  activeSubservices: { bocId: 1 },
  subserviceList: { page: 1, bocId: 1 },
  subserviceDetail: { id: 101 },
  deliverableTemplateList: { taskId: 101 },
  deliverableTemplateDetail: { id: 1 },
  fundingTypes: { page: 1, active: true, teamId: -1 },
  fundingYear: { active: true, teamId: -1 },
  poolTaskings: { id: 1, page: 1 },
  poolTypeDetail: { id: 1 },
  poolCodesOfType: { typeId: 1, active: true },
  poolCodeDetail: { id: 1 },
  countryImport: { rows: [{ title: 'Chad' }] },
  advisorImport: { rows: [{ name: 'Olu Bright' }] },
  poolCodeImport: { rows: [] },
}

const context = contextOf(people.ana)
const rows = withReferences({ projects: [aProject()], requests: [aRequest()] })

test('every question that is exported is registered, under a name of its own', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !/^index\.|\.test\./.test(file))
  const own = await Promise.all(files.map((file) => import(`./${file}`) as Promise<object>))
  const exported = [...own, ...referenceRooms]
    .flatMap((room) => Object.entries(room) as [string, unknown][])
    .filter(([, value]) => typeof value === 'object' && value !== null && 'answer' in value)
  const names = exported.map(([, value]) => (value as { name: string }).name)
  expect(new Set(names).size).toBe(names.length)
  expect(exported.map(([name]) => name)).toEqual(names)
  for (const name of names) expect(queries.has(name), `${name} is not in shared/queries/index.ts`).toBe(true)
})

test('every question has a sample in this test, and every sample a question', () => {
  expect(Object.keys(samples).sort()).toEqual([...queries.keys()].sort())
})

describe.each([...queries.values()].map((query) => [query.name, query] as const))('%s', (name, query) => {
  const input = must(samples[name], `a sample of ${name}`)

  test('takes the sample, and no field it does not know', () => {
    expect(query.input.safeParse(input).success).toBe(true)
    expect(query.input.safeParse({ ...input, roles: 'Admin' }).success).toBe(false)
  })

  test('reads no table that only a server has', () => {
    const { reads, follow } = planOfQuery(query, input, context)
    const nothing = Object.fromEntries(
      Object.entries(reads).map(([key, read]) => [
        key,
        { one: undefined, many: [], count: 0, tally: {}, page: pageOf([], 1) }[read.kind],
      ]),
    )
    const read = [...Object.values(reads), ...Object.values(follow?.(nothing as Found<Reads>) ?? {})]
    expect(read.length).toBeGreaterThan(0)
    expect(read.map(({ table }) => table).filter((table) => table in serverTables)).toEqual([])
  })

  test('answers with data that travels as JSON, over rows and over none', () => {
    for (const asked of [rows, {}]) {
      const answer: unknown = ask(query, input, asked, context)
      expect(answer).toBeDefined()
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    }
  })
})
