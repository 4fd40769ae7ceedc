import * as z from 'zod/mini'
import { defineCommand } from '../kernel/command.ts'
import { one } from '../kernel/reads.ts'
import { faulty, faultUnless, refuse } from '../kernel/refusal.ts'
import { chosen, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { DeliverableTemplate, Service, Subservice } from '../model/reference.ts'
import { can } from '../rules/access.ts'
import { choiceErrors, choiceReads } from './choices.ts'
import { audit, given, name, rowMade, saved, savingForm, savingProblem } from './resources.ts'

/** What a tasking can be for (C-202): services, their sub-services, and the deliverables usual for one. */
export const saveService = defineCommand({
  name: 'saveService',
  online: true,
  input: savingForm({ name }),
  mints: (input) => rowMade('services', input),
  reads: (input) => ({ existing: one('services', input.id) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing }, context) {
    const before: Service = existing ?? { id: input.id, name: '', active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), active: input.active }) }
    return saved('services', existing, after, input, context)
  },
})

/** It stays with the service it was made for, because taskings name both (C-147). */
export const saveSubservice = defineCommand({
  name: 'saveSubservice',
  online: true,
  input: savingForm({ name, bocId: chosen(messages.service), parentId: z.optional(ref) }),
  mints: (input) => rowMade('subservices', input),
  reads: ({ id, bocId, parentId }) => ({ existing: one('subservices', id), ...choiceReads({ bocId, parentId }) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, ...found }, context) {
    const blank = { id: input.id, bocId: 0, parentId: 0, name: '', active: true }
    const before: Subservice = existing ?? { ...blank, ...audit(context) }
    const { bocId, parentId, active } = input
    const after = { ...before, ...given({ bocId, parentId, name: input.name?.trim(), active }) }
    if (existing && after.bocId !== existing.bocId) return refuse('closed', { message: staysWithService })
    const parent = found.parentId
    const isParent = !parent || (parent.bocId === after.bocId && parent.parentId === 0 && parent.id !== after.id)
    const wrong = faulty([
      ...choiceErrors({ bocId: after.bocId, parentId: after.parentId }, found, before),
      ...faultUnless(isParent, 'parentId', messages.subservice),
    ])
    return wrong ?? saved('subservices', existing, after, input, context)
  },
})

/** A standard deliverable, offered and never made by itself (C-152). */
export const saveDeliverableTemplate = defineCommand({
  name: 'saveDeliverableTemplate',
  online: true,
  input: savingForm({ name, taskId: chosen(messages.subservice) }),
  mints: (input) => rowMade('deliverableTemplates', input),
  reads: ({ id, taskId }) => ({ existing: one('deliverableTemplates', id), ...choiceReads({ taskId }) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, ...found }, context) {
    const blank = { id: input.id, taskId: 0, name: '', active: true }
    const before: DeliverableTemplate = existing ?? { ...blank, ...audit(context) }
    const after = { ...before, ...given({ taskId: input.taskId, name: input.name?.trim(), active: input.active }) }
    const wrong = faulty(choiceErrors({ taskId: after.taskId }, found, before))
    return wrong ?? saved('deliverableTemplates', existing, after, input, context)
  },
})

const staysWithService = 'A sub-service stays with its service. Deactivate it and add another one.'
