import { expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { catalogueTask } from '#shared/model/catalogue.ts'
import { chooseCategory, offeredTasks, toggleTask, withDeadEnds, type TaskSelection } from './task-selection.ts'

const option = (id: number) => must(catalogueTask(id))
const nothing: TaskSelection = { category: 1, tasks: [] }
const idsOf = (selection: TaskSelection) => selection.tasks.map((task) => task.taskId)

test('several tasks of one category, in the order of the catalogue', () => {
  const two = toggleTask(toggleTask(nothing, option(102)), option(101))
  expect(idsOf(two)).toEqual([101, 102])
  expect(idsOf(toggleTask(two, option(101)))).toEqual([102])
})

test('category 8 holds one task', () => {
  const housing = toggleTask({ category: 8, tasks: [] }, option(801))
  expect(idsOf(toggleTask(housing, option(803)))).toEqual([803])
  expect(idsOf(toggleTask(housing, option(801)))).toEqual([801])
})

test('another category clears the tasks, the same one keeps them', () => {
  const one = toggleTask(nothing, option(101))
  expect(chooseCategory(one, 8)).toEqual({ category: 8, tasks: [] })
  expect(chooseCategory(one, 1)).toBe(one)
})

test('a task that is switched off is offered only where it was already chosen', () => {
  const off = new Set([101])
  expect(offeredTasks(nothing, off).map((one) => one.taskId)).toEqual([102, 103, 104, 105])
  expect(offeredTasks(toggleTask(nothing, option(101)), off)).toHaveLength(5)
})

test('a task that asks for a sub-task is off with the last of them (C-129)', () => {
  const repairs = 813
  const leases = [811, 812, 814, 815]
  const other: TaskSelection = { category: 8, tasks: [] }
  expect(offeredTasks(other, withDeadEnds(new Set(leases))).map((one) => one.taskId)).toContain(801)
  const off = withDeadEnds(new Set([...leases, repairs]))
  expect(offeredTasks(other, off).map((one) => one.taskId)).not.toContain(801)
  expect(offeredTasks(toggleTask(other, option(801)), off).map((one) => one.taskId)).toContain(801)
  expect([off.has(802), off.has(813)]).toEqual([false, true])
})
