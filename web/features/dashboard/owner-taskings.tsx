import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { dashboardTab, tabCounts } from '#shared/queries/dashboard.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import { useCompleted } from '#web/state/use-completed.ts'
import { textSize, token } from '#web/theme/tokens.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EndLink } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { isCut, openWords, overdueWords } from './open-words.ts'
import type { Owner } from './statistics.tsx'

/** As many fit into the card. */
const SHOWN = 10

/** What the chosen person made or is assigned to and is open, or what a team works on. */
export function OwnerTaskings({ owner }: { owner: Owner }) {
  const { user } = useDevice()
  const [tab, whose] =
    owner.kind === 'user'
      ? (['mine', { teamId: 0, userId: owner.id }] as const)
      : (['team', { teamId: owner.id, userId: user.id }] as const)
  const rows = useQuery(dashboardTab, { tab, ...whose })
  const counts = useQuery(tabCounts, whose, rows !== undefined && isCut(rows))
  const open = rows && openWords(rows, counts?.find(({ name }) => name === tab)?.count)
  const late = rows && overdueWords(rows)
  return (
    <Root aria-labelledby="owner">
      <Head>
        <h3 id="owner">{owner.name}</h3>
        <span>
          {open && `${open} open${owner.kind === 'user' ? ', made or assigned' : ''}`}
          {late && ` · ${late}`}
          {owner.kind === 'team' && <TeamCompleted teamId={owner.id} />}
        </span>
        {/* Find has no filter for who made a tasking. */}
        <EndLink to={paths.findOpen({ [owner.kind === 'user' ? 'assignees' : 'teams']: owner.id })}>
          {owner.kind === 'user' ? 'Assigned ones in Find' : 'Show in Find'}
        </EndLink>
      </Head>
      {rows ? (
        <TaskingTable
          key={`${owner.kind}:${owner.id}`}
          rows={rows}
          variant="short"
          label={`Open taskings of ${owner.name}`}
          initialSort={{ key: 'dueDate', direction: 'ascending' }}
          empty={<EmptyState compact text={`${owner.name} has no open tasking.`} />}
          most={SHOWN}
        />
      ) : (
        <TableSkeleton />
      )}
      {rows && rows.length > SHOWN && (
        <Foot>
          {SHOWN} of {open}, earliest due first
        </Foot>
      )}
    </Root>
  )
}

/** Exact beyond what this device keeps, while the server is there (C-257). */
function TeamCompleted({ teamId }: { teamId: number }) {
  const { count, whole } = useCompleted(teamId)
  if (count === undefined) return null
  return (
    <>
      {` · ${counted(count)} completed this year`}
      {!whole && ' on this device'}
    </>
  )
}

const Root = styled.section({ minHeight: 0, minWidth: 0, overflowY: 'auto' })
const Head = styled.div({
  display: 'flex',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  gap: '2px 12px',
  padding: '14px 16px',
  '& h3': { minWidth: 0, ...textSize.heading, overflowWrap: 'anywhere' },
  '& > span': { flex: 1, ...textSize.small, color: token.text2, fontVariantNumeric: 'tabular-nums' },
  '& a': { fontSize: 12 },
})
const Foot = styled.p({ padding: '10px 16px', ...textSize.small, color: token.text2 })
