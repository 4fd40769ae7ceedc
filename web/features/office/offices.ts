import type { AnyQuery } from '#shared/kernel/query.ts'
import { advisorDetail, advisorList, advisors, saveAdvisor } from '#shared/reference/advisors.ts'
import { countries, countryDetail, countryList, saveCountry } from '#shared/reference/countries.ts'
import {
  deliverableTemplateDetail,
  deliverableTemplateList,
  deliverableTemplates,
  saveDeliverableTemplate,
} from '#shared/reference/deliverable-templates.ts'
import type { Reference } from '#shared/reference/reference.ts'
import { saveService, serviceDetail, serviceList, services } from '#shared/reference/services.ts'
import { saveSubservice, subserviceDetail, subserviceList, subservices } from '#shared/reference/subservices.ts'
import { saveUser } from '#shared/commands/users.ts'
import { saveTeam, teamDetail, teamList, teams } from '#shared/reference/teams.ts'
import { userDetail, userList, users } from '#shared/reference/users.ts'
import type { OfficeRows } from './office-rows.ts'

/** A table of reference data with its screen: the list, and the form beside it. */
export interface Office extends OfficeRows {
  list: AnyQuery
  title: string
  /** Where the name in a row leads: its form, the rows below it, or nowhere (then a button opens the form). */
  name: 'form' | 'nothing' | ((id: number) => string)
}

const office = (of: Reference, save: unknown, list: unknown, detail: unknown, rest: Pick<Office, 'title' | 'name'>) =>
  ({ of, save, list, detail, path: of.rest.path, ...rest }) as Office

const below = (path: string, filter: string) => (id: number) => `${path}?page=&${filter}=${id}`

const offices: readonly Office[] = [
  office(countries, saveCountry, countryList, countryDetail, { title: 'Countries', name: 'form' }),
  office(advisors, saveAdvisor, advisorList, advisorDetail, { title: 'Advisors', name: 'form' }),
  office(teams, saveTeam, teamList, teamDetail, { title: 'Teams', name: 'nothing' }),
  office(users, saveUser, userList, userDetail, { title: 'Users', name: 'form' }),
  office(services, saveService, serviceList, serviceDetail, {
    title: 'Services',
    name: below('/settings/subservices', 'boc'),
  }),
  office(subservices, saveSubservice, subserviceList, subserviceDetail, {
    title: 'Sub-services',
    name: below('/settings/deliverables', 'task'),
  }),
  office(deliverableTemplates, saveDeliverableTemplate, deliverableTemplateList, deliverableTemplateDetail, {
    title: 'Deliverables',
    name: 'nothing',
  }),
]

export const officeAt = (path: string): Office | undefined => offices.find((office) => office.path === path)
