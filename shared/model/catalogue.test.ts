import { expect, test } from 'vitest'
import { must } from '../lib/must.ts'
import { catalogue, catalogueTask, categoryOf } from './catalogue.ts'
import { categoryName, lacksSubTask, SINGLE_CHOICE_CATEGORY } from './categories.ts'
import { descriptionOf, promptsOf, summaryOf } from './prompts.ts'

const options = catalogue.flatMap((category) => category.options)
const subTasks = options.flatMap((option) => option.subTasks ?? [])

test('a category has one name, with its options and without', () => {
  for (const { id, name } of catalogue) expect(categoryName(id)).toBe(name)
  expect(categoryName(9)).toBeUndefined()
})

test('the eight categories have the names and ids of the specification', () => {
  expect(catalogue.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Language Support'],
    [2, 'Local Transportation'],
    [3, 'Tech & Comms'],
    [4, 'Procurement & Property'],
    [5, 'Subject Matter Expert'],
    [6, 'Project Assistant'],
    [7, 'Freight Forwarding'],
    [8, 'Other Support'],
  ])
})

test.each(catalogue.map((category) => [category.name, category] as const))(
  '%s offers options with a description, and three different prompts',
  (_, { id, options }) => {
    const prompts = must(promptsOf[id])
    expect(options.length).toBeGreaterThanOrEqual(3)
    for (const option of options) {
      expect(option.name.length).toBeGreaterThanOrEqual(3)
      expect(must(descriptionOf[option.taskId]).length).toBeGreaterThan(10)
    }
    expect(must(summaryOf[id])).not.toBe('')
    expect(Object.keys(prompts).sort()).toEqual(['contact', 'details', 'instructions'])
    expect(new Set(Object.values(prompts)).size).toBe(3)
    expect(Object.values(prompts).every((prompt) => prompt.length > 20)).toBe(true)
  },
)

test('every fixed task id, of sub-tasks too, is unique and is not the id of a category', () => {
  const ids = [...options, ...subTasks].map((task) => task.taskId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.min(...ids)).toBeGreaterThan(8)
})

test('the ids that taskings already carry never change', () => {
  expect(catalogue.map(({ options }) => options.map((option) => option.taskId))).toEqual([
    [101, 102, 103, 104, 105],
    [201, 202, 203, 204, 205],
    [301, 302, 303, 304, 305],
    [401, 402, 403, 404, 405],
    [501, 502, 503, 504],
    [601, 602, 603, 604],
    [701, 702, 703, 704, 705],
    [801, 802, 803, 804, 805],
  ])
  expect(subTasks.map((sub) => sub.taskId)).toEqual([811, 812, 813, 814, 815, 821, 822, 823])
})

test('only category 8 is single choice, and only it has sub-tasks: Housing and Subcontractor', () => {
  expect(SINGLE_CHOICE_CATEGORY).toBe(8)
  const withSubTasks = catalogue.flatMap(({ id, options }) =>
    options.filter((option) => option.subTasks).map((option) => [id, option.name]),
  )
  expect(withSubTasks).toEqual([
    [8, 'Housing'],
    [8, 'Subcontractor'],
  ])
})

test.each([
  [[], 0, false],
  [[{ taskId: 801 }], 0, true],
  [[{ taskId: 801 }], 811, false],
  [[{ taskId: 801 }], 821, true],
  [[{ taskId: 802 }], 0, true],
  [[{ taskId: 803 }], 0, false],
  [[{ taskId: 101 }, { taskId: 102 }], 0, false],
  [[{ taskId: 101 }, { taskId: 801 }], 0, true],
  [[{ taskId: 999 }], 0, false],
])('whether %j with the sub-task %i lacks one: %s (C-129)', (tasks, subTaskId, isLacking) => {
  expect(lacksSubTask({ tasks, subTaskId })).toBe(isLacking)
})

test('a category and an option are found by their ids, and nothing else is', () => {
  expect(categoryOf(7)?.name).toBe('Freight Forwarding')
  expect(categoryOf(0)).toBeUndefined()
  expect(categoryOf(9)).toBeUndefined()
  expect(catalogueTask(801)?.name).toBe('Housing')
  expect(catalogueTask(811)).toBeUndefined()
})
