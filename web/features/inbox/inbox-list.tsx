import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import * as messages from '#shared/model/messages.ts'
import { referenceOf } from '#shared/model/project.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { paths } from '#web/parts/paths.ts'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { media, token } from '#web/theme/tokens.ts'
import type { Entry, Show } from './entries.ts'
import { EntryRow } from './entry-row.tsx'
import type { useInbox } from './use-inbox.ts'
import type { useReading } from './use-reading.ts'

type Inbox = NonNullable<ReturnType<typeof useInbox>>

interface InboxTabsProps {
  name: string
  counts: Inbox['counts']
  show: Show
  onShow: (show: Show) => void
}

export const InboxTabs = ({ name, counts, show, onShow }: InboxTabsProps) => (
  <Tabs
    label="Which notifications"
    name={name}
    value={show}
    onChange={onShow}
    tabs={labels.map(([id, label]) => ({ id, label, ...(counts[id] > 0 && { count: counts[id] }) }))}
  />
)

interface InboxListProps extends Pick<ReturnType<typeof useReading>, 'read' | 'mute'> {
  entries: readonly Entry[]
  muted: Inbox['muted']
  show: Show
}

/** The lines of a tab, on the page and under the bell. */
export function InboxList({ entries, muted, show, read, mute }: InboxListProps) {
  if ((show === 'muted' ? muted : entries).length === 0)
    return (
      <NoRows error={messages.fetching}>
        <EmptyState compact {...nothing[show]} />
      </NoRows>
    )
  if (show === 'muted') return <MutedList muted={muted} onUnmute={(id) => void mute(id, false)} />
  return (
    <Lines aria-label="Notifications">
      {entries.map((entry) => (
        <EntryRow key={keyOf(entry)} entry={entry} read={read} mute={mute} />
      ))}
    </Lines>
  )
}

function MutedList({ muted, onUnmute }: { muted: Inbox['muted']; onUnmute: (id: number) => void }) {
  return (
    <Lines aria-label="Muted taskings">
      {muted.map(({ id, description }) => (
        <Muted key={id}>
          <span>
            <Link to={paths.project(id)}>{referenceOf(id)}</Link> {description}
          </span>
          <Button size="small" icon="bell" aria-label={`Unmute ${referenceOf(id)}`} onClick={() => onUnmute(id)}>
            Unmute
          </Button>
          <KeyboardLeft />
        </Muted>
      ))}
    </Lines>
  )
}

const keyOf = (entry: Entry): string =>
  entry.kind === 'told' ? `told ${entry.bundle.at(-1)?.id}` : `${entry.kind} ${entry.at}`

const labels = [
  ['all', 'All'],
  ['needs', 'Needs you'],
  ['mentions', 'Mentions'],
  ['muted', 'Muted'],
] as const satisfies [Show, string][]

const nothing = {
  all: {
    heading: 'Nobody has told you anything yet.',
    text: 'What others do with your taskings, and what falls due, appears here.',
  },
  needs: { heading: 'Nothing waits for you.' },
  mentions: { heading: 'Nobody has named you.', text: 'Whoever writes @ and your name in a comment tells you.' },
  muted: { heading: 'Nothing is muted.', text: 'A tasking can be muted where you are told of it.' },
} as const satisfies Record<Show, { heading: string; text?: string }>

const Lines = styled.ul()
const Muted = styled.li({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '8px 16px',
  '& + &': { borderTop: `1px solid ${token.divider}` },
  '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600, whiteSpace: 'nowrap' },
  [media.phone]: { padding: '4px 12px' },
})
