import { useSearchParams } from 'react-router-dom'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import type { Reference } from '#shared/reference/reference.ts'

/** What a list shows, read from the URL and written to it: page, words, active or not, and the row above it. */
export function useOfficeAddress({ filters = {} }: Pick<Reference, 'filters'>) {
  const [search, setSearch] = useSearchParams()
  const page = pageNumberFrom(search.get('page') ?? undefined)
  const term = search.get('q') ?? ''
  const isActive = search.get('active') !== '0'
  const above = Object.entries(filters).flatMap(([name, column]) => {
    const id = Number(search.get(name))
    return Number.isSafeInteger(id) && id > 0 ? [[column, id] as const] : []
  })
  const change = (changed: Record<string, string>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  return {
    page,
    term,
    isActive,
    /** Which rows of the table above are meant: `bocId: 3`. */
    above: Object.fromEntries(above) as Record<string, number>,
    /** To be carried along by links that stay in this office. */
    search: search.size > 0 ? `?${search.toString()}` : '',
    change,
    goToPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
    find: (words: string) => change({ q: words, page: '' }, true),
    show: (active: boolean) => change({ active: active ? '' : '0', page: '' }),
  }
}
export type OfficeAddress = ReturnType<typeof useOfficeAddress>
