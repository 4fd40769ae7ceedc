import styled from '@emotion/styled'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { addDays, type Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { radius, textSize, token } from '#web/theme/tokens.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { dayName, weekOf, weekdays } from './calendar-layout.ts'
import type { Due } from './use-due.ts'

/** A week of days to choose from, what is overdue in the month, and what is due from the chosen day to the end of its week. */
export function Agenda(due: Due) {
  const { month, today, address, rows, isKnown } = due
  const isInMonth = (day: Day | null): day is Day => day?.startsWith(month) ?? false
  const chosen = [due.day, today].find(isInMonth) ?? `${month}-01`
  const week = weekOf(chosen)
  const overdue = rows.filter(({ state }) => state === 'overdue')
  const following = week.filter((day) => day === chosen || (day > chosen && due.byDay.has(day)))
  return (
    <>
      <Strip aria-label="Days of the week">
        {week.map((day, at) => {
          const count = due.byDay.get(day)?.length ?? 0
          return (
            <li key={day}>
              <DayLink to={address.at({ day })} aria-current={day === chosen ? 'date' : undefined} preventScrollReset>
                <VisuallyHidden>{`${day === today ? 'Today, ' : ''}${dayName(day)}, ${count} due`}</VisuallyHidden>
                <small aria-hidden>{weekdays[at]?.slice(0, 1)}</small>
                <b aria-hidden>{Number(day.slice(8))}</b>
                <i aria-hidden>
                  {Array.from({ length: Math.min(3, count) }, (_, dot) => (
                    <span key={dot} />
                  ))}
                </i>
              </DayLink>
            </li>
          )
        })}
      </Strip>
      {overdue.length > 0 && <Overdue key={month} rows={overdue} />}
      {following.map((day) => (
        <DayOf key={day} day={day} rows={due.byDay.get(day) ?? []} isToday={day === today} isKnown={isKnown} />
      ))}
      <Turns>
        <ButtonLink variant="outlined" icon="chevron-left" to={address.at({ day: addDays(must(week[0]), -7) })}>
          Week before
        </ButtonLink>
        <ButtonLink variant="outlined" endIcon="chevron-right" to={address.at({ day: addDays(must(week[0]), 7) })}>
          Next week
        </ButtonLink>
      </Turns>
    </>
  )
}

/** One row that unfolds. */
function Overdue({ rows }: { rows: readonly TaskingRow[] }) {
  const [open, setOpen] = useState(false)
  return (
    <section>
      <OverdueRow type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="clock-alert" size={18} />
        <span>{counted(rows.length)} overdue this month</span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={18} />
      </OverdueRow>
      {open && (
        <Card>
          <TaskingTable rows={rows} variant="full" label="Overdue this month" cards empty={null} />
        </Card>
      )}
    </section>
  )
}

interface DayOfProps {
  day: Day
  rows: readonly TaskingRow[]
  isToday: boolean
  isKnown: boolean
}

function DayOf({ day, rows, isToday, isKnown }: DayOfProps) {
  return (
    <section>
      <DayTitle>
        <h3>{isToday ? `Today, ${dayName(day)}` : dayName(day)}</h3>
        {isKnown && <span>{rows.length > 0 ? countOf(rows.length, 'tasking') : 'Nothing due'}</span>}
      </DayTitle>
      {rows.length > 0 && (
        <Card>
          <TaskingTable rows={rows} variant="full" label={dayName(day)} cards empty={null} />
        </Card>
      )}
    </section>
  )
}

const Strip = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  margin: '0 -12px 12px',
  padding: '0 4px 8px',
  borderBottom: `1px solid ${token.divider}`,
})
const DayLink = styled(Link)({
  display: 'grid',
  justifyItems: 'center',
  gap: 4,
  padding: '6px 0',
  borderRadius: radius.control,
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '& small': { ...textSize.small, color: token.text2 },
  '& b': {
    ...textSize.large,
    display: 'grid',
    placeContent: 'center',
    width: 'min(2rem, 100%)',
    height: '1.75rem',
    borderRadius: radius.pill,
    fontWeight: 500,
    fontVariantNumeric: 'tabular-nums',
  },
  '&[aria-current] b': { background: token.primary, color: token.onPrimary },
  '& i': { display: 'flex', gap: 2, height: 6 },
  '& i span': { width: 6, height: 6, borderRadius: '50%', background: token.primary, forcedColorAdjust: 'none' },
})
const OverdueRow = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 44,
  marginBottom: 8,
  padding: '0 12px',
  borderRadius: radius.control,
  background: token.overdueFill,
  color: token.overdueText,
  fontWeight: 500,
  textAlign: 'left',
  '& > span': { flex: 1 },
})
const DayTitle = styled.div({
  display: 'flex',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  gap: '0 8px',
  padding: '12px 4px 6px',
  '& h3': textSize.heading,
  '& span': { ...textSize.small, color: token.text2 },
})
const Turns = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 8, marginTop: 16 })
