import * as z from 'zod/mini'
import { saveDeliverableTemplate, saveService, saveSubservice } from '#shared/commands/settings.ts'
import { id } from '#shared/model/fields.ts'
import {
  activeSubservices,
  deliverableTemplateDetail,
  deliverableTemplateList,
  serviceDetail,
  serviceList,
  subserviceDetail,
  subserviceList,
} from '#shared/queries/settings.ts'
import { asNumber, formOf, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { choice, deliverableTemplate, listed, pageOf, saved, service, subservice } from './shapes.ts'

const serviceForm = formOf(saveService, 'name')
const subserviceForm = formOf(saveSubservice, 'name', 'bocId', 'parentId')
const templateForm = formOf(saveDeliverableTemplate, 'name', 'taskId')
const byId = only('seeResources', ({ params }: Spoken) => ({ id: idOf(params.id) }))

export function mountSettings({ read, write }: PhraseBook): void {
  read(
    '/settings/services',
    { says: 'The services, a page at a time.', who: 'seeResources', search: listed, answer: pageOf(service) },
    serviceList,
    only('seeResources', (spoken) => listIn(spoken)),
  )
  read('/settings/services/:id', { says: 'One service.', who: 'seeResources', answer: service }, serviceDetail, byId)
  read(
    '/settings/services/:id/subservices/active',
    { says: 'The active sub-services of a service, to pick from.', who: 'everybody', answer: z.array(choice) },
    activeSubservices,
    ({ params }) => ({ bocId: idOf(params.id) }),
  )
  read(
    '/settings/subservices',
    {
      says: 'The sub-services, of one service or of all, a page at a time.',
      who: 'seeResources',
      search: z.extend(listed, { boc: z.optional(id) }),
      answer: pageOf(subservice),
    },
    subserviceList,
    only('seeResources', (spoken) => ({ ...listIn(spoken), ...parentIn(spoken, 'boc', 'bocId') })),
  )
  read(
    '/settings/subservices/:id',
    { says: 'One sub-service.', who: 'seeResources', answer: subservice },
    subserviceDetail,
    byId,
  )
  read(
    '/settings/deliverables',
    {
      says: 'The standard deliverables, of one sub-service or of all, a page at a time.',
      who: 'seeResources',
      search: z.extend(listed, { task: z.optional(id) }),
      answer: pageOf(deliverableTemplate),
    },
    deliverableTemplateList,
    only('seeResources', (spoken) => ({ ...listIn(spoken), ...parentIn(spoken, 'task', 'taskId') })),
  )

  write(
    saveMethods,
    '/settings/services',
    {
      says: 'Creates a service, or updates the one that `id` names.',
      who: 'writeResources',
      body: serviceForm,
      answer: saved(service),
      example: { name: 'Field Support' },
    },
    saveService,
    (spoken) => savedIn(spoken, serviceForm),
    ({ ask, input }) => ask(serviceDetail, { id: Number(input.id) }),
  )
  write(
    saveMethods,
    '/settings/subservices',
    {
      says: 'Creates a sub-service, or updates the one that `id` names; it stays with its service.',
      who: 'writeResources',
      body: subserviceForm,
      answer: saved(subservice),
      example: { name: 'Field visit', bocId: 1 },
    },
    saveSubservice,
    (spoken) => savedIn(spoken, subserviceForm),
    ({ ask, input }) => ask(subserviceDetail, { id: Number(input.id) }),
  )
  write(
    saveMethods,
    '/settings/deliverables',
    {
      says: 'Creates a standard deliverable, or updates the one that `id` names.',
      who: 'writeResources',
      body: templateForm,
      answer: saved(deliverableTemplate),
      example: { name: 'Trip report', taskId: 101 },
    },
    saveDeliverableTemplate,
    (spoken) => savedIn(spoken, templateForm),
    ({ ask, input }) => ask(deliverableTemplateDetail, { id: Number(input.id) }),
  )
}

/** `boc=` and `task=` narrow a list; blank, or no id, they do not. */
function parentIn<N extends string>({ search }: Spoken, name: string, column: N): { [K in N]?: number } {
  const id = asNumber(search[name])
  return (typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { [column]: id } : {}) as { [K in N]?: number }
}
