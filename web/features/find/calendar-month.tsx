import styled from '@emotion/styled'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { formatDay, formatMonth, type Day } from '#shared/lib/day.ts'
import { statusCodes, type Status } from '#shared/model/status.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { paths } from '#web/parts/paths.ts'
import { iconOf, toneOf } from '#web/parts/status.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, textSize, token, toneFill, toneText } from '#web/theme/tokens.ts'
import { Card } from '#web/ui/panel.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { dayName, entriesOf, needsRoom, weekdays } from './calendar-layout.ts'
import type { Due } from './use-due.ts'

/** Weeks as rows; a weekend is narrow unless something is due on it or it is today. */
export function MonthGrid(due: Due) {
  const { month, weeks, isKnown } = due
  return (
    <>
      <Card>
        <Grid aria-label={`Due in ${formatMonth(month)}`} aria-busy={!isKnown}>
          <colgroup>
            {needsRoom(weeks, due.byDay, due.today).map((wide, at) => (
              <col key={weekdays[at]} style={{ width: wide ? undefined : 44 }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col">
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <DayCell key={day} day={day} due={due} />
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
      </Card>
      <Legend rows={due.rows} />
    </>
  )
}

function DayCell({ day, due: { month, day: chosen, today, address, byDay, isKnown } }: { day: Day; due: Due }) {
  const rows = byDay.get(day) ?? []
  const isChosen = day === chosen
  const isOut = !day.startsWith(month)
  const { entries, more } = entriesOf(rows, isChosen)
  const cell = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    if (isChosen && isKnown) cell.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, isKnown])
  // One link in one place, so that the focus stays on it.
  const canFold = isChosen && entriesOf(rows, false).more > 0
  return (
    <td ref={cell} data-out={isOut || undefined} data-chosen={isChosen || undefined}>
      <DayHead aria-current={day === today ? 'date' : undefined}>
        <h3>
          <VisuallyHidden>{`${dayName(day)}${isChosen ? ', chosen' : ''}`}</VisuallyHidden>
          <span aria-hidden>{isOut && day.endsWith('-01') ? briefDay(day) : Number(day.slice(8))}</span>
        </h3>
        {day === today && <b>Today</b>}
        {rows.length > 0 && (
          <small>
            {rows.length}
            <VisuallyHidden> due</VisuallyHidden>
          </small>
        )}
      </DayHead>
      {entries.length > 0 && (
        <Entries>
          {entries.map((row) => (
            <li key={row.id}>
              <Entry row={row} />
            </li>
          ))}
        </Entries>
      )}
      {(more > 0 || canFold) && (
        <More to={address.at({ month, day: isChosen ? null : day })} preventScrollReset>
          {canFold ? 'Show fewer' : `${more} more`}
          <VisuallyHidden>, {dayName(day)}</VisuallyHidden>
        </More>
      )}
    </td>
  )
}

function Entry({ row }: { row: TaskingRow }) {
  const tone = toneOf(row.state)
  return (
    <EntryLink
      to={paths.project(row.id)}
      title={`${row.name} ${row.description} · ${row.status}`}
      style={{ background: toneFill(tone), color: toneText(tone) }}
    >
      <Icon name={iconOf(row.state)} size={14} />
      <span>
        <b>{row.name}</b> <span>{row.description}</span>
        <VisuallyHidden>, {row.status}</VisuallyHidden>
      </span>
    </EntryLink>
  )
}

/** What the colours and the icons of this month mean, and how many there are of each. */
function Legend({ rows }: { rows: readonly TaskingRow[] }) {
  const states = (Object.keys(statusCodes) as Status[])
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <Meanings aria-label="By status">
      {states.map(({ state, count }) => (
        <li key={state} style={{ color: toneText(toneOf(state)) }}>
          <Icon name={iconOf(state)} size={14} />
          {counted(count)} {statusCodes[state].label}
        </li>
      ))}
    </Meanings>
  )
}

/** "Apr 1" */
const briefDay = (day: Day): string => `${formatDay(day).slice(0, 3)} ${Number(day.slice(8))}`

const Grid = styled.table({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': {
    height: 32,
    padding: '0 8px',
    textAlign: 'left',
    ...textSize.small,
    fontWeight: 500,
    color: token.text2,
    background: token.sunken,
  },
  '& abbr': { textDecoration: 'none' },
  '& td': { height: 114, padding: 4, verticalAlign: 'top', borderTop: `1px solid ${token.divider}` },
  '& td + td': { borderLeft: `1px solid ${token.divider}` },
  '& td:nth-of-type(n + 6), & td[data-out]': { background: token.sunken },
  '& td[data-chosen]': { boxShadow: `inset 0 0 0 2px ${token.primary}`, scrollMargin: '72px 0 24px' },
})
const DayHead = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  padding: '0 4px',
  ...textSize.small,
  fontVariantNumeric: 'tabular-nums',
  '& h3': { ...textSize.body, fontWeight: 600, whiteSpace: 'nowrap' },
  'td[data-out] & h3': { fontWeight: 400, color: token.text2 },
  '& b': { fontWeight: 500, color: token.primary, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& small': { marginLeft: 'auto', fontSize: 12, color: token.text2 },
  '&[aria-current] h3 > [aria-hidden]': {
    display: 'grid',
    placeContent: 'center',
    minWidth: 24,
    minHeight: 24,
    marginLeft: -4,
    borderRadius: radius.pill,
    background: token.primary,
    color: token.onPrimary,
  },
})
const Entries = styled.ul({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, marginTop: 2 })
const EntryLink = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  padding: '0 4px',
  borderRadius: radius.chip,
  ...textSize.small,
  // What is only read aloud stands behind the cut text, and would widen the page from there.
  '& > span': {
    position: 'relative',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& b': { fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& b + span': { color: token.text },
  [media.coarse]: { minHeight: 44 },
})
const More = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  minHeight: 24,
  padding: '0 4px',
  ...textSize.small,
  fontWeight: 500,
  [media.coarse]: { minHeight: 44 },
})
const Meanings = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  marginTop: 12,
  ...textSize.small,
  '& li': { display: 'flex', alignItems: 'center', gap: 4 },
})
