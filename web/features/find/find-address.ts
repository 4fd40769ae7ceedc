import { useNavigate, useSearchParams } from 'react-router-dom'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import type { FindFilters } from '#shared/queries/find.ts'

/** Names of the filters in the address, and in the query. */
export const filterNames = {
  countries: 'countries',
  advisors: 'advisors',
  teams: 'teams',
  services: 'services',
  assignees: 'assignees',
  status: 'statuses',
} as const satisfies Record<string, Exclude<keyof FindFilters, 'term' | 'ids'>>
export type FilterName = keyof typeof filterNames

export type Chosen = Record<FilterName, number[]>
export type FindAddress = ReturnType<typeof useFindAddress>

/** The whole question lives in the address: a reload and a shared link ask the same. */
export function useFindAddress() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filters = readFilters(search)
  const go = (next: URLSearchParams) => void navigate({ search: readable(next) })

  return {
    /** Changes with the question, not with the page. */
    key: JSON.stringify(filters),
    filters,
    query: { ...filters, page: pageNumberFrom(search.get('page') ?? undefined) },
    apply: (chosen: Chosen) => go(writeFilters(chosen, search)),
    clear: () => go(new URLSearchParams()),
    goToPage(page: number) {
      const next = new URLSearchParams(search)
      next.set('page', String(page))
      go(next)
      window.scrollTo({ top: 0 })
    },
  }
}

/** A comma list, or the same name several times (C-190). `0` is a choice like any other (C-004). */
export function readFilters(search: URLSearchParams): FindFilters {
  const filters: FindFilters = {}
  for (const [name, field] of Object.entries(filterNames)) {
    const numbers = search
      .getAll(name)
      .flatMap((list) => list.split(','))
      .filter((text) => /^\d+$/.test(text.trim()))
      .map(Number)
    if (numbers.length > 0) filters[field] = [...new Set(numbers)]
  }
  const term = search.get('term') ?? ''
  if (term.trim() !== '' && (search.get('type') ?? 'search') === 'search') filters.term = term
  return filters
}

/** The same question, as the server is asked it. */
export function serverAddress({ term, page = 1, ...filters }: FindFilters & { page?: number }): string {
  const search = new URLSearchParams(term === undefined ? {} : { term })
  for (const [name, field] of Object.entries(filterNames)) {
    const ids = filters[field]
    if (ids?.length) search.set(name, ids.join(','))
  }
  search.set('page', String(page))
  return `${term === undefined ? 'find' : 'find/search'}?${readable(search)}`
}

/** What was searched for stays; the page starts anew. */
function writeFilters(chosen: Chosen, before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams()
  const term = before.get('term')
  if (term) {
    next.set('type', 'search')
    next.set('term', term)
  }
  for (const [name, ids] of Object.entries(chosen)) {
    if (ids.length > 0) next.set(name, ids.join(','))
  }
  return next
}

/** Commas need not be escaped, and people read addresses. */
const readable = (search: URLSearchParams): string => search.toString().replaceAll('%2C', ',')

export const chosenIn = (filters: FindFilters): Chosen => ({
  countries: filters.countries ?? [],
  advisors: filters.advisors ?? [],
  teams: filters.teams ?? [],
  services: filters.services ?? [],
  assignees: filters.assignees ?? [],
  status: filters.statuses ?? [],
})

export const countFilters = (filters: FindFilters): number =>
  Object.values(chosenIn(filters)).filter((ids) => ids.length > 0).length
