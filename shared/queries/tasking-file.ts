import type { AnswerOf, AnyQuery, InputOf } from '../kernel/query.ts'
import { CSV_MARK, csvLine } from '../lib/csv.ts'
import { xlsx, type Cell } from '../lib/xlsx.ts'
import type { ByteTools } from '../lib/zip.ts'
import { foundIds, taskingRows, type FindFilters } from './find.ts'
import { nameShown, type TaskingRow } from './tasking-row.ts'

export const fileFormats = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileFormat = keyof typeof fileFormats

type Ask = <Q extends AnyQuery>(query: Q, input: InputOf<Q>) => Promise<AnswerOf<Q>>

/**
 * All that is found, in the columns of the list, as a file that grows: the ids first, so that what is written meanwhile moves no row,
 * and then rows in portions. At most `MOST_EXPORTED` (C-258).
 */
export async function* taskingFile(
  format: FileFormat,
  filters: FindFilters,
  ask: Ask,
  tools: ByteTools,
): AsyncGenerator<Uint8Array> {
  const { ids } = await ask(foundIds, filters)
  if (format === 'xlsx') yield* xlsx({ name: 'Taskings', columns, rows: portions(ids, ask) }, tools)
  else {
    yield tools.encode(CSV_MARK + csvLine(columns.map(({ header }) => header)))
    for await (const rows of portions(ids, ask))
      yield tools.encode(rows.map((cells) => csvLine(cells.map(plain))).join(''))
  }
}

const PORTION = 500

async function* portions(ids: readonly number[], ask: Ask): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += PORTION) {
    const rows = await ask(taskingRows, { ids: ids.slice(from, from + PORTION) })
    yield rows.map((row) => columns.map(({ cell }) => cell(row)))
  }
}

const plain = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.day)

/** The columns of Find (C-059), and what they are called there. */
const columns: { header: string; width: number; cell: (row: TaskingRow) => Cell }[] = [
  { header: 'Tasking', width: 14, cell: (row) => row.name },
  { header: 'Description', width: 60, cell: (row) => row.description },
  { header: 'Pool Code', width: 12, cell: (row) => row.poolCode },
  { header: 'Country', width: 20, cell: (row) => nameShown(row, 'country') },
  { header: 'Team', width: 20, cell: (row) => nameShown(row, 'team') },
  { header: 'Advisor', width: 20, cell: (row) => nameShown(row, 'advisor') },
  { header: 'Assignee', width: 20, cell: (row) => nameShown(row, 'assignee') || 'Unassigned' },
  { header: 'Status', width: 26, cell: (row) => row.status },
  { header: 'Due', width: 20, cell: (row) => ({ day: row.dueDate }) },
]
