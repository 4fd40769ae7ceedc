import * as z from 'zod/mini'
import { put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { many, one } from '../kernel/reads.ts'
import { already, invalid, refuse } from '../kernel/refusal.ts'
import { chosen, id, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { byPlace } from '../model/reference.ts'
import { can } from '../rules/access.ts'
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
  placed: { within: 'taskId', inOrder: byPlace },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: false,
  usedBy: null,
  rest: { path: '/settings/deliverables', list: 'all', example: { name: 'Trip report', taskId: 101 } },
})

export const [saveDeliverableTemplate, deliverableTemplateList, deliverableTemplateDetail] =
  madeOf(deliverableTemplates)

/**
 * Moves a standard deliverable in front of another of its sub-service (`before`), or behind all (0). Where it goes is said by its neighbour and not by a number,
 * so that two who move different ones both get what they meant.
 */
export const moveDeliverableTemplate = defineCommand({
  name: 'moveDeliverableTemplate',
  ability: 'writeResources',
  online: true,
  input: z.strictObject({ id, before: ref }),
  reads: (input) => ({ existing: one('deliverableTemplates', input.id) }),
  follow: ({ existing }) => ({ siblings: many('deliverableTemplates', { taskId: existing?.taskId ?? -1 }) }),
  allow: (_, { existing }, { actor }) =>
    can(actor, 'writeResources') ? (existing ? null : refuse('not-found')) : refuse('not-allowed'),
  run({ id, before }, { existing, siblings }, { actor, now }) {
    const others = byPlace(siblings).filter((row) => row.id !== id)
    const place = before === 0 ? others.length : others.findIndex((row) => row.id === before)
    if (place < 0 || !existing) return invalid('before', messages.neighbour)
    const inOrder = [...others.slice(0, place), existing, ...others.slice(place)]
    const isSo = byPlace(siblings).every((row, at) => row.id === inOrder[at]?.id)
    if (isSo) return already()
    // Only the moved one is changed by somebody: who types in the form of another is not told of a change that their form does not show.
    return inOrder.flatMap((row, at) => {
      const placed = { ...row, position: at + 1 }
      if (row.id === id) return put('deliverableTemplates', { ...placed, modifiedById: actor.id, modifiedDate: now })
      return row.position === placed.position ? [] : put('deliverableTemplates', placed)
    })
  },
})
