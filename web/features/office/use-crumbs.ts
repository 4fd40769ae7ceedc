import type { Service, Subservice } from '#shared/model/reference.ts'
import { useStored } from '#web/data/use-query.ts'
import type { OfficeAddress } from './office-address.ts'
import { useNameOf } from './office-rows.ts'
import type { Office } from './offices.ts'

interface Crumb {
  label: string
  to?: string
}

/** The way down to a list: Services › Language Support › Interpretation. */
export function useCrumbs({ of, title }: Office, { above }: OfficeAddress): Crumb[] {
  const found = useStored(
    async (device) => {
      const subservice = above['taskId']
        ? ((await device.table('subservices').get(above['taskId'])) as Subservice)
        : null
      const serviceId = above['bocId'] ?? subservice?.bocId ?? 0
      const service = serviceId ? ((await device.table('services').get(serviceId)) as Service | undefined) : null
      return { service, subservice }
    },
    [above['taskId'], above['bocId']],
  )
  const { service, subservice } = found ?? {}
  if (of.filters === undefined) return []
  const services: Crumb = { label: 'Services', to: '/settings/services' }
  if (of.table === 'subservices') return service ? [services, { label: service.name }] : [services, { label: title }]
  const subservices = service
    ? { label: service.name, to: `/settings/subservices?page=&boc=${service.id}` }
    : { label: 'Sub-services', to: '/settings/subservices' }
  return [services, subservices, { label: subservice?.name ?? title }]
}

/** And on to one of its rows: Countries › Kenya. */
export function useFormCrumbs(office: Office, address: OfficeAddress, id: number): Crumb[] {
  const down = useCrumbs(office, address)
  const list = { label: down.at(-1)?.label ?? office.title, to: office.path + address.search }
  return [...down.slice(0, -1), list, { label: useNameOf(office, id).name }]
}
