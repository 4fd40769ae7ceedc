export interface Paged<T> {
  items: T[]
  pageNumber: number
  totalPages: number
  totalItems: number
  pageNumbers: number[]
}

export const PAGE_SIZE = 20

/** Reads `page=` of a URL: blank or invalid means 1 (C-192). */
export function pageNumberFrom(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? Math.min(page, Number.MAX_SAFE_INTEGER) : 1
}

/** Where a page starts; a page beyond the last is the last (C-192). */
export function pageWindow(page: number, totalItems: number, size = PAGE_SIZE) {
  const totalPages = Math.max(1, Math.ceil(totalItems / size))
  const pageNumber = Math.min(Math.max(1, page), totalPages)
  return { pageNumber, totalPages, totalItems, offset: pageNumber > 1 ? (pageNumber - 1) * size : 0, limit: size }
}

/** All pages when there are at most ten, else ten around the current one (C-193). */
export function pageNumbers(pageNumber: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(pageNumber - 5, totalPages - 9))
  const last = Math.min(totalPages, first + 9)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** One page out of `totalItems`, of which `itemsAt` gives any stretch. */
export function pageAt<T>(
  page: number,
  totalItems: number,
  itemsAt: (offset: number, limit: number) => T[],
  size = PAGE_SIZE,
): Paged<T> {
  const { pageNumber, totalPages, offset, limit } = pageWindow(page, totalItems, size)
  return {
    items: itemsAt(offset, limit),
    pageNumber,
    totalPages,
    totalItems,
    pageNumbers: pageNumbers(pageNumber, totalPages),
  }
}

/** One page out of rows that are all at hand. */
export const pageOf = <T>(rows: T[], page: number, size = PAGE_SIZE): Paged<T> =>
  pageAt(page, rows.length, (offset, limit) => rows.slice(offset, offset + limit), size)
