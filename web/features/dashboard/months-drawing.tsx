import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { formatMonth } from '#shared/lib/day.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import { monthsOfWork } from '#shared/queries/months.ts'
import { useAnswer, useMeta } from '#web/data/use-query.ts'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { Drawing } from './drawing.tsx'

type Month = AnswerOf<typeof monthsOfWork>[number]

/** The server's counts, because a device lets go of what was closed long ago; the device's own while the server is out of reach. */
function useMonths(teamId: number): { months: readonly Month[] | undefined; whole: boolean; keptDays: number } {
  const { keptDays } = useYearOnDevice()
  const position = useMeta('position')
  const isKept = keptDays > 366
  const path = teamId > 0 ? `dashboard/months?team=${teamId}` : 'dashboard/months'
  const answer = useServerAnswer<Month[]>(position?.ready && !isKept ? path : null)
  const own = useAnswer(monthsOfWork, { teamId }, position !== undefined && answer.body === null && !answer.isAwaited)
  return { months: answer.body ?? own, whole: isKept || answer.body !== null, keptDays }
}

/** Completed and new, month by month. */
export function Months({ teamId }: { teamId: number }) {
  const { months, whole, keptDays } = useMonths(teamId)
  const last = months?.at(-1)
  const most = niceAbove(Math.max(1, ...(months ?? []).flatMap(({ created, completed }) => [created, completed])))
  const height = (count: number) => (count / most) * 100
  return (
    <Drawing
      title="Twelve months"
      legend={[
        { colour: token.completedText, label: 'Completed' },
        { colour: token.barEstimated, label: 'New' },
      ]}
      says={
        last &&
        `${formatMonth(last.month)} so far: ${last.completed} completed, ${last.created} new${whole ? '' : ` · on this device, which keeps closed ones for ${keptDays} days`}`
      }
      drawing={
        <Chart>
          <Scale aria-hidden>
            <span>{most}</span>
            <span>{most / 2}</span>
            <span>0</span>
          </Scale>
          <svg
            viewBox="0 0 120 100"
            preserveAspectRatio="none"
            role="img"
            aria-label="Completed and new taskings of the last twelve months"
          >
            {[0, 50].map((y) => (
              <line key={y} x1={0} x2={120} y1={y} y2={y} stroke={token.divider} vectorEffect="non-scaling-stroke" />
            ))}
            <line x1={0} x2={120} y1={100} y2={100} stroke={token.control} vectorEffect="non-scaling-stroke" />
            {months?.map(({ month, created, completed }, at) => (
              <g key={month} opacity={at === months.length - 1 ? 0.6 : 1}>
                <title>{`${formatMonth(month)}: ${completed} completed, ${created} new`}</title>
                <rect
                  x={at * 10 + 1.6}
                  y={100 - height(completed)}
                  width={3.2}
                  height={height(completed)}
                  fill={token.completedText}
                />
                <rect
                  x={at * 10 + 5.2}
                  y={100 - height(created)}
                  width={3.2}
                  height={height(created)}
                  fill={token.barEstimated}
                />
              </g>
            ))}
          </svg>
          <Names aria-hidden>
            {months?.map(({ month }) => (
              <span key={month}>{formatMonth(month).slice(0, 3)}</span>
            ))}
          </Names>
        </Chart>
      }
      head={['Month', 'Completed', 'New']}
      rows={(months ?? []).map(({ month, completed, created }) => ({
        key: month,
        cells: [formatMonth(month), counted(completed), counted(created)],
      }))}
    />
  )
}

/** 1, 2 or 5 with noughts, and even, so that half of it is whole. */
function niceAbove(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count))
  const nice = [1, 2, 5, 10].map((step) => step * power).find((value) => value >= count) ?? count
  return Math.max(2, nice % 2 === 0 ? nice : nice * 2)
}

const Chart = styled.div({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr) 20px',
  gap: '4px 8px',
  height: '100%',
  paddingTop: 8,
  '& > svg': { width: '100%', height: '100%', forcedColorAdjust: 'none' },
})
const Scale = styled.div({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  margin: '-8px 0',
  textAlign: 'right',
  ...textSize.fixed,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
})
const Names = styled.div({
  gridColumn: 2,
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  textAlign: 'center',
  ...textSize.fixed,
  color: token.text2,
  [media.phone]: { '& > :nth-of-type(even)': { visibility: 'hidden' }, '& > span': { whiteSpace: 'nowrap' } },
})
