import * as z from 'zod/mini'
import { ref } from '../model/fields.ts'
import { madeOf } from './made.ts'
import { defineReference, name } from './reference.ts'

/** What a tasking can be for (C-202). */
export const services = defineReference({
  table: 'services',
  entity: 'Service',
  words: { one: 'a service', many: 'services' },
  fields: {
    name: { label: 'Name', input: name },
    defaultAssigneeId: { label: 'Default Assignee', input: z.optional(ref), told: 'defaultAssignee' },
  },
  named: { by: 'name', twice: 'warned' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: false,
  usedBy: { column: 'bocId' },
  rest: {
    path: '/settings/services',
    list: 'all',
    detail: 'One service.',
    example: { name: 'Field Support', defaultAssigneeId: 7 },
  },
})

export const [saveService, serviceList, serviceDetail] = madeOf(services)
