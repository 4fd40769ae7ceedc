import { fc } from '#shared/testing/random.ts'
import { tabNames } from '#shared/model/status.ts'

/** Ids that an organisation has, to ask about. */
export type Known = Record<'projects' | 'requests' | 'deliverables' | 'comments' | 'users', number[]>

/** What each question of the phrase-book is asked with, by its name. A question that a new line asks is added here. */
export function inputsOf(ids: () => Known): Record<string, fc.Arbitrary<object>> {
  const idOf = (table: keyof Known) => fc.nat().map((n) => ({ id: ids()[table][n % ids()[table].length] ?? 1 }))
  const user = idOf('users').map(({ id }) => id)
  return {
    overview: fc.record({ teamId: team }),
    monthsOfWork: fc.record({ teamId: team }),
    dashboardTab: fc.record({
      tab: fc.constantFrom(...tabNames),
      teamId: team,
      userId: user,
    }),
    assignees: fc.record({ teamId: team }),
    teamGroups: fc.constant({}),
    statistics: fc.oneof(
      user.map((userId) => ({ userId })),
      fc.integer({ min: 1, max: 8 }).map((teamId) => ({ teamId })),
    ),
    recentlyCompleted: fc.record({ teamId: team }),
    drafts: fc.constant({}),
    substitutesOf: user.map((userId) => ({ userId })),
    notificationList: fc.integer({ min: 1, max: 3 }).map((page) => ({ page })),
    projectDetail: idOf('projects'),
    projectDeliverables: idOf('projects'),
    projectFunding: idOf('projects'),
    deliverableComments: idOf('deliverables'),
    requestSummary: idOf('requests'),
    earlierTexts: idOf('requests'),
    requestProjects: idOf('requests'),
    poolFunding: fc.constantFrom('bk-100', 'RV-220', ' ev-610 ', 'none').map((poolCode) => ({ poolCode })),
    referenceLists: fc.constant({}),
    people: fc.constant({}),
    clients: fc.constant({}),
    countryList: lists,
    countryDetail: small(60),
    advisorList: lists,
    advisorDetail: small(20),
    teamList: lists,
    teamDetail: small(9),
    fundingTypes: fc
      .record({
        page: some(fc.integer({ min: 1, max: 3 })),
        active: fc.boolean(),
        teamId: fc.integer({ min: -1, max: 8 }),
      })
      .map(defined),
    fundingYear: fc.record({ active: fc.boolean(), teamId: fc.integer({ min: -1, max: 8 }) }),
    poolCodesOfType: fc.record({ typeId: fc.integer({ min: 1, max: 15 }), active: some(fc.boolean()) }).map(defined),
    poolCodeDetail: small(42),
    serviceList: lists,
    serviceDetail: small(9),
    activeSubservices: fc.integer({ min: 1, max: 9 }).map((bocId) => ({ bocId })),
    subserviceList: listsBy('bocId', 9),
    subserviceDetail: fc.constantFrom({ id: 101 }, { id: 201 }, { id: 999 }),
    deliverableTemplateList: listsBy('taskId', 110),
    userList: lists,
    userDetail: user.map((id) => ({ id })),
    findTaskings: fc
      .record({
        term: some(fc.constantFrom('kenya', 'report', 'bk', 'T-4', 'ana', 'training', 'zzz')),
        countries: chosen(10),
        teams: chosen(8),
        services: chosen(8),
        assignees: chosen(20),
        statuses: chosen(7),
        tab: some(fc.constantFrom(...tabNames)),
        page: some(fc.integer({ min: 1, max: 4 })),
      })
      .map(defined),
    findChoices: fc.constant({}),
  }
}

const small = (max: number) => fc.integer({ min: 1, max }).map((id) => ({ id }))
const team = fc.integer({ min: 0, max: 8 })
const some = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const inPages = { page: some(fc.integer({ min: 1, max: 5 })), active: some(fc.boolean()) }
const lists = fc.record(inPages).map(defined)
const listsBy = (name: string, max: number) =>
  fc.record({ ...inPages, [name]: some(fc.integer({ min: 1, max })) }).map(defined)
const chosen = (max: number) => some(fc.uniqueArray(fc.integer({ min: 0, max }), { maxLength: 3 }))

function defined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
