import { saveDeliverableTemplate, saveService, saveSubservice } from '#shared/commands/settings.ts'
import {
  activeSubservices,
  deliverableTemplateDetail,
  deliverableTemplateList,
  serviceDetail,
  serviceList,
  subserviceDetail,
  subserviceList,
} from '#shared/queries/settings.ts'
import { asNumber, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'

const byId = only('seeResources', ({ params }: Spoken) => ({ id: idOf(params.id) }))

export function mountSettings({ read, write }: PhraseBook): void {
  read(
    '/settings/services',
    serviceList,
    only('seeResources', (spoken) => listIn(spoken)),
  )
  read('/settings/services/:id', serviceDetail, byId)
  read('/settings/services/:id/subservices/active', activeSubservices, ({ params }) => ({ bocId: idOf(params.id) }))
  read(
    '/settings/subservices',
    subserviceList,
    only('seeResources', (spoken) => ({ ...listIn(spoken), ...parentIn(spoken, 'boc', 'bocId') })),
  )
  read('/settings/subservices/:id', subserviceDetail, byId)
  read(
    '/settings/deliverables',
    deliverableTemplateList,
    only('seeResources', (spoken) => ({ ...listIn(spoken), ...parentIn(spoken, 'task', 'taskId') })),
  )

  write(
    saveMethods,
    '/settings/services',
    saveService,
    (spoken) => savedIn(spoken, { texts: ['name'] }),
    ({ ask, input }) => ask(serviceDetail, { id: Number(input.id) }),
  )
  write(
    saveMethods,
    '/settings/subservices',
    saveSubservice,
    (spoken) => savedIn(spoken, { texts: ['name'], numbers: ['bocId', 'parentId'] }),
    ({ ask, input }) => ask(subserviceDetail, { id: Number(input.id) }),
  )
  write(
    saveMethods,
    '/settings/deliverables',
    saveDeliverableTemplate,
    (spoken) => savedIn(spoken, { texts: ['name'], numbers: ['taskId'] }),
    ({ ask, input }) => ask(deliverableTemplateDetail, { id: Number(input.id) }),
  )
}

/** `boc=` and `task=` narrow a list; blank, or no id, they do not. */
function parentIn<N extends string>({ search }: Spoken, name: string, column: N): { [K in N]?: number } {
  const id = asNumber(search[name])
  return (typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { [column]: id } : {}) as { [K in N]?: number }
}
