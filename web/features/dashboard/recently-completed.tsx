import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import * as messages from '#shared/model/messages.ts'
import { recentlyCompleted } from '#shared/queries/dashboard.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { paths } from '#web/parts/paths.ts'
import { dateOf } from '#web/parts/when.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { media, token } from '#web/theme/tokens.ts'

export function RecentlyCompleted({ teamId }: { teamId: number }) {
  const rows = useQuery(recentlyCompleted, { teamId })
  if (!rows) return <CardSkeleton />
  return (
    <Panel title="Recently Completed" flush>
      {rows.length === 0 && (
        <NoRows error={() => messages.loadingProjects}>
          <EmptyState compact text="Nothing was completed in the last days." />
        </NoRows>
      )}
      <List>
        {rows.map((row) => (
          <li key={row.id}>
            <CompletedTasking row={row} />
          </li>
        ))}
      </List>
    </Panel>
  )
}

function CompletedTasking({ row }: { row: TaskingRow }) {
  return (
    <Item to={paths.project(row.id)}>
      <Tick>
        <Icon name="check" size={14} />
      </Tick>
      <Words>
        <Line>
          <b>{row.name}</b>
          <span>{row.country}</span>
          <time dateTime={row.completedDate ?? undefined}>{row.completedDate && dateOf(row.completedDate)}</time>
        </Line>
        <Description>{row.description}</Description>
      </Words>
    </Item>
  )
}

const List = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  '@media (min-width: 1200px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > li': { borderTop: `1px solid ${token.divider}` },
})
const Item = styled(Link)({
  display: 'flex',
  gap: 10,
  padding: '8px 16px',
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  [media.phone]: { padding: '12px 16px' },
})
const Tick = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 20,
  height: 20,
  borderRadius: '50%',
  background: token.completedFill,
  color: token.completedText,
})
const Words = styled.span({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', flex: 1, minWidth: 0 })
const Line = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 8,
  fontSize: 12,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontSize: 13, fontWeight: 600, color: token.primary, whiteSpace: 'nowrap' },
  '& > span': { flex: '1 1 2rem', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& time': { marginLeft: 'auto', whiteSpace: 'nowrap' },
})
const Description = styled.span({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
