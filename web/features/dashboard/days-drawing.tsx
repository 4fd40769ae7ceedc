import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { formatDay, shortDay, type Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { codesOf } from '#shared/model/status.ts'
import { workPhases } from '#shared/queries/dashboard.ts'
import { radius, textSize, token, media } from '#web/theme/tokens.ts'
import { useMedia } from '#web/theme/use-media.ts'
import { Drawing } from './drawing.tsx'
import { openInFind } from './open-in-find.ts'
import type { OpenPicture } from './use-open-picture.ts'

interface DaysProps {
  teamId: number
  picture: Pick<OpenPicture, 'days' | 'late'>
}

/** What falls due on each of the next thirty days. */
export function Days({ teamId, picture: { days, late } }: DaysProps) {
  // A finger needs more room than a day has there: the table has the same links.
  const hasRoom = useMedia('(min-width: 1200px)')
  const most = Math.max(4, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const today = must(days[0]).day
  const busiest = [...days].sort((a, b) => b.count - a.count)[0]
  return (
    <Drawing
      title="Next 30 days"
      says={[
        `${counted(total)} due in 30 days`,
        ...(busiest && busiest.count > 0 ? [`busiest ${shortDay(busiest.day, today)} with ${busiest.count}`] : []),
        `${counted(late)} overdue before`,
      ].join(' · ')}
      drawing={
        <Strip>
          <LateBox to={openInFind(teamId, { status: 4 })} data-late={late > 0 || undefined}>
            <b>{counted(late)}</b> late
          </LateBox>
          {days.map(({ day, count }, at) => {
            const face = (
              <>
                <i aria-hidden style={{ height: `${(count / most) * 100}%` }} />
                <span aria-hidden>{at === 0 ? 'Today' : isMonday(day) && hasRoomFor(at) ? briefDay(day) : ''}</span>
              </>
            )
            const words = `${formatDay(day)}: ${count} due`
            return count > 0 && hasRoom ? (
              <DayLink
                key={day}
                to={dayInFind(teamId, day)}
                title={words}
                aria-label={words}
                data-soon={at <= 7 || undefined}
              >
                {face}
              </DayLink>
            ) : (
              <DayColumn
                key={day}
                title={words}
                data-rest={isWeekend(day) || undefined}
                data-soon={at <= 7 || undefined}
              >
                {face}
              </DayColumn>
            )
          })}
        </Strip>
      }
      head={['Day', 'Due']}
      rows={days.map(({ day, count }) => ({
        key: day,
        cells: [count > 0 ? <Link to={dayInFind(teamId, day)}>{formatDay(day)}</Link> : formatDay(day), String(count)],
      }))}
    />
  )
}

/** Find's calendar, at that day. */
const dayInFind = (teamId: number, day: Day) =>
  openInFind(teamId, { status: codesOf(workPhases), view: 'calendar', day })

const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isMonday = (day: Day): boolean => weekday(day) === 1
/** Between *Today* and the edge, on the smallest phone too. */
const hasRoomFor = (at: number): boolean => at > 5 && at < 26
const isWeekend = (day: Day): boolean => weekday(day) % 6 === 0
/** "Mar 12" */
const briefDay = (day: Day): string => `${formatDay(day).slice(0, 3)} ${day.slice(8)}`

const Strip = styled.div({
  display: 'grid',
  gridTemplateColumns: 'auto',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  height: '100%',
  [media.phone]: { gridTemplateColumns: '0' },
})
const LateBox = styled(Link)({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  margin: '0 12px 24px 0',
  padding: '0 14px',
  borderRadius: radius.control,
  background: token.canceledFill,
  color: token.canceledText,
  '& b': textSize.title,
  '&[data-late]': { background: token.overdueFill, color: token.overdueText },
  [media.phone]: { display: 'none' },
})
const column = {
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'center',
  margin: '0 0 24px',
  padding: '0 2px',
  borderBottom: `1px solid ${token.control}`,
  '&[data-rest]': { background: token.sunken },
  '& > i': {
    width: '100%',
    maxWidth: 22,
    borderRadius: '3px 3px 0 0',
    background: token.barEstimated,
    forcedColorAdjust: 'none',
  },
  '&[data-soon] > i': { background: token.barActual },
  '& > span': {
    position: 'absolute',
    top: 'calc(100% + 4px)',
    left: 2,
    whiteSpace: 'nowrap',
    ...textSize.small,
    color: token.text2,
  },
} as const
const DayColumn = styled.div(column)
const DayLink = styled(Link)(column, {
  '&:hover': { background: token.hover },
  '&:focus-visible': { outlineOffset: -2 },
})
