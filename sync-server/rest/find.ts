import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'
import type { InputOf } from '#shared/kernel/query.ts'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { MIN_TERM } from '#shared/lib/words.ts'
import { line } from '#shared/model/fields.ts'
import * as messages from '#shared/model/messages.ts'
import { tabNames, type TabName } from '#shared/model/status.ts'
import { fileFormats, type FileFormat } from '#shared/queries/tasking-file.ts'
import { findTaskings, hasFilter, isTerm, type FindFilters } from '#shared/queries/find.ts'
import { createFiles } from './find-file.ts'
import { notes } from './about.ts'
import { asTerm } from './fields.ts'
import type { PhraseBook, Spoken } from './mount.ts'
import { completedYear, page, pageOf, taskingRow } from './shapes.ts'

const list = z.optional(line)
notes.add(list, { description: 'numbers with commas between them; the name may also come several times' })

export function mountFind({ read }: PhraseBook): void {
  const search = z.extend(page, {
    ...Object.fromEntries(Object.keys(filterNames).map((name) => [name, list])),
    tab: z.optional(z.enum(tabNames)),
    term: z.optional(line),
    format: z.optional(z.enum(formats)),
  })
  const toFile = createFiles()
  const shape = (found: object, spoken: Spoken) => {
    const { format } = spoken.search
    return isFormat(format) ? toFile(format, filtersIn(spoken), spoken) : found
  }
  read(
    '/find',
    {
      says: 'The taskings that pass every filter: open ones by due date, then closed ones, the last closed first. With status=5 also how many were completed in each year of the page. With a term as find/search. With a format all of them as a file, at most 100,000.',
      search,
      answer: z.extend(pageOf(taskingRow), { years: z.optional(z.array(completedYear)) }),
      refuses: [422, 429],
    },
    findTaskings,
    (spoken) => questionIn(spoken),
    shape,
  )
  read(
    '/find/search',
    {
      says: 'The taskings in which every word begins a word, and that pass every filter: hits in references and codes first, then the last changed. With a format all of them as a file, at most 100,000.',
      search: z.extend(search, { term: line }),
      answer: pageOf(taskingRow),
      refuses: [422, 429],
    },
    findTaskings,
    (spoken) => questionIn(spoken, { needsTerm: true }),
    shape,
  )
}

const formats = Object.keys(fileFormats) as FileFormat[]
const isFormat = (text: string | undefined): text is FileFormat => formats.some((format) => format === text)

/** Names of the filters in the address, and in the query. */
const filterNames = {
  countries: 'countries',
  services: 'services',
  assignees: 'assignees',
  teams: 'teams',
  advisors: 'advisors',
  status: 'statuses',
  statuses: 'statuses',
} as const satisfies Record<string, Exclude<keyof FindFilters, 'term' | 'ids' | 'tab'>>

/**
 * Words and filters narrow each other (C-083). Without any there is nothing to answer, and an empty page would say that there
 * are no taskings (C-191).
 */
const questionIn = (spoken: Spoken, how?: { needsTerm: boolean }): InputOf<typeof findTaskings> => ({
  ...filtersIn(spoken, how),
  page: pageNumberFrom(spoken.search.page),
})

function filtersIn({ search, searchAll }: Spoken, { needsTerm = false } = {}): FindFilters {
  const filters: FindFilters = {}
  for (const [name, field] of Object.entries(filterNames)) {
    const numbers = numbersIn(name, searchAll[name] ?? [])
    if (numbers.length > 0) filters[field] = [...(filters[field] ?? []), ...numbers]
  }
  const { term = '', tab = '' } = search
  if (tab !== '') filters.tab = tabIn(tab)
  if (needsTerm || term.trim() !== '') filters.term = readable(term)
  if (!hasFilter(filters)) throw unanswerable(messages.noFilter)
  if (search.format && !isFormat(search.format))
    throw unanswerable(`There is no such format; there are ${formats.join(', ')}.`)
  return filters
}

/** A comma list, the same name several times, or both (C-190). Leaving out what is no number would find too much. */
function numbersIn(name: string, lists: string[]): number[] {
  const texts = lists.flatMap((list) => list.split(',').map((text) => text.trim())).filter((text) => text !== '')
  if (!texts.every((text) => /^\d{1,15}$/.test(text)))
    throw unanswerable(`${name} takes numbers, with commas between them.`)
  return texts.map(Number)
}

function tabIn(text: string): TabName {
  const tab = tabNames.find((name) => name === text)
  if (!tab) throw unanswerable(`There is no such tab; there are ${tabNames.join(', ')}.`)
  return tab
}

function readable(term: string): string {
  if (!isTerm(asTerm(term))) throw unanswerable(`Please type a word of at least ${MIN_TERM} characters.`)
  return term
}

const unanswerable = (message: string): HTTPException => new HTTPException(422, { message })
