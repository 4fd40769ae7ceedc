import type { TableName } from './tables.ts'

type Indexes = readonly (readonly string[])[]

/** The filters of Find, those that leave the fewest taskings first: a list walks the first of them that is asked for. */
export const findFilters = ['advisorId', 'countryId', 'assigneeId', 'teamId', 'bocId', 'phase']
/** One list for each filter in order of urgency. Each carries the other filters, so that none looks at a row to skip it. */
const findIndexes = findFilters.map((filter) => [
  filter,
  'urgency',
  'id',
  ...findFilters.filter((other) => other !== filter),
])

/** Indexes that no question of a device uses, so a device neither has nor carries them. */
export const serverIndexes: { readonly [N in TableName]?: Indexes } = {
  // By pool: SQLite asks who points at a pool when its code is changed.
  requests: [['poolCode']],
  projects: [
    ['requestId'],
    ['phase', 'dueDate'],
    ['phase', 'acceptedDate'],
    ['phase', 'deniedDate'],
    ['phase', 'completedDate'],
    ['teamId', 'phase', 'dueDate'],
    ['assigneeId', 'phase', 'dueDate'],
    ['createdById', 'phase', 'dueDate'],
    ['closedDate'],
    // A page of what has common words is looked for in this order, past what the filters and somebody's sight do not leave.
    ['modifiedDate', 'id', ...findFilters, 'urgency', 'createdById'],
    // How many open ones there are of a sub-service.
    ['taskId', 'phase'],
    // What a year's closed taskings cost their pools, and what open ones still take and when, stands in the index itself.
    ['poolCode', 'phase', 'closedDate', 'actualCost', 'dueDate', 'taskingCostEstimate', 'initialCostEstimate'],
    // In their order, with what the months of work and statistics count.
    ['teamId', 'phase', 'completedDate', 'id', 'createDate', 'assigneeId', 'advisorId', 'countryId'],
    // Statistics of a year: a team's are many, so all they need stands in the index itself.
    ['assigneeId', 'createDate'],
    ['createdById', 'createDate'],
    ['teamId', 'createDate', 'phase', 'assigneeId', 'advisorId', 'countryId'],
    // Before the others: somebody's own are few, where the organisation restricts what they see.
    ['createdById', 'urgency', 'id', ...findFilters],
    ...findIndexes,
  ],
  // Before bytes are deleted it is asked who needs them.
  files: [['hash']],
  // By tasking: before it is told again. By date: what is old is pruned, but for what says that a tasking is muted.
  notifications: [['projectId'], ['muted', 'date']],
}
