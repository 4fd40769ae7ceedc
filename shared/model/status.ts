/**
 * Three code sets name the states of a tasking, and they differ (C.1, C-001). This file is the only place that maps
 * between them: facts → phase → status (adds overdue, which depends on today) → row `statusId`, filter code, tab.
 */
export const phases = ['interim', 'authorization', 'acceptance', 'progress', 'completed', 'denied', 'canceled'] as const
export type Phase = (typeof phases)[number]
export type Status = Phase | 'overdue'

export const openPhases = ['interim', 'authorization', 'acceptance', 'progress', 'denied'] as const satisfies Phase[]
export const closedPhases = ['completed', 'canceled'] as const satisfies Phase[]
/** Active requests not yet accepted (C-048). */
export const requestPhases = ['interim', 'authorization', 'acceptance', 'denied'] as const satisfies Phase[]

interface Facts {
  active: boolean
  completed: boolean
  denied: boolean
  accepted: boolean
  requested: boolean
  authorized: boolean
  interim: boolean
}

/** First match wins (C.1). */
export function phaseOf(facts: Facts): Phase {
  if (!facts.active) return 'canceled'
  if (facts.completed) return 'completed'
  if (facts.denied) return 'denied'
  if (facts.accepted || !facts.requested) return 'progress'
  if (facts.authorized) return 'acceptance'
  return facts.interim ? 'authorization' : 'interim'
}

/** Adds overdue: in progress and due before `today`; due today is not overdue (C-042). */
export function statusOf(project: { phase: Phase; dueDate: string }, today: string): Status {
  return project.phase === 'progress' && project.dueDate < today ? 'overdue' : project.phase
}

interface StatusCodes {
  statusId: number
  filterCode: number
  label: string
  filterLabel: string
}

export const statusCodes: Record<Status, StatusCodes> = {
  interim: { statusId: 0, filterCode: 0, label: 'Needs Interim Approval', filterLabel: 'Needs Interim Approval' },
  authorization: {
    statusId: 1,
    filterCode: 1,
    label: 'Needs COR Authorization',
    filterLabel: 'Needs COR Tasking Authorization',
  },
  acceptance: { statusId: 2, filterCode: 2, label: 'Needs Acceptance', filterLabel: 'Needs acceptance' },
  progress: { statusId: 6, filterCode: 3, label: 'In Progress', filterLabel: 'In Progress' },
  overdue: { statusId: 5, filterCode: 4, label: 'Overdue', filterLabel: 'Overdue' },
  completed: { statusId: 3, filterCode: 5, label: 'Completed', filterLabel: 'Completed' },
  canceled: { statusId: -1, filterCode: 6, label: 'Canceled', filterLabel: 'Cancelled' },
  denied: { statusId: 4, filterCode: 7, label: 'Denied', filterLabel: 'Denied' },
}

/** Filter code (of `/find?status=`) → status; undefined for a code that does not exist. No map of its own: it would keep the table in the worker. */
export const statusOfFilterCode = (code: number): Status | undefined =>
  (Object.keys(statusCodes) as Status[]).find((status) => statusCodes[status].filterCode === code)

/** Phases as Find's addresses name them: `0,1,2`. */
export const codesOf = (chosen: readonly Phase[]): string =>
  chosen.map((phase) => statusCodes[phase].filterCode).join(',')

/** The dashboard's tabs in the specification's order. Its codes are for addresses alone. */
export const dashboardTabs = [
  { name: 'mine', code: -1, label: 'My Taskings' },
  { name: 'cor', code: 1, label: 'Needs COR Authorization' },
  { name: 'interim', code: 0, label: 'Needs Interim Approval' },
  { name: 'acceptance', code: 2, label: 'Needs Acceptance' },
  { name: 'accepted', code: 5, label: 'Recently Accepted' },
  { name: 'dueSoon', code: 4, label: 'Due Soon' },
  { name: 'denied', code: 3, label: 'Recently Denied' },
] as const
/** In a team's view the first is the work of all of the team (C-051). */
const teamTab = { name: 'team', code: -1, label: 'Team Taskings' } as const
export type Tab = (typeof dashboardTabs)[number] | typeof teamTab
export type TabName = Tab['name']
// Literal: what is computed would stay in the worker.
export const tabNames = ['team', 'mine', 'cor', 'interim', 'acceptance', 'accepted', 'dueSoon', 'denied'] as const

/** 0 = the whole organisation. */
export const tabsOf = (teamId: number): readonly Tab[] =>
  teamId > 0 ? [teamTab, ...dashboardTabs.slice(1)] : dashboardTabs

export const labelOfTab = (name: TabName): string =>
  [teamTab, ...dashboardTabs].find((tab) => tab.name === name)?.label ?? ''
