import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { faulty, faultUnless, refuse } from '../kernel/refusal.ts'
import { chosen, id, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { byName } from './ask.ts'
import { madeOf } from './made.ts'
import { defineReference, name } from './reference.ts'

/** It stays with the service it was made for, because taskings name both (C-147); a sub-task is of the same service as its parent. */
export const subservices = defineReference({
  table: 'subservices',
  entity: 'Subservice',
  words: { one: 'a sub-service', many: 'sub-services' },
  fields: {
    name: { label: 'Name', input: name },
    bocId: { label: 'Service', input: chosen(messages.service), told: 'service' },
    parentId: { label: 'Part of', input: z.optional(ref) },
  },
  named: { by: 'name', twice: 'warned' },
  filters: { boc: 'bocId' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: false,
  usedBy: { column: 'taskId' },
  law({ existing, after, found: { parentId: parent } }, faults) {
    if (existing && after.bocId !== existing.bocId) return refuse('closed', { message: staysWithService })
    const isParent = !parent || (parent.bocId === after.bocId && parent.parentId === 0 && parent.id !== after.id)
    return faulty([...faults, ...faultUnless(isParent, 'parentId', messages.subservice)])
  },
  rest: {
    path: '/settings/subservices',
    list: 'all',
    detail: 'One sub-service.',
    note: '; it stays with its service',
    example: { name: 'Field visit', bocId: 1 },
  },
})

const staysWithService = 'A sub-service stays with its service. Deactivate it and add another one.'

export const [saveSubservice, subserviceList, subserviceDetail] = madeOf(subservices)

/** What the tasking form offers once a service is chosen; null when there is no such service. */
export const activeSubservices = defineQuery({
  name: 'activeSubservices',
  input: z.strictObject({ bocId: id }),
  reads: ({ bocId }) => ({ service: one('services', bocId), rows: many('subservices', { bocId, active: true }) }),
  answer: (_, { service, rows }) => (service ? byName(rows, 'name').map(({ id, name }) => ({ id, name })) : null),
})
