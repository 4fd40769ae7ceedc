import * as z from 'zod/mini'
import { saveAdvisor, saveCountry, saveTeam } from '#shared/commands/resources.ts'
import { line } from '#shared/model/fields.ts'
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
import { formOf, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { referenceLists } from './questions.ts'
import { activeLists, advisor, allLists, client, country, listed, pageOf, person, saved, team } from './shapes.ts'

const countryForm = formOf(saveCountry, 'title')
const advisorForm = formOf(saveAdvisor, 'name', 'teamId')
const teamForm = formOf(saveTeam, 'name')
const byId = only('seeResources', ({ params }: Spoken) => ({ id: idOf(params.id) }))
const page = only('seeResources', (spoken: Spoken) => listIn(spoken))

export function mountResources({ read, write }: PhraseBook): void {
  read(
    '/resources/active',
    { says: 'Every list a form picks from, active entries by name.', who: 'everybody', answer: activeLists },
    referenceLists,
    () => ({}),
    (lists) => withoutActive(shorten(lists, true)),
  )
  read(
    '/resources/all',
    { says: 'Every list a form picks from, inactive entries too.', who: 'everybody', answer: allLists },
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, false),
  )
  read(
    '/resources/active/users',
    { says: 'The active people, to assign: you first, then by name.', who: 'everybody', answer: z.array(person) },
    people,
    () => ({}),
    (users) => users.map(({ id, fullName, teamId }) => ({ id, fullName, teamId })),
  )
  read(
    '/resources/active/clients',
    {
      says: 'The active people on the government side, to suggest as recipients.',
      who: 'everybody',
      answer: z.array(client),
    },
    clients,
    () => ({}),
  )

  read(
    '/resources/countries',
    { says: 'The countries, a page at a time.', who: 'seeResources', search: listed, answer: pageOf(country) },
    countryList,
    page,
  )
  read('/resources/countries/:id', { says: 'One country.', who: 'seeResources', answer: country }, countryDetail, byId)
  // The specification saves countries under the name of customers (C-200).
  for (const path of ['/resources/customers', '/resources/countries'])
    write(
      saveMethods,
      path,
      {
        says: 'Creates a country, or updates the one that `id` names.',
        who: 'writeResources',
        body: countryForm,
        answer: saved(country),
        example: { title: 'Georgia' },
      },
      saveCountry,
      (spoken) => savedIn(spoken, countryForm),
      ({ ask, input }) => ask(countryDetail, { id: Number(input.id) }),
    )

  read(
    '/resources/advisors',
    {
      says: 'The advisors, active ones unless `active` says otherwise, a page at a time.',
      who: 'seeResources',
      search: listed,
      answer: pageOf(advisor),
    },
    advisorList,
    only('seeResources', (spoken) => listIn(spoken, true)),
  )
  read('/resources/advisors/:id', { says: 'One advisor.', who: 'seeResources', answer: advisor }, advisorDetail, byId)
  write(
    saveMethods,
    '/resources/advisors',
    {
      says: 'Creates an advisor, or updates the one that `id` names; `name` may be called `fullName`.',
      who: 'writeResources',
      body: z.extend(advisorForm, { fullName: z.optional(line) }),
      answer: saved(advisor),
      example: { name: 'Jane Roe', teamId: 3 },
    },
    saveAdvisor,
    (spoken) => savedIn(withName(spoken), advisorForm),
    ({ ask, input }) => ask(advisorDetail, { id: Number(input.id) }),
  )

  read(
    '/resources/teams',
    { says: 'The teams, a page at a time.', who: 'seeResources', search: listed, answer: pageOf(team) },
    teamList,
    page,
  )
  read('/resources/teams/:id', { says: 'One team.', who: 'seeResources', answer: team }, teamDetail, byId)
  write(
    saveMethods,
    '/resources/teams',
    {
      says: 'Creates a team, or updates the one that `id` names.',
      who: 'writeResources',
      body: teamForm,
      answer: saved(team),
      example: { name: 'Logistics' },
    },
    saveTeam,
    (spoken) => savedIn(spoken, teamForm),
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
