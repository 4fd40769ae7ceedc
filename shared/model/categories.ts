/** What commands know of the catalogue: they are on every device and in its worker, where the names of all options have no place. */
export interface SubTask {
  taskId: number
  name: string
}

/** By id, from 1. */
export const categoryNames = [
  'Language Support',
  'Local Transportation',
  'Tech & Comms',
  'Procurement & Property',
  'Subject Matter Expert',
  'Project Assistant',
  'Freight Forwarding',
  'Other Support',
] as const
export const categoryName = (id: number): string | undefined => categoryNames[id - 1]

export const SINGLE_CHOICE_CATEGORY = 8

/** Options that ask on Details for one of these, by their `taskId`. */
export const subTasks = {
  801: [
    { taskId: 811, name: 'New Lease' },
    { taskId: 812, name: 'Lease Renewal' },
    { taskId: 813, name: 'Repairs' },
    { taskId: 814, name: 'Utilities' },
    { taskId: 815, name: 'Residential Security' },
  ],
  802: [
    { taskId: 821, name: 'New Subcontract' },
    { taskId: 822, name: 'Subcontract Change' },
    { taskId: 823, name: 'Subcontract Closeout' },
  ],
} satisfies Record<number, readonly SubTask[]>

const subTasksOf = ({ taskId }: { taskId: number }): readonly SubTask[] =>
  (subTasks as Record<number, readonly SubTask[]>)[taskId] ?? []

/** The sub-task of this id, when it is one of the task's. */
export const subTaskOf = (task: { taskId: number }, subTaskId: number): SubTask | undefined =>
  subTasksOf(task).find(({ taskId }) => taskId === subTaskId)

/** True while Details must ask which sub-task is meant (C-129). */
export function lacksSubTask({ tasks, subTaskId }: { tasks: readonly { taskId: number }[]; subTaskId: number }) {
  const asked = tasks.flatMap(subTasksOf)
  return asked.length > 0 && !asked.some(({ taskId }) => taskId === subTaskId)
}
