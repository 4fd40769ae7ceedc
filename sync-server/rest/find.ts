import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'
import { errorsIn } from '#shared/kernel/input.ts'
import type { InputOf } from '#shared/kernel/query.ts'
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
  const search = z.extend(page, {
    ...Object.fromEntries(Object.keys(filterNames).map((name) => [name, list])),
    term: z.optional(line),
  })
  read(
    '/find',
    {
      says: 'The taskings that pass every filter: open ones by due date, then closed ones, the last closed first. With a term as find/search.',
      who: 'everybody',
      search,
      answer: pageOf(taskingRow),
      refuses: [422],
    },
    findTaskings,
    (spoken) => questionIn(spoken),
  )
  read(
    '/find/search',
    {
      says: 'The taskings in which every word begins a word, and that pass every filter: hits in references and codes first, then the last changed.',
      who: 'everybody',
      search: z.extend(search, { term: line }),
      answer: pageOf(taskingRow),
      refuses: [422],
    },
    findTaskings,
    (spoken) => questionIn(spoken, { needsTerm: true }),
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
} as const satisfies Record<string, Exclude<keyof FindFilters, 'term' | 'ids'>>

/**
 * Words and filters narrow each other (C-083). Without any there is nothing to answer, and an empty page would say that there
 * are no taskings (C-191).
 */
function questionIn({ search, searchAll }: Spoken, { needsTerm = false } = {}): InputOf<typeof findTaskings> {
  const filters: FindFilters = {}
  for (const [name, field] of Object.entries(filterNames)) {
    const numbers = numbersIn(name, searchAll[name] ?? [])
    if (numbers.length > 0) filters[field] = [...(filters[field] ?? []), ...numbers]
  }
  const { term = '' } = search
  if (needsTerm || term.trim() !== '') filters.term = readable(term)
  if (!hasFilter(filters)) throw unanswerable(messages.noFilter)
  return { ...filters, page: pageNumberFrom(search.page) }
}

/** A comma list, the same name several times, or both (C-190). Leaving out what is no number would find too much. */
function numbersIn(name: string, lists: string[]): number[] {
  const texts = lists.flatMap((list) => list.split(',').map((text) => text.trim())).filter((text) => text !== '')
  if (!texts.every((text) => /^\d{1,15}$/.test(text)))
    throw unanswerable(`${name} takes numbers, with commas between them.`)
  return texts.map(Number)
}

function readable(term: string): string {
  const errors = errorsIn(z.object({ term: line }), { term })
  if (errors[0]) throw new HTTPException(422, { message: errors[0].message, cause: { errors } })
  if (!isTerm(term)) throw unanswerable(`Please type a word of at least ${MIN_TERM} characters.`)
  return term
}

const unanswerable = (message: string): HTTPException => new HTTPException(422, { message })
