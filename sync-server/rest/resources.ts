import type { PhraseBook } from './mount.ts'
import { people } from '#shared/queries/requests.ts'
import { referenceLists } from './questions.ts'

export function mountResources({ read }: PhraseBook): void {
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
}

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
