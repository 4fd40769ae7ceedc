import { catalogue, categoryOf, type CatalogueTask } from '#shared/model/catalogue.ts'
import { SINGLE_CHOICE_CATEGORY } from '#shared/model/categories.ts'
import { descriptionOf } from '#shared/model/prompts.ts'
import type { RequestTask } from '#shared/model/request.ts'

export interface TaskSelection {
  category: number
  tasks: RequestTask[]
}

export const isSingleChoice = (category: number): boolean => category === SINGLE_CHOICE_CATEGORY

/** Another category clears what was chosen in the last one (C-130). */
export const chooseCategory = (selection: TaskSelection, category: number): TaskSelection =>
  selection.category === category ? selection : { category, tasks: [] }

/** Ticks or unticks; where only one may be chosen, it replaces the other. Tasks stay in the order of the catalogue. */
export function toggleTask(selection: TaskSelection, option: CatalogueTask): TaskSelection {
  if (isSingleChoice(selection.category)) return { ...selection, tasks: [asTask(option)] }
  const others = selection.tasks.filter((task) => task.taskId !== option.taskId)
  const wasChosen = others.length < selection.tasks.length
  const chosen = wasChosen ? others : [...others, asTask(option)]
  return { ...selection, tasks: chosen.sort((a, b) => a.taskId - b.taskId) }
}

export const isChosen = (selection: TaskSelection, taskId: number): boolean =>
  selection.tasks.some((task) => task.taskId === taskId)

/** What is switched off can be chosen only where it already is (C-146). */
export const isOffered = (id: number, switchedOff: ReadonlySet<number>, isChosen: boolean): boolean =>
  !switchedOff.has(id) || isChosen

/** With the options that ask for a sub-task when none is offered any more: Details could not be left (C-129). */
export function withDeadEnds(switchedOff: ReadonlySet<number>): ReadonlySet<number> {
  const options = catalogue.flatMap((category) => category.options)
  const deadEnds = options.filter(({ subTasks }) => subTasks?.every(({ taskId }) => switchedOff.has(taskId)))
  return new Set([...switchedOff, ...deadEnds.map(({ taskId }) => taskId)])
}

export const offeredTasks = (selection: TaskSelection, switchedOff: ReadonlySet<number>): CatalogueTask[] =>
  (categoryOf(selection.category)?.options ?? []).filter(({ taskId }) =>
    isOffered(taskId, switchedOff, isChosen(selection, taskId)),
  )

const asTask = ({ taskId, name }: CatalogueTask): RequestTask => ({
  taskId,
  name,
  description: descriptionOf[taskId] ?? '',
})
