/**
 * The eight request categories (C-128). Services 1–8 and their sub-services are seeded from this file, so the fixed
 * `taskId`s cannot drift. Category 8 is single choice; an option with `subTasks` asks for one of them on Details.
 */
export interface CatalogueTask {
  taskId: number
  name: string
  subTasks: readonly { taskId: number; name: string }[]
}
export interface Category {
  id: number
  name: string
  options: readonly CatalogueTask[]
}

export const SINGLE_CHOICE_CATEGORY = 8

/** Names alone, because every device carries them: an id is a place, and what is new comes last. An option with sub-tasks is named first, and they after it. */
type Named = string | readonly string[]
const named: readonly (readonly [string, ...Named[]])[] = [
  [
    'Language Support',
    'Interpretation',
    'Written Translation',
    'Translation Review',
    'Language Training',
    'Transcription',
  ],
  [
    'Local Transportation',
    'Driver with Vehicle',
    'Airport Transfer',
    'Vehicle Rental',
    'Group Transport',
    'In-country Flight',
  ],
  [
    'Tech & Comms',
    'Laptop Replacement',
    'Satellite Phone',
    'Mobile Service',
    'Internet Connection',
    'Software License',
  ],
  ['Procurement & Property', 'Office Supplies', 'Furniture', 'Printing', 'Property Disposal', 'Conference Room'],
  ['Subject Matter Expert', 'Expert Mission', 'Remote Expert', 'Training Course', 'Legal Drafting'],
  ['Project Assistant', 'Short-term Assistant', 'Long-term Assistant', 'Assistant Extension', 'Event Assistant'],
  ['Freight Forwarding', 'Household Goods', 'Air Freight', 'Surface Freight', 'Customs Clearance', 'Storage'],
  [
    'Other Support',
    ['Housing', 'New Lease', 'Lease Renewal', 'Repairs', 'Utilities', 'Residential Security'],
    ['Subcontractor', 'New Subcontract', 'Subcontract Change', 'Subcontract Closeout'],
    'Medical Support',
    'Visa and Permits',
    'Something Else',
  ],
]

/** 302 is the second option of the third category, 821 the first sub-task of the second option of the eighth. */
export const catalogue: readonly Category[] = named.map(([name, ...options], n) => ({
  id: n + 1,
  name,
  options: options.map((option, place) => {
    const [called = '', ...subTasks] = [option].flat()
    const taskId = 100 * (n + 1) + place + 1
    const subTask = (sub: string, at: number) => ({ taskId: 100 * (n + 1) + 10 * (place + 1) + at + 1, name: sub })
    return { taskId, name: called, subTasks: subTasks.map(subTask) }
  }),
}))

export const categoryOf = (id: number): Category | undefined => catalogue.find((category) => category.id === id)

export const catalogueTask = (taskId: number): CatalogueTask | undefined =>
  catalogue.flatMap((category) => category.options).find((option) => option.taskId === taskId)

/** True when Details must ask which sub-task is meant (C-129). */
export function needsSubTask(tasks: readonly { taskId: number }[]): boolean {
  return tasks.some((task) => (catalogueTask(task.taskId)?.subTasks?.length ?? 0) > 0)
}

/** The sub-task of this id, when it is one of the task's. */
export const subTaskOf = ({ taskId }: { taskId: number }, subTaskId: number) =>
  catalogueTask(taskId)?.subTasks?.find((subTask) => subTask.taskId === subTaskId)
