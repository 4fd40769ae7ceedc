import { called } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { importOf } from './import.ts'
import { madeOf } from './made.ts'
import { defineReference, MAX_NAME } from './reference.ts'

/** The specification calls a country's name its title, and saves countries under the name of customers (C-200). */
export const countries = defineReference({
  table: 'countries',
  entity: 'Country',
  words: { one: 'a country', many: 'countries' },
  fields: { title: { label: 'Name', input: called(messages.title, MAX_NAME) } },
  named: { by: 'title', twice: 'refused' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  signed: true,
  usedBy: { column: 'countryId' },
  rest: {
    path: '/resources/countries',
    saved: ['/resources/customers', '/resources/countries'],
    list: 'all',
    detail: 'One country.',
    example: { title: 'Georgia' },
  },
})

export const [saveCountry, countryList, countryDetail] = madeOf(countries)
export const [importCountry, countryImport] = importOf(countries, saveCountry)
