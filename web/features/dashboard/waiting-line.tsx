import styled from '@emotion/styled'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import { shortDay } from '#shared/lib/day.ts'
import { dashboardTabs } from '#shared/model/status.ts'
import { waitingForMe } from '#shared/queries/dashboard.ts'
import type { Queue } from '#shared/rules/queues.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery, useToday } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, token } from '#web/theme/tokens.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useLast } from './use-last.ts'

/** One line: what waits for the reader. It has its place before it is known, and when nothing waits it says so. */
export const WaitingLine = memo(function WaitingLine({ when }: { when: boolean }) {
  const { user } = useDevice()
  const answer = useLast(`waiting:${user.id}`, useQuery(waitingForMe, {}, when))
  const today = useToday()
  if (!answer) return <Line aria-hidden />
  const first = answer.waiting.find(({ count }) => count > 0)
  const late =
    answer.late > 0 &&
    (answer.late === 1 ? '1 of your taskings is overdue' : `${counted(answer.late)} of your taskings are overdue`)
  return (
    <Line role="status" data-waits={first ? true : undefined}>
      <Icon name={first ? 'inbox' : 'check'} />
      <b>{first ? waitsWords(first.queue, first.count) : 'Nothing waits for your decision'}</b>
      {first?.next && (
        <Next>
          Next due <Link to={paths.project(first.next.id)}>{first.next.name}</Link> {first.next.description} ·{' '}
          {shortDay(first.next.dueDate, today)}
        </Next>
      )}
      {late && <Late to={paths.find({ assignees: user.id, status: 4 })}>{late}</Late>}
      {first && (
        <ButtonLink variant="contained" to={paths.queue(codeOf(first.queue))}>
          Open queue
        </ButtonLink>
      )}
    </Line>
  )
})

const nouns: Record<Queue, string> = {
  interim: 'approval',
  cor: 'authorization',
  acceptance: 'acceptance',
}

export const waitsWords = (queue: Queue, count: number): string =>
  count === 1 ? `1 waits for your ${nouns[queue]}` : `${counted(count)} wait for your ${nouns[queue]}`

const codeOf = (queue: Queue): number => must(dashboardTabs.find(({ name }) => name === queue)).code

const Line = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 52,
  padding: '7px 8px 7px 16px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  '& > svg': { flex: 'none', color: token.text2 },
  '& > b': { fontWeight: 600, whiteSpace: 'nowrap' },
  '&[data-waits]': {
    background: token.warnSoft,
    borderColor: token.warnLine,
    '& > b, & > svg': { color: token.warn },
  },
  '& > :last-child:not(b)': { marginLeft: 'auto', flex: 'none' },
  [media.phone]: {
    flexWrap: 'wrap',
    minHeight: 64,
    gap: '4px 10px',
    padding: '9px 10px 9px 14px',
    '& > b': { flex: '1 1 6rem', minWidth: 0, whiteSpace: 'normal' },
  },
})
const Next = styled.span({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  paddingLeft: 12,
  borderLeft: `1px solid ${token.warnLine}`,
  '& a': { fontWeight: 600 },
  [media.phone]: { display: 'none' },
})
const Late = styled(Link)({
  flex: 'none',
  color: token.text,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  [media.phone]: { display: 'none' },
})
