import styled from '@emotion/styled'
import { useState } from 'react'
import { counted } from '#shared/lib/counted.ts'
import type { Group } from '#shared/queries/statistics.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { orderOfArrival } from './order-of-arrival.ts'
import { OwnerTaskings } from './owner-taskings.tsx'
import { Statistics, type Owner } from './statistics.tsx'

const kinds = [
  { id: 'user', label: 'Assignees' },
  { id: 'team', label: 'Teams' },
] as const

interface WorkPanelProps {
  teamId: number
  people: readonly Group[] | undefined
  teams: readonly Group[] | undefined
}

/** Who has how much open work, beside it the open taskings of the chosen one, and what they began this year. A team sees its own people only. */
export function WorkPanel({ teamId, people, teams }: WorkPanelProps) {
  const phone = usePhone()
  const [kind, setKind] = useState<Owner['kind']>('user')
  const [chosen, setChosen] = useState<Partial<Record<Owner['kind'], number | null>>>({})

  const [orders, setOrders] = useState<Record<Owner['kind'], readonly number[]>>({ user: [], team: [] })

  const now = kind === 'user' ? people : teams
  if (!now) return <CardSkeleton lines={6} />
  // Nothing moves under a finger because a number has changed.
  const order = orderOfArrival(orders[kind], now)
  if (order !== orders[kind]) setOrders({ ...orders, [kind]: order })
  const groups = order.flatMap((id) => now.find((group) => group.id === id) ?? [])
  // The first is chosen on arrival, except where it would push the list off the screen (C-055).
  const { [kind]: id = phone ? null : (groups[0]?.id ?? null) } = chosen
  const owner = groups.find((group) => group.id === id)
  return (
    <Split as="section" aria-label={teamId > 0 ? 'Assignees' : 'Assignees and teams'}>
      <Left>
        <Head>
          {teamId > 0 ? (
            <h2>Assignees</h2>
          ) : (
            <Segmented label="Work by" options={kinds} value={kind} onChange={setKind} />
          )}
        </Head>
        <GroupList
          key={kind}
          groups={groups}
          kind={kind}
          chosenId={owner?.id ?? null}
          onChoose={(picked) => setChosen({ ...chosen, [kind]: picked === owner?.id ? null : picked })}
        />
      </Left>
      {owner ? (
        <>
          <OwnerTaskings owner={{ ...owner, kind }} />
          <Statistics key={`${kind}:${owner.id}`} owner={{ ...owner, kind }} />
        </>
      ) : (
        !phone && <EmptyState compact heading="Nobody chosen" text="Choose a name to see the taskings of this year." />
      )}
    </Split>
  )
}

interface GroupListProps {
  groups: readonly Group[]
  kind: Owner['kind']
  chosenId: number | null
  onChoose: (id: number) => void
}

const FIRST_ON_PHONE = 6

function GroupList({ groups, kind, chosenId, onChoose }: GroupListProps) {
  const phone = usePhone()
  const [all, setAll] = useState(false)
  const shown = phone && !all ? groups.slice(0, FIRST_ON_PHONE) : groups
  return (
    <List>
      {shown.map((group) => (
        <li key={group.id}>
          <Item
            type="button"
            aria-pressed={group.id === chosenId}
            title={`${group.name}: ${group.count} open`}
            onClick={() => onChoose(group.id)}
          >
            {kind === 'user' && <Avatar id={group.id} name={group.name} size={24} />}
            <span>{group.name}</span>
            <b>{counted(group.count)}</b>
          </Item>
        </li>
      ))}
      {shown.length < groups.length && (
        <li>
          <Button variant="text" onClick={() => setAll(true)}>
            Show all {groups.length}
          </Button>
        </li>
      )}
    </List>
  )
}

const Split = styled(Card)({
  display: 'grid',
  gridTemplateColumns: '208px minmax(0, 1fr)',
  gridTemplateRows: 'repeat(2, minmax(0, 1fr))',
  height: 550,
  '@media (min-width: 1200px)': {
    gridTemplateColumns: '208px minmax(0, 1fr) 272px',
    gridTemplateRows: 'minmax(0, 1fr)',
  },
  [media.phone]: { display: 'block', height: 'auto' },
})
const Left = styled.div({
  gridRow: '1 / -1',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  borderRight: `1px solid ${token.divider}`,
  [media.phone]: { borderRight: 0 },
})
const Head = styled.div({
  padding: '8px 12px',
  '& h2': { padding: '6px 4px', ...textSize.heading },
})
const List = styled.ul({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '0 8px 8px',
  '@media (min-width: 1200px)': { maxHeight: 400 },
})
const Item = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 40,
  padding: '0 8px',
  borderRadius: radius.control,
  fontVariantNumeric: 'tabular-nums',
  '& > span:not([aria-hidden])': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textAlign: 'left',
  },
  '& > b': { fontWeight: 400, color: token.text2 },
  '&:hover': { background: token.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-pressed="true"]': {
    background: token.primarySoft,
    color: token.primary,
    fontWeight: 600,
    '& > b': { fontWeight: 600, color: token.primary },
  },
  [media.coarse]: { minHeight: 44 },
})
