import { categoryNames, subTasks, type SubTask } from './categories.ts'

/**
 * The eight request categories (C-128). Services 1–8 and their sub-services are seeded from this file, so the fixed
 * `taskId`s cannot drift. Category 8 is single choice; an option with `subTasks` asks for one of them on Details.
 */
export interface CatalogueTask {
  taskId: number
  name: string
  subTasks?: readonly SubTask[]
}
export interface Category {
  id: number
  name: string
  options: readonly CatalogueTask[]
}

export const catalogue: readonly Category[] = [
  {
    id: 1,
    name: categoryNames[0],
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
    name: categoryNames[1],
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
    name: categoryNames[2],
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
    name: categoryNames[3],
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
    name: categoryNames[4],
    options: [
      { taskId: 501, name: 'Expert Mission' },
      { taskId: 502, name: 'Remote Expert' },
      { taskId: 503, name: 'Training Course' },
      { taskId: 504, name: 'Legal Drafting' },
    ],
  },
  {
    id: 6,
    name: categoryNames[5],
    options: [
      { taskId: 601, name: 'Short-term Assistant' },
      { taskId: 602, name: 'Long-term Assistant' },
      { taskId: 603, name: 'Assistant Extension' },
      { taskId: 604, name: 'Event Assistant' },
    ],
  },
  {
    id: 7,
    name: categoryNames[6],
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
    name: categoryNames[7],
    options: [
      {
        taskId: 801,
        name: 'Housing',
        subTasks: subTasks[801],
      },
      {
        taskId: 802,
        name: 'Subcontractor',
        subTasks: subTasks[802],
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
