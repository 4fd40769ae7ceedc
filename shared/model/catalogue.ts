/**
 * The eight request categories (C-128). Services 1–8 and their sub-services are seeded from this file, so the fixed
 * `taskId`s cannot drift. Category 8 is single choice; an option with `subTasks` asks for one of them on Details.
 */
export interface CatalogueTask {
  taskId: number
  name: string
  subTasks?: readonly { taskId: number; name: string }[]
}
export interface Category {
  id: number
  name: string
  options: readonly CatalogueTask[]
}

export const SINGLE_CHOICE_CATEGORY = 8

export const catalogue: readonly Category[] = [
  {
    id: 1,
    name: 'Language Support',
    options: [
      { taskId: 101, name: 'Interpretation' },
      { taskId: 102, name: 'Written Translation' },
      {
        taskId: 103,
        name: 'Translation Review',
      },
      {
        taskId: 104,
        name: 'Language Training',
      },
      { taskId: 105, name: 'Transcription' },
    ],
  },
  {
    id: 2,
    name: 'Local Transportation',
    options: [
      { taskId: 201, name: 'Driver with Vehicle' },
      { taskId: 202, name: 'Airport Transfer' },
      { taskId: 203, name: 'Vehicle Rental' },
      { taskId: 204, name: 'Group Transport' },
      { taskId: 205, name: 'In-country Flight' },
    ],
  },
  {
    id: 3,
    name: 'Tech & Comms',
    options: [
      { taskId: 301, name: 'Laptop Replacement' },
      { taskId: 302, name: 'Satellite Phone' },
      { taskId: 303, name: 'Mobile Service' },
      { taskId: 304, name: 'Internet Connection' },
      { taskId: 305, name: 'Software License' },
    ],
  },
  {
    id: 4,
    name: 'Procurement & Property',
    options: [
      { taskId: 401, name: 'Office Supplies' },
      { taskId: 402, name: 'Furniture' },
      { taskId: 403, name: 'Printing' },
      { taskId: 404, name: 'Property Disposal' },
      { taskId: 405, name: 'Conference Room' },
    ],
  },
  {
    id: 5,
    name: 'Subject Matter Expert',
    options: [
      { taskId: 501, name: 'Expert Mission' },
      { taskId: 502, name: 'Remote Expert' },
      { taskId: 503, name: 'Training Course' },
      { taskId: 504, name: 'Legal Drafting' },
    ],
  },
  {
    id: 6,
    name: 'Project Assistant',
    options: [
      { taskId: 601, name: 'Short-term Assistant' },
      { taskId: 602, name: 'Long-term Assistant' },
      { taskId: 603, name: 'Assistant Extension' },
      { taskId: 604, name: 'Event Assistant' },
    ],
  },
  {
    id: 7,
    name: 'Freight Forwarding',
    options: [
      { taskId: 701, name: 'Household Goods' },
      { taskId: 702, name: 'Air Freight' },
      { taskId: 703, name: 'Surface Freight' },
      { taskId: 704, name: 'Customs Clearance' },
      { taskId: 705, name: 'Storage' },
    ],
  },
  {
    id: 8,
    name: 'Other Support',
    options: [
      {
        taskId: 801,
        name: 'Housing',
        subTasks: [
          { taskId: 811, name: 'New Lease' },
          { taskId: 812, name: 'Lease Renewal' },
          { taskId: 813, name: 'Repairs' },
          { taskId: 814, name: 'Utilities' },
          { taskId: 815, name: 'Residential Security' },
        ],
      },
      {
        taskId: 802,
        name: 'Subcontractor',
        subTasks: [
          { taskId: 821, name: 'New Subcontract' },
          { taskId: 822, name: 'Subcontract Change' },
          { taskId: 823, name: 'Subcontract Closeout' },
        ],
      },
      { taskId: 803, name: 'Medical Support' },
      { taskId: 804, name: 'Visa and Permits' },
      { taskId: 805, name: 'Something Else' },
    ],
  },
]

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
