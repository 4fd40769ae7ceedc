import { useNavigate, useSearchParams } from 'react-router-dom'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { tabNames } from '#shared/model/status.ts'
import type { FilterField, FindFilters } from '#shared/queries/find.ts'

/** Names of the filters in the address, and in the query. */
const filterNames = {
  countries: 'countries',
  advisors: 'advisors',
  teams: 'teams',
  services: 'services',
  assignees: 'assignees',
  status: 'statuses',
} as const satisfies Record<string, FilterField>

export const filterLabels = {
  countries: 'Countries',
  advisors: 'Advisors',
  teams: 'Teams',
  services: 'Services',
  assignees: 'Assignees',
  statuses: 'Status',
} as const satisfies Record<FilterField, string>
export const filterFields = Object.keys(filterLabels) as FilterField[]

export type Chosen = Record<FilterField, number[]>
export type FindAddress = ReturnType<typeof useFindAddress>

/** How the result is shown. The first is what an address without one means. */
const views = ['table', 'cards', 'calendar'] as const
type View = (typeof views)[number]

/** The whole question lives in the address: a reload and a shared link ask the same. */
export function useFindAddress() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filters = readFilters(search)
  const view = views.find((name) => name === search.get('view')) ?? 'table'
  const go = (next: string) => void navigate({ search: next })

  return {
    /** Changes with the question, not with the page. */
    key: JSON.stringify(filters),
    filters,
    view,
    /** What a saved view keeps: the question and how it is shown, without the page. */
    search: searchOf(filters, view),
    query: { ...filters, page: pageNumberFrom(search.get('page') ?? undefined) },
    /** Another question; its first page, or the same month. */
    change: (next: FindFilters) => go(searchOf(next, view, placeOf(search))),
    clear: () => go(searchOf({}, view, placeOf(search))),
    /** Where the calendar of the same question stands at a month or a day. */
    at: (place: Place) => ({ search: searchOf(filters, 'calendar', place) }),
    show: (next: View) => go(searchOf(filters, next)),
    goToPage(page: number) {
      const next = new URLSearchParams(search)
      next.set('page', String(page))
      go(readable(next))
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
  const tab = tabNames.find((name) => name === search.get('tab'))
  if (tab) filters.tab = tab
  const term = search.get('term') ?? ''
  if (term.trim() !== '' && (search.get('type') ?? 'search') === 'search') filters.term = term
  return filters
}

/** The same question, as the server is asked it: a page of it, or all of it as a file. */
export function serverAddress(
  { page = 1, ...filters }: FindFilters & { page?: number },
  format?: 'csv' | 'xlsx',
): string {
  const search = writeFilters(filters)
  if (format) search.set('format', format)
  else search.set('page', String(page))
  return `${filters.term === undefined ? 'find' : 'find/search'}?${readable(search)}`
}

/** A month, `2026-12`, and a day: what an address may say of its calendar. */
interface Place {
  month?: string | null
  day?: string | null
}

const placeOf = (search: URLSearchParams): Place => ({ month: search.get('month'), day: search.get('day') })

/** The same question in the address of the page, from its first page on. */
export function searchOf(filters: FindFilters, view: View, { month, day }: Place = {}): string {
  const search = writeFilters(filters)
  if (filters.term !== undefined) search.set('type', 'search')
  if (view !== 'table') search.set('view', view)
  if (view === 'calendar' && month) search.set('month', month)
  if (view === 'calendar' && day) search.set('day', day)
  return readable(search)
}

function writeFilters({ term, tab, ...filters }: FindFilters): URLSearchParams {
  const search = new URLSearchParams(term === undefined ? {} : { term })
  for (const [name, field] of Object.entries(filterNames)) {
    const ids = filters[field]
    if (ids?.length) search.set(name, ids.join(','))
  }
  if (tab) search.set('tab', tab)
  return search
}

/** Commas need not be escaped, and people read addresses. */
const readable = (search: URLSearchParams): string => search.toString().replaceAll('%2C', ',')

export const chosenIn = (filters: FindFilters): Chosen =>
  Object.fromEntries(filterFields.map((field) => [field, filters[field] ?? []])) as Chosen

/** What is ticked and not applied, after the question in the address has become another: each choice that came or went there does so here, and the others stay. */
export const followed = (chosen: Chosen, before: FindFilters, after: FindFilters): Chosen =>
  Object.fromEntries(
    filterFields.map((field) => {
      const [was, is] = [before[field] ?? [], after[field] ?? []]
      const stays = chosen[field].filter((id) => is.includes(id) || !was.includes(id))
      return [field, [...stays, ...is.filter((id) => !was.includes(id) && !stays.includes(id))]]
    }),
  ) as Chosen

export const countFilters = (filters: FindFilters): number =>
  filterFields.filter((field) => filters[field]?.length).length
