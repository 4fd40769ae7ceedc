import * as z from 'zod/mini'
import { atLeast, called, chosen, cost, dayOf, flag, text } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { requestTaskSchema } from '../model/request.ts'

/** The Start screen, as form, wire and law. */
export const startFields = {
  countryId: chosen(messages.country),
  teamId: chosen(messages.team),
  advisorId: chosen(messages.advisor),
  projectTypeId: chosen(messages.projectType),
  poolCode: called(messages.poolCode),
  dueDate: dayOf(messages.dueDate),
  blanketTasking: z.nullable(flag),
}
export const detailFields = {
  contactDetails: atLeast(3, messages.contactDetails),
  taskDetails: atLeast(3, messages.taskDetails),
  specialInstructions: text,
}
export const taskFields = {
  category: z.int(messages.tasks).check(z.minimum(1, messages.tasks), z.maximum(8, messages.tasks)),
  tasks: z.array(requestTaskSchema).check(z.minLength(1, messages.tasks), z.maxLength(20)),
}

/** A tasking: its core and its details. */
export const coreFields = {
  description: atLeast(3, messages.description),
  bocId: chosen(messages.service),
  taskId: chosen(messages.subservice),
  teamId: chosen(messages.team),
  advisorId: chosen(messages.advisor),
  countryId: chosen(messages.country),
}
export const detailsFields = {
  assigneeId: chosen(messages.assignee),
  projectTypeId: chosen(messages.projectType),
  poolCode: called(messages.poolCode),
  blanketTasking: z.nullable(flag),
  dueDate: dayOf(messages.dueDate),
  taskingCostEstimate: cost,
  initialCostEstimate: cost,
  actualCost: cost,
}
