import { chosen } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { madeOf } from './made.ts'
import { defineReference, name } from './reference.ts'

/** A standard deliverable, offered and never made by itself (C-152). */
export const deliverableTemplates = defineReference({
  table: 'deliverableTemplates',
  entity: 'DeliverableTemplate',
  words: { one: 'a standard deliverable', many: 'standard deliverables' },
  fields: {
    name: { label: 'Name', input: name },
    taskId: { label: 'Sub Service', input: chosen(messages.subservice), told: 'subservice' },
  },
  named: { by: 'name', twice: 'warned' },
  filters: { task: 'taskId' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: false,
  usedBy: null,
  rest: { path: '/settings/deliverables', list: 'all', example: { name: 'Trip report', taskId: 101 } },
})

export const [saveDeliverableTemplate, deliverableTemplateList, deliverableTemplateDetail] =
  madeOf(deliverableTemplates)
