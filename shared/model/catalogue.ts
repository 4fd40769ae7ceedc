/**
 * The eight request categories (C-128). Services 1–8 and their sub-services are seeded from this file, so the fixed
 * `taskId`s cannot drift. Category 8 is single choice; an option with `subTasks` asks for one of them on Details.
 */
export interface CatalogueTask {
  taskId: number
  name: string
  description: string
  subTasks?: readonly { taskId: number; name: string }[]
}
export interface Category {
  id: number
  name: string
  summary: string
  options: readonly CatalogueTask[]
}

export const SINGLE_CHOICE_CATEGORY = 8

export const catalogue: readonly Category[] = [
  {
    id: 1,
    name: 'Language Support',
    summary: 'Interpreters and written translation',
    options: [
      { taskId: 101, name: 'Interpretation', description: 'An interpreter for meetings, workshops or field visits.' },
      { taskId: 102, name: 'Written Translation', description: 'Documents, slides or manuals into another language.' },
      {
        taskId: 103,
        name: 'Translation Review',
        description: 'A second reader checks a translation you already have.',
      },
      {
        taskId: 104,
        name: 'Language Training',
        description: 'Lessons for an advisor before or during the assignment.',
      },
      { taskId: 105, name: 'Transcription', description: 'Recordings written down, in the original or translated.' },
    ],
  },
  {
    id: 2,
    name: 'Local Transportation',
    summary: 'Drivers, vehicles, transfers',
    options: [
      { taskId: 201, name: 'Driver with Vehicle', description: 'A driver and a car for one or several days.' },
      { taskId: 202, name: 'Airport Transfer', description: 'Pick-up or drop-off at an airport or a border.' },
      { taskId: 203, name: 'Vehicle Rental', description: 'A vehicle that you drive yourself.' },
      { taskId: 204, name: 'Group Transport', description: 'A bus or several cars for a delegation.' },
      { taskId: 205, name: 'In-country Flight', description: 'A domestic flight or charter seat.' },
    ],
  },
  {
    id: 3,
    name: 'Tech & Comms',
    summary: 'Phones, computers, connections',
    options: [
      { taskId: 301, name: 'Laptop Replacement', description: 'A new or repaired computer with the standard setup.' },
      { taskId: 302, name: 'Satellite Phone', description: 'A handset and airtime where there is no network.' },
      { taskId: 303, name: 'Mobile Service', description: 'SIM cards, data plans and roaming.' },
      { taskId: 304, name: 'Internet Connection', description: 'An office or residence line, or a backup link.' },
      { taskId: 305, name: 'Software License', description: 'A program that the assignment needs.' },
    ],
  },
  {
    id: 4,
    name: 'Procurement & Property',
    summary: 'Supplies, furniture, property',
    options: [
      { taskId: 401, name: 'Office Supplies', description: 'Paper, toner and everything small.' },
      { taskId: 402, name: 'Furniture', description: 'Desks, chairs, shelves and safes.' },
      { taskId: 403, name: 'Printing', description: 'Manuals, banners and certificates, printed locally.' },
      { taskId: 404, name: 'Property Disposal', description: 'Inventory that is handed over, sold or destroyed.' },
      { taskId: 405, name: 'Conference Room', description: 'A room with equipment for a meeting or training.' },
    ],
  },
  {
    id: 5,
    name: 'Subject Matter Expert',
    summary: 'Specialists for a mission',
    options: [
      { taskId: 501, name: 'Expert Mission', description: 'A specialist travels to the country for some days.' },
      { taskId: 502, name: 'Remote Expert', description: 'A specialist advises or reviews from a distance.' },
      { taskId: 503, name: 'Training Course', description: 'An expert prepares and holds a course.' },
      { taskId: 504, name: 'Legal Drafting', description: 'Help with a law, a regulation or a contract.' },
    ],
  },
  {
    id: 6,
    name: 'Project Assistant',
    summary: 'People who help on site',
    options: [
      { taskId: 601, name: 'Short-term Assistant', description: 'An assistant for up to three months.' },
      { taskId: 602, name: 'Long-term Assistant', description: 'A local assistant for the whole assignment.' },
      { taskId: 603, name: 'Assistant Extension', description: 'A running contract is prolonged.' },
      { taskId: 604, name: 'Event Assistant', description: 'Help before and during one event.' },
    ],
  },
  {
    id: 7,
    name: 'Freight Forwarding',
    summary: 'Shipments and customs',
    options: [
      { taskId: 701, name: 'Household Goods', description: 'A move to, from or between posts.' },
      { taskId: 702, name: 'Air Freight', description: 'Urgent goods by air, door to door.' },
      { taskId: 703, name: 'Surface Freight', description: 'Goods by sea, road or rail.' },
      { taskId: 704, name: 'Customs Clearance', description: 'Goods that are held at a border or port.' },
      { taskId: 705, name: 'Storage', description: 'Goods kept safe for some time.' },
    ],
  },
  {
    id: 8,
    name: 'Other Support',
    summary: 'Housing, subcontracts, the rest',
    options: [
      {
        taskId: 801,
        name: 'Housing',
        description: 'A residence for an advisor, from search to repair.',
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
        description: 'A firm that carries out part of a project.',
        subTasks: [
          { taskId: 821, name: 'New Subcontract' },
          { taskId: 822, name: 'Subcontract Change' },
          { taskId: 823, name: 'Subcontract Closeout' },
        ],
      },
      { taskId: 803, name: 'Medical Support', description: 'Health insurance, checks and evacuation cover.' },
      { taskId: 804, name: 'Visa and Permits', description: 'Visas, residence and work permits.' },
      { taskId: 805, name: 'Something Else', description: 'Anything that fits nowhere above.' },
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
