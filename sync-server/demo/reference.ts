import { put, type Change } from '#shared/kernel/change.ts'
import { catalogue } from '#shared/model/catalogue.ts'
import { blankPreferences } from '#shared/model/reference.ts'
import { advisors, countries, emailOf, people, teams, type Person } from './people.ts'

/** What every organisation has before its first request: the same in the demonstration and in small fixtures. */
export function referenceRows(createDate: string, { countryCount = countries.length } = {}): Change[] {
  const audit = { createDate, createdById: 7, modifiedDate: createDate, modifiedById: 7 }
  return [
    ...teams.map(({ id, name }) => put('teams', { id, name, active: true, ...audit })),
    ...people.map((person) => put('users', { ...userRow(person), ...blankPreferences, standsInFor: [], ...audit })),
    ...countries
      .slice(0, countryCount)
      .map((title, index) => put('countries', { id: index + 1, title, active: title !== 'Jamaica', ...audit })),
    ...advisors.map((advisor) => put('advisors', { ...advisor, ...audit })),
    ...catalogue.map(({ id, name }) => put('services', { id, name, defaultAssigneeId: 0, active: true, ...audit })),
    ...subservices.map((row) => put('subservices', { ...row, active: true, ...audit })),
    ...subservices.map(({ id, name }, index) =>
      put('deliverableTemplates', {
        id: index + 1,
        taskId: id,
        name: `${name}: ${closing[index % closing.length] ?? ''}`,
        position: 0,
        active: true,
        ...audit,
      }),
    ),
    ...projectTypes.map((row) => put('projectTypes', { ...row, active: true, ...audit })),
    ...pools.map(({ teamId: _, ...row }) =>
      put('poolCodes', { ...row, actual: 0, estimated: 0, pending: 0, ...audit }),
    ),
  ]
}

const closing = ['closing report', 'delivery note', 'signed acceptance', 'summary of hours', 'photo record']

const userRow = (person: Person) => {
  const { mail: _, ...row } = person
  return { ...row, email: emailOf(person) }
}

const subservices = catalogue.flatMap(({ id: bocId, options }) =>
  options.flatMap((option) => [
    { id: option.taskId, bocId, parentId: 0, name: option.name },
    ...(option.subTasks ?? []).map((sub) => ({ id: sub.taskId, bocId, parentId: option.taskId, name: sub.name })),
  ]),
)

/** Two for each team: technical assistance and training. */
const projectTypes = teams.flatMap((team, index) => [
  { id: index * 2 + 1, name: `${team.name} TA`, teamId: team.id },
  { id: index * 2 + 2, name: `${team.name} Training`, teamId: team.id },
])

export interface DemoPool {
  id: number
  projectTypeId: number
  teamId: number
  poolCode: string
  shipNumber: number
  funds: number
  active: boolean
}

const typeOf = (teamId: number, training: boolean): number =>
  (projectTypes.find((type) => type.teamId === teamId && type.name.endsWith(training ? 'Training' : 'TA')) ?? { id: 0 })
    .id

const firstNumber: Record<(typeof teams)[number]['prefix'], number> = {
  RV: 310,
  BK: 210,
  DB: 300,
  BU: 210,
  EC: 410,
  OP: 500,
  EV: 610,
}

/** The two that everybody's examples use come first; 38 more, numbered as offices number them. */
export const pools: readonly DemoPool[] = [
  {
    id: 1,
    projectTypeId: typeOf(3, false),
    teamId: 3,
    poolCode: 'BK-100',
    shipNumber: 12,
    funds: 10_000_000,
    active: true,
  },
  {
    id: 2,
    projectTypeId: typeOf(2, false),
    teamId: 2,
    poolCode: 'RV-220',
    shipNumber: 5120,
    funds: 42_000_000,
    active: true,
  },
  ...Array.from({ length: 38 }, (_, index): DemoPool => {
    const team = teams[index % teams.length] ?? teams[0]
    const round = Math.floor(index / teams.length)
    const training = round % 2 === 1
    const number = firstNumber[team.prefix] + 10 * round
    return {
      id: index + 3,
      projectTypeId: typeOf(team.id, training),
      teamId: team.id,
      poolCode: `${team.prefix}-${number}`,
      shipNumber: 1000 + index * 137,
      funds: (36 + ((index * 7) % 40)) * 1_000_000,
      active: index !== 30 && index !== 36,
    }
  }),
]
