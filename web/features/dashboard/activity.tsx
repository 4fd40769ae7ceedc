import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import type { Group } from '#shared/queries/statistics.ts'
import { Bar } from '#web/ui/bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { ACTIVITY_FULL, activityPercent } from './activity-percent.ts'

/** Open work against the 500 that fill a bar: by team, or in a team's view by person (C-058). */
export function Activity({ groups }: { groups: readonly Group[] | undefined }) {
  if (!groups) return <CardSkeleton lines={6} />
  const busy = groups.filter((group) => group.count > 0).sort((a, b) => b.count - a.count)
  return (
    <Panel title="Activity" actions={<Quiet>open, of {ACTIVITY_FULL} taskings</Quiet>} flush scrolls>
      {busy.length === 0 && <EmptyState compact text="No tasking is open." />}
      <List>
        {busy.map((group) => (
          <li key={group.id}>
            <Line>
              <span>{group.name}</span>
              {counted(group.count)} · <i>{activityPercent(group.count)}%</i>
            </Line>
            <Bar
              height={6}
              total={ACTIVITY_FULL}
              segments={[{ value: Math.min(group.count, ACTIVITY_FULL), tone: 'actual' }]}
            />
          </li>
        ))}
      </List>
    </Panel>
  )
}

const Quiet = styled.span({ ...textSize.small, color: token.text2 })
const List = styled.ul({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, padding: '0 16px 16px' })
const Line = styled.div({
  display: 'flex',
  gap: 4,
  marginBottom: 4,
  fontVariantNumeric: 'tabular-nums',
  '& > span': {
    flex: 1,
    minWidth: 0,
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > i': { fontStyle: 'normal', color: token.text2 },
})
