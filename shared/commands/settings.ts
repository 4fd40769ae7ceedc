import * as z from 'zod/mini'
import { add, put, type Change } from '../kernel/change.ts'
import { defineCommand, type Context } from '../kernel/command.ts'
import { one } from '../kernel/reads.ts'
import { already, invalid, refuse, type Nothing } from '../kernel/refusal.ts'
import { ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { DeliverableTemplate, Service, Subservice } from '../model/reference.ts'
import type { Facts } from '../model/tables.ts'
import { can } from '../rules/access.ts'
import { called, given, rowMade, isSame, saving, savingProblem } from './resources.ts'

/** What a tasking can be for (C-202): services, their sub-services, and the deliverables usual for one. */
const name = z.optional(called(messages.name))

export const saveService = defineCommand({
  name: 'saveService',
  online: true,
  input: z.strictObject({ ...saving, name }),
  mints: (input) => rowMade('services', input),
  reads: (input) => ({ existing: one('services', input.id) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing }, context) {
    const before: Service = existing ?? { id: input.id, name: '', active: true, ...dates(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), active: input.active }) }
    if (!after.name) return invalid('name', messages.name)
    return saved('services', existing, after, context)
  },
})

/** It stays with the service it was made for, because taskings name both (C-147). */
export const saveSubservice = defineCommand({
  name: 'saveSubservice',
  online: true,
  input: z.strictObject({ ...saving, name, bocId: z.optional(ref), parentId: z.optional(ref) }),
  mints: (input) => rowMade('subservices', input),
  reads: (input) => ({
    existing: one('subservices', input.id),
    service: one('services', input.bocId ?? 0),
    parent: one('subservices', input.parentId ?? 0),
  }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, service, parent }, context) {
    const before: Subservice = existing ?? {
      ...{ id: input.id, bocId: 0, parentId: 0, name: '', active: true },
      ...dates(context),
    }
    const { bocId, parentId, active } = input
    const after = { ...before, ...given({ bocId, parentId, name: input.name?.trim(), active }) }
    const errors = [
      ...(after.name ? [] : [{ field: 'name', message: messages.name }]),
      ...(existing || service ? [] : [{ field: 'bocId', message: messages.service }]),
    ]
    if (errors.length > 0) return refuse('invalid', { errors })
    if (existing && after.bocId !== existing.bocId) return refuse('closed', { message: staysWithService })
    const isParent = parent && parent.bocId === after.bocId && parent.parentId === 0 && parent.id !== after.id
    if (parentId && !isParent) return invalid('parentId', messages.subservice)
    return saved('subservices', existing, after, context)
  },
})

/** A standard deliverable, offered and never made by itself (C-152). */
export const saveDeliverableTemplate = defineCommand({
  name: 'saveDeliverableTemplate',
  online: true,
  input: z.strictObject({ ...saving, name, taskId: z.optional(ref) }),
  mints: (input) => rowMade('deliverableTemplates', input),
  reads: (input) => ({
    existing: one('deliverableTemplates', input.id),
    task: one('subservices', input.taskId ?? 0),
  }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeResources'), input, existing),
  run(input, { existing, task }, context) {
    const before: DeliverableTemplate = existing ?? {
      ...{ id: input.id, taskId: 0, name: '', active: true },
      ...dates(context),
    }
    const after = { ...before, ...given({ taskId: input.taskId, name: input.name?.trim(), active: input.active }) }
    const isTaskKnown = task !== undefined || (existing !== undefined && input.taskId === undefined)
    const errors = [
      ...(after.name ? [] : [{ field: 'name', message: messages.name }]),
      ...(isTaskKnown ? [] : [{ field: 'taskId', message: messages.subservice }]),
    ]
    if (errors.length > 0) return refuse('invalid', { errors })
    return saved('deliverableTemplates', existing, after, context)
  },
})

const staysWithService = 'A sub-service stays with its service. Deactivate it and add another one.'

const dates = ({ now }: Context) => ({ createDate: now, modifiedDate: now })

type Dated = 'services' | 'subservices' | 'deliverableTemplates'

function saved<N extends Dated>(
  table: N,
  before: Facts<N> | undefined,
  after: Facts<N>,
  { now }: Context,
): Change[] | Nothing {
  if (isSame(before, after)) return already()
  const row = { ...after, modifiedDate: now }
  return [before ? put(table, row) : add(table, row)]
}
