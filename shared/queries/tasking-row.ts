import type { Day } from '../lib/day.ts'
import { shownAs } from '../lib/shown-as.ts'
import { many, type Found } from '../kernel/reads.ts'
import type { Project } from '../model/project.ts'
import { statusCodes, statusOf, type Status } from '../model/status.ts'
import { isInterim } from '../rules/queues.ts'

/** A tasking in a list: the specification's row, names instead of ids, and what the screen needs beside it. */
export interface TaskingRow {
  id: number
  name: string
  task: string
  description: string
  poolCode: string
  country: string
  team: string
  advisor: string
  assignee: string
  status: string
  statusId: number
  dueDate: Day
  blanketTasking: boolean | null
  createdBy: string
  createDate: string
  completedDate: string | null
  state: Status
  /** Approved by an AD only, while a COR is still outstanding (C-063). */
  interim: boolean
  /** Which of these names are not offered any longer; absent where all are (C-146). */
  inactive?: ('country' | 'team' | 'advisor' | 'assignee')[]
  /** Late but still waiting in a queue: not overdue, yet past its day (C-006). */
  pastDue: boolean
}

/** A name of a row as every list and file of them shows it. */
export const nameShown = (row: TaskingRow, key: 'poolCode' | 'country' | 'team' | 'advisor' | 'assignee'): string =>
  shownAs(row[key], !row.inactive?.some((name) => name === key))

/** The second step of every list: the names its rows point at, and no more of the reference lists than those. */
export const rowLookups = (projects: Project[]) => ({
  countries: many('countries', { id: idsOf(projects, 'countryId') }),
  teams: many('teams', { id: idsOf(projects, 'teamId') }),
  advisors: many('advisors', { id: idsOf(projects, 'advisorId') }),
  people: many('users', { id: [...new Set([...idsOf(projects, 'assigneeId'), ...idsOf(projects, 'createdById')])] }),
  subservices: many('subservices', { id: idsOf(projects, 'taskId') }),
})
type RowLookups = Found<ReturnType<typeof rowLookups>>

const idsOf = (
  projects: Project[],
  column: 'countryId' | 'teamId' | 'advisorId' | 'assigneeId' | 'createdById' | 'taskId',
) => [...new Set(projects.map((project) => project[column]))]

export function toTaskingRows(projects: Project[], found: RowLookups, today: Day): TaskingRow[] {
  const [countries, teams, advisors] = [byId(found.countries), byId(found.teams), byId(found.advisors)]
  const [people, subservices] = [byId(found.people), byId(found.subservices)]
  return projects.map((project) => {
    const state = statusOf(project, today)
    const named = {
      country: countries.get(project.countryId),
      team: teams.get(project.teamId),
      advisor: advisors.get(project.advisorId),
      assignee: people.get(project.assigneeId),
    }
    const inactive = inactiveIn(named)
    return {
      id: project.id,
      name: project.name,
      task: subservices.get(project.taskId)?.name ?? '',
      description: project.description,
      poolCode: project.poolCode,
      country: named.country?.title ?? '',
      team: named.team?.name ?? '',
      advisor: named.advisor?.name ?? '',
      assignee: named.assignee?.fullName ?? '',
      status: statusCodes[state].label,
      statusId: statusCodes[state].statusId,
      dueDate: project.dueDate,
      blanketTasking: project.blanketTasking,
      createdBy: people.get(project.createdById)?.fullName ?? '',
      createDate: project.createDate,
      completedDate: project.completedDate,
      state,
      interim: isInterim(project),
      ...(inactive.length > 0 && { inactive }),
      pastDue: project.closedDate === '' && project.dueDate < today,
    }
  })
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Under which names stand rows that are not offered any longer. */
export const inactiveIn = <Name extends string>(
  named: Readonly<Record<Name, { active: boolean } | undefined>>,
): Name[] => (Object.keys(named) as Name[]).filter((name) => named[name]?.active === false)
