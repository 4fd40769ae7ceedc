import styled from '@emotion/styled'
import { memo } from 'react'
import { assignees, teamGroups } from '#shared/queries/statistics.ts'
import { useQuery } from '#web/data/use-query.ts'
import { pagePart } from '#web/ui/on-demand.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Activity } from './activity.tsx'
import { RecentlyCompleted } from './recently-completed.tsx'
import type { OpenPicture } from './use-open-picture.ts'
import { WorkPanel } from './work-panel.tsx'
import { CountedHelp } from './counted-help.tsx'

const Drawings = pagePart(() => import('./drawings.tsx').then((part) => part.Drawings))

/** What stands below the first look. Who has how much open work is asked once for both panels that show it. */
export const Panels = memo(function Panels({ teamId, picture }: { teamId: number; picture: OpenPicture | undefined }) {
  const people = useQuery(assignees, { teamId })
  const teams = useQuery(teamGroups, {}, teamId === 0)
  return (
    <>
      <WorkPanel key={teamId} teamId={teamId} people={people} teams={teams} />
      <Pair data-side>
        <Activity groups={teamId > 0 ? people : teams} />
        <RecentlyCompleted teamId={teamId} />
      </Pair>
      {picture && <Drawings teamId={teamId} picture={picture} />}
      <CountedHelp />
    </>
  )
})

/** Two cards of one height, whose lists scroll (section 2: 400 px); below `lg` they stand under each other and grow. */
const Pair = styled(Stack)({
  '@media (min-width: 1200px)': {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gridTemplateRows: 400,
    '& > *': { overflowY: 'auto' },
  },
  '@media (min-width: 1680px)': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'repeat(2, 400px)' },
})
