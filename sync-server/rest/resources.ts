import * as z from 'zod/mini'
import { byName } from '#shared/reference/ask.ts'
import { people } from '#shared/queries/requests.ts'
import { activeSubservices } from '#shared/reference/subservices.ts'
import { clients } from '#shared/reference/users.ts'
import { idOf, pick, type PhraseBook } from './mount.ts'
import { referenceLists } from './questions.ts'
import { activeLists, allLists, choice, client, person } from './shapes.ts'

/** What forms pick from. */
export function mountResources({ read }: PhraseBook): void {
  read(
    '/resources/active',
    { says: 'Every list a form picks from, active entries by name.', who: 'everybody', answer: activeLists },
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, (row) => row.active, []),
  )
  read(
    '/resources/all',
    { says: 'Every list a form picks from, inactive entries too.', who: 'everybody', answer: allLists },
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, () => true, ['active']),
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
    '/settings/services/:id/subservices/active',
    { says: 'The active sub-services of a service, to pick from.', who: 'everybody', answer: z.array(choice) },
    activeSubservices,
    ({ params }) => ({ bocId: idOf(params.id) }),
  )
}

/** The column each list goes by, and what else it tells. */
const listed = {
  countries: ['title'],
  advisors: ['name'],
  teams: ['name'],
  bocs: ['name'],
  projectTypes: ['name', 'teamId'],
  users: ['fullName'],
} as const
type Row = { id: number; active: boolean }

const shorten = (lists: Record<keyof typeof listed, Row[]>, isWanted: (row: Row) => boolean, more: readonly string[]) =>
  Object.fromEntries(
    Object.entries(listed).map(([list, [named, ...others]]) => [
      list,
      byName(lists[list as keyof typeof listed].filter(isWanted), named).map((row) =>
        pick({ ...row }, ['id', named, ...others, ...more]),
      ),
    ]),
  )
