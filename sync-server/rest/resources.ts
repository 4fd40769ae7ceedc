import { saveAdvisor, saveCountry, saveTeam } from '#shared/commands/resources.ts'
import { people } from '#shared/queries/requests.ts'
import {
  advisorDetail,
  advisorList,
  clients,
  countryDetail,
  countryList,
  teamDetail,
  teamList,
} from '#shared/queries/resources.ts'
import { listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { referenceLists } from './questions.ts'

const byId = only('seeResources', ({ params }: Spoken) => ({ id: idOf(params.id) }))
const page = only('seeResources', (spoken: Spoken) => listIn(spoken))

export function mountResources({ read, write }: PhraseBook): void {
  read(
    '/resources/active',
    referenceLists,
    () => ({}),
    (lists) => withoutActive(shorten(lists, true)),
  )
  read(
    '/resources/all',
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, false),
  )
  read(
    '/resources/active/users',
    people,
    () => ({}),
    (users) => users.map(({ id, fullName, teamId }) => ({ id, fullName, teamId })),
  )
  read('/resources/active/clients', clients, () => ({}))

  read('/resources/countries', countryList, page)
  read('/resources/countries/:id', countryDetail, byId)
  // The specification saves countries under the name of customers (C-200).
  for (const path of ['/resources/customers', '/resources/countries'])
    write(
      saveMethods,
      path,
      saveCountry,
      (spoken) => savedIn(spoken, { texts: ['title'] }),
      ({ ask, input }) => ask(countryDetail, { id: Number(input.id) }),
    )

  read(
    '/resources/advisors',
    advisorList,
    only('seeResources', (spoken) => listIn(spoken, true)),
  )
  read('/resources/advisors/:id', advisorDetail, byId)
  write(
    saveMethods,
    '/resources/advisors',
    saveAdvisor,
    (spoken) => savedIn(withName(spoken), { texts: ['name'], numbers: ['teamId'] }),
    ({ ask, input }) => ask(advisorDetail, { id: Number(input.id) }),
  )

  read('/resources/teams', teamList, page)
  read('/resources/teams/:id', teamDetail, byId)
  write(
    saveMethods,
    '/resources/teams',
    saveTeam,
    (spoken) => savedIn(spoken, { texts: ['name'] }),
    ({ ask, input }) => ask(teamDetail, { id: Number(input.id) }),
  )
}

/** An advisor's name may be called `fullName` (C-205). */
const withName = (spoken: Spoken): Spoken => ({
  ...spoken,
  fields: { ...spoken.fields, name: spoken.fields.name ?? spoken.fields.fullName },
})

interface Lists {
  countries: { id: number; title: string; active: boolean }[]
  advisors: Named[]
  teams: Named[]
  bocs: Named[]
  projectTypes: (Named & { teamId: number })[]
  users: { id: number; fullName: string; active: boolean }[]
}
interface Named {
  id: number
  name: string
  active: boolean
}

function shorten({ countries, advisors, teams, bocs, projectTypes, users }: Lists, onlyActive: boolean) {
  const kept = <T extends { active: boolean }>(rows: T[], name: (row: T) => string) =>
    rows.filter((row) => row.active || !onlyActive).sort((a, b) => name(a).localeCompare(name(b)))
  const named = (rows: Named[]) => kept(rows, (row) => row.name).map(({ id, name, active }) => ({ id, name, active }))
  return {
    countries: kept(countries, (row) => row.title).map(({ id, title, active }) => ({ id, title, active })),
    advisors: named(advisors),
    teams: named(teams),
    bocs: named(bocs),
    projectTypes: kept(projectTypes, (row) => row.name).map(({ id, name, teamId, active }) => ({
      id,
      name,
      teamId,
      active,
    })),
    users: kept(users, (row) => row.fullName).map(({ id, fullName, active }) => ({ id, fullName, active })),
  }
}

const withoutActive = (lists: ReturnType<typeof shorten>) =>
  Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.map(({ active: _, ...row }) => row)]))
