import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'
import { errorsIn } from '#shared/kernel/input.ts'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { MIN_TERM } from '#shared/lib/words.ts'
import { line } from '#shared/model/fields.ts'
import * as messages from '#shared/model/messages.ts'
import { findTaskings, hasFilter, isTerm, type FindFilters } from '#shared/queries/find.ts'
import { notes } from './about.ts'
import type { PhraseBook, Spoken } from './mount.ts'
import { page, pageOf, taskingRow } from './shapes.ts'

const list = z.optional(line)
notes.add(list, { description: 'numbers with commas between them; the name may also come several times' })

export function mountFind({ read }: PhraseBook): void {
  read(
    '/find',
    {
      says: 'The taskings that pass every filter: open ones by due date, then closed ones, the last closed first.',
      who: 'everybody',
      search: z.extend(page, Object.fromEntries(Object.keys(filterNames).map((name) => [name, list]))),
      answer: pageOf(taskingRow),
      refuses: [422],
    },
    findTaskings,
    (spoken) => ({ ...filtersIn(spoken), page: pageNumberFrom(spoken.search.page) }),
  )
  read(
    '/find/search',
    {
      says: 'The taskings in which every word begins a word: hits in references and codes first, then the last changed.',
      who: 'everybody',
      search: z.extend(page, { term: line }),
      answer: pageOf(taskingRow),
      refuses: [422],
    },
    findTaskings,
    ({ search }) => ({ term: termIn(search.term), page: pageNumberFrom(search.page) }),
  )
}

/** Names of the filters in the address, and in the query. */
const filterNames = {
  countries: 'countries',
  services: 'services',
  assignees: 'assignees',
  teams: 'teams',
  advisors: 'advisors',
  status: 'statuses',
  statuses: 'statuses',
} as const satisfies Record<string, keyof FindFilters>

/** Without a filter there is nothing to answer, and an empty page would say that there are no taskings (C-191). */
function filtersIn({ searchAll }: Spoken): FindFilters {
  const filters: FindFilters = {}
  for (const [name, field] of Object.entries(filterNames)) {
    const numbers = numbersIn(name, searchAll[name] ?? [])
    if (numbers.length > 0) filters[field] = [...(filters[field] ?? []), ...numbers]
  }
  if (!hasFilter(filters)) throw unanswerable(messages.noFilter)
  return filters
}

/** A comma list, the same name several times, or both (C-190). Leaving out what is no number would find too much. */
function numbersIn(name: string, lists: string[]): number[] {
  const texts = lists.flatMap((list) => list.split(',').map((text) => text.trim())).filter((text) => text !== '')
  if (!texts.every((text) => /^\d{1,15}$/.test(text)))
    throw unanswerable(`${name} takes numbers, with commas between them.`)
  return texts.map(Number)
}

function termIn(term: string | undefined): string {
  const errors = term === undefined ? [] : errorsIn(z.object({ term: line }), { term })
  if (errors[0]) throw new HTTPException(422, { message: errors[0].message, cause: { errors } })
  if (!isTerm(term)) throw unanswerable(`Please type a word of at least ${MIN_TERM} characters.`)
  return term
}

const unanswerable = (message: string): HTTPException => new HTTPException(422, { message })
