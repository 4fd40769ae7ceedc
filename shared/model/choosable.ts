import * as messages from './messages.ts'

/** Columns that name a row of reference data: of which table, and what is said where none is chosen. Such a column means the same everywhere. */
export const choosable = {
  countryId: { table: 'countries', message: messages.country },
  teamId: { table: 'teams', message: messages.team },
  advisorId: { table: 'advisors', message: messages.advisor },
  assigneeId: { table: 'users', message: messages.assignee },
  defaultAssigneeId: { table: 'users', message: messages.assignee },
  projectTypeId: { table: 'projectTypes', message: messages.projectType },
  bocId: { table: 'services', message: messages.service },
  taskId: { table: 'subservices', message: messages.subservice },
  parentId: { table: 'subservices', message: messages.subservice },
} as const
export type Choosable = typeof choosable
export type ChoiceColumn = keyof Choosable

export const isChoice = (column: string): column is ChoiceColumn => Object.hasOwn(choosable, column)
