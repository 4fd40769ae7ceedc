import { useSearchParams } from 'react-router-dom'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import type { Reference } from '#shared/reference/reference.ts'

/** Which rows of a list are meant. */
export type Which = 'all' | 'active' | 'inactive'

type Listed = Pick<Reference, 'filters'> & { rest: Pick<Reference['rest'], 'list'> }

/** What a list shows, read from the URL and written to it: page, words, which rows, and the row above it. */
export function useOfficeAddress({ filters = {}, rest: { list: usual = 'all' } }: Listed) {
  const [search, setSearch] = useSearchParams()
  const page = pageNumberFrom(search.get('page') ?? undefined)
  const term = search.get('q') ?? ''
  const which = asked[search.get('active') ?? ''] ?? usual
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
    which,
    /** Which rows of the table above are meant: `bocId: 3`. */
    above: Object.fromEntries(above) as Record<string, number>,
    /** To be carried along by links that stay in this office. */
    search: search.size > 0 ? `?${search.toString()}` : '',
    change,
    goToPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
    find: (words: string) => change({ q: words, page: '' }, true),
    show: (next: Which) => change({ active: next === usual ? '' : next === 'active' ? '1' : '0', page: '' }),
  }
}

/** As the service takes it: without it a list shows what it usually does (C-206). */
const asked: Readonly<Record<string, Which>> = { '1': 'active', '0': 'inactive' }
export type OfficeAddress = ReturnType<typeof useOfficeAddress>
