import type { coreFields, detailsFields } from '#shared/commands/forms.ts'

/** What the form of a tasking asks. */
export type TaskingField = keyof typeof coreFields | keyof typeof detailsFields

/** The same in words, wherever a field of a tasking is named. */
export const labels: Readonly<Record<TaskingField, string>> = {
  description: 'Description',
  bocId: 'Service',
  taskId: 'Sub-service',
  teamId: 'Team',
  advisorId: 'Advisor',
  countryId: 'Country',
  assigneeId: 'Assignee',
  projectTypeId: 'Project type',
  poolCode: 'Pool code',
  blanketTasking: 'Blanket tasking',
  dueDate: 'Due date',
  taskingCostEstimate: 'Cost estimate',
  initialCostEstimate: 'Initial cost estimate',
  actualCost: 'Actual cost',
}
