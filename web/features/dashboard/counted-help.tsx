import styled from '@emotion/styled'
import { formatDay } from '#shared/lib/day.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { ACTIVITY_FULL } from './activity-percent.ts'
import { counted } from './counted.ts'

/** What is behind the numbers of a dashboard, for whoever cannot point at them. */
export function CountedHelp() {
  const { organisation } = useDevice()
  const { since, whole, keptDays } = useYearOnDevice()
  const { dueSoonDays, recentDays, timeZone } = organisation
  const kept = whole ? '' : `; this device keeps closed ones for ${keptDays} days, the server counts the rest`
  const words = {
    'In Progress': counted.inProgress,
    Overdue: `${counted.overdue}. The day begins at midnight in ${timeZone.replaceAll('_', ' ')}`,
    'Completed YTD': `Taskings completed since ${formatDay(since)}${kept}`,
    Requests: counted.requests,
    'since Monday': 'The number now, less the number when this week began',
    'Due Soon': `Open taskings at any stage, denied ones left out, that are due today or in the next ${dueSoonDays} days`,
    'Recently …': `Accepted, denied or completed in the last ${recentDays} days`,
    'Beside a person': 'Open taskings that are assigned to them. Their table also holds those they asked for',
    Activity: `Open taskings of each; ${ACTIVITY_FULL} fill the bar, and percentages are rounded up`,
    Statistics: `Taskings created since ${formatDay(since)}, canceled ones left out`,
  }
  return (
    <Details>
      <summary>What these numbers count</summary>
      <dl>
        {Object.entries(words).map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}.</dd>
          </div>
        ))}
      </dl>
    </Details>
  )
}

const Details = styled.details({
  ...textSize.small,
  color: token.text2,
  '& summary': {
    width: 'fit-content',
    padding: '6px 4px',
    borderRadius: radius.chip,
    fontWeight: 500,
    cursor: 'pointer',
    [media.coarse]: { padding: '14px 4px' },
  },
  '& dl': { display: 'grid', gap: 8, maxWidth: 720, padding: '8px 4px' },
  '& dl > div': { display: 'grid', gridTemplateColumns: '120px minmax(0, 1fr)', gap: 12 },
  '& dt': { fontWeight: 500, color: token.text },
  [media.phone]: { '& dl > div': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 0 } },
  '& dd': { margin: 0 },
})
