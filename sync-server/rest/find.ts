import { HTTPException } from 'hono/http-exception'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { MIN_TERM } from '#shared/lib/words.ts'
import { messages } from '#shared/model/messages.ts'
import { findTaskings, hasFilter, isTerm, type FindFilters } from '#shared/queries/find.ts'
import type { PhraseBook, Spoken } from './mount.ts'

export function mountFind({ read }: PhraseBook): void {
  read('/find', findTaskings, (spoken) => ({ ...filtersIn(spoken), page: pageNumberFrom(spoken.search.page) }))
  read('/find/search', findTaskings, ({ search }) => ({ term: termIn(search.term), page: pageNumberFrom(search.page) }))
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
  if (!isTerm(term)) throw unanswerable(`Please type a word of at least ${MIN_TERM} characters.`)
  return term
}

const unanswerable = (message: string): HTTPException => new HTTPException(422, { message })
