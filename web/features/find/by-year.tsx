import styled from '@emotion/styled'
import { Fragment, type ReactNode } from 'react'
import { counted } from '#shared/lib/counted.ts'
import { addDays, formatMonth, type Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { nextYear, yearOf } from '#shared/queries/dashboard.ts'
import type { CompletedYear } from '#shared/queries/find.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'

interface ByYearProps {
  rows: readonly TaskingRow[]
  years: readonly CompletedYear[]
  /** The table of one year. */
  table: (rows: TaskingRow[], year: string) => ReactNode
}

/** What was completed, under the years in which it was, and how many each has: the present one as many as its card says (C-040). */
export function ByYear({ rows, years, table }: ByYearProps) {
  const { organisation } = useDevice()
  const groups: { since: Day; rows: TaskingRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    // One that this device has not heard of yet as completed stays where the server has it.
    const since = row.completedDate ? yearOf(row.completedDate, { organisation }) : must(last ?? years[0]).since
    if (last?.since === since) last.rows.push(row)
    else groups.push({ since, rows: [row] })
  }
  return groups.map(({ since, rows }) => {
    const count = years.find((year) => year.since === since)?.count
    const words = wordsOf(since)
    return (
      <Fragment key={since}>
        <Year>
          {words}
          {count !== undefined && <span> · {counted(count)} completed</span>}
        </Year>
        {table(rows, words)}
      </Fragment>
    )
  })
}

/** `2026`, or `October 2025 to September 2026` where years do not begin with the calendar's. */
function wordsOf(since: Day): string {
  if (since.slice(5) === '01-01') return since.slice(0, 4)
  return `${formatMonth(since)} to ${formatMonth(addDays(nextYear(since), -1))}`
}

const Year = styled.h2({
  padding: '12px 20px',
  ...textSize.heading,
  fontVariantNumeric: 'tabular-nums',
  borderBottom: `1px solid ${token.divider}`,
  [media.phone]: { padding: '12px 16px' },
  'div + &': { borderTop: `1px solid ${token.divider}` },
  '& > span': { fontWeight: 400, color: token.text2 },
})
