import type { Paged } from '#shared/lib/paging.ts'
import { askDevice } from '#web/data/use-query.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { listAsCsv } from './csv.ts'
import type { Office } from './offices.ts'

/** Every page of what a list shows, as one file. */
export async function exportList(
  open: Parameters<typeof askDevice>[0],
  { of, list }: Office,
  asked: Readonly<Record<string, unknown>>,
): Promise<void> {
  const rows: object[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = (await askDevice(open, list, { ...asked, page })) as Paged<object>
    rows.push(...answer.items)
    last = answer.totalPages
  }
  saveFile(`${of.words.many}.csv`, new Blob([listAsCsv(of, rows)], { type: 'text/csv' }))
}
