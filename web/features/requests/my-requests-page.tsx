import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import * as messages from '#shared/model/messages.ts'
import { statusOf } from '#shared/model/status.ts'
import { myRequests } from '#shared/queries/requests.ts'
import { useQuery, useToday } from '#web/data/use-query.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { paths } from '#web/parts/paths.ts'
import { StatusBadge } from '#web/parts/status.tsx'
import { dateOf } from '#web/parts/when.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { media, token } from '#web/ui/tokens.ts'
import { categoryIcon } from './category-icons.ts'

type MyRequest = AnswerOf<typeof myRequests>[number]

/** One's own finished requests, newest first, and what became of each. */
export function MyRequestsPage() {
  const requests = useQuery(myRequests, {})
  return (
    <Page title="My requests" hideTitleOnPhone>
      {!requests ? (
        <TableSkeleton rows={6} />
      ) : requests.length === 0 ? (
        <NoRequests />
      ) : (
        <Stack as="ul">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} />
            </li>
          ))}
        </Stack>
      )}
    </Page>
  )
}

function RequestCard({ request }: { request: MyRequest }) {
  const headingId = `request-${request.id}`
  return (
    <Card as="article" aria-labelledby={headingId}>
      <Head>
        <Tile>
          <Icon name={categoryIcon(request.category)} size={18} />
        </Tile>
        <Words>
          <Heading id={headingId}>
            <Link to={paths.requestProjects(request.id)}>{request.type}</Link>
          </Heading>
          <Quiet>
            {[request.country, request.poolCode, dateOf(request.completedDate ?? request.createDate)]
              .filter(Boolean)
              .join(' · ')}
          </Quiet>
        </Words>
        <Delivery table="requests" id={request.id} />
      </Head>
      <ul>
        {request.taskings.map((tasking) => (
          <TaskingLine key={tasking.id} tasking={tasking} />
        ))}
      </ul>
    </Card>
  )
}

function TaskingLine({ tasking }: { tasking: MyRequest['taskings'][number] }) {
  const today = useToday()
  return (
    <li>
      <LineLink to={paths.project(tasking.id)}>
        <b>{tasking.name}</b>
        <Description title={tasking.description}>{tasking.description}</Description>
        <Due>{formatDay(tasking.dueDate)}</Due>
        <State>
          <StatusBadge status={statusOf(tasking, today)} />
        </State>
      </LineLink>
      {tasking.phase === 'denied' && (
        <Denied>
          {tasking.deniedDate && `Denied on ${dateOf(tasking.deniedDate)}. `}
          <Link to={paths.project(tasking.id)} aria-label={`See why and amend ${tasking.name}`}>
            See why and amend
          </Link>
        </Denied>
      )}
    </li>
  )
}

function NoRequests() {
  return (
    <EmptyState
      heading={messages.noData}
      text="Requests you have finished appear here, with what became of them."
      action={
        <ButtonLink variant="contained" size="large" icon="plus" to={paths.startRequest}>
          Start a Request
        </ButtonLink>
      }
    />
  )
}

const Head = styled.header({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 12, padding: '12px 16px' })
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: 8,
  background: token.canceledFill,
  color: token.canceledText,
})
const Words = styled.div({ flex: 1, minWidth: 0 })
const Heading = styled.h2({ fontSize: 14, lineHeight: '20px', fontWeight: 600, overflowWrap: 'anywhere' })
const Quiet = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2, fontVariantNumeric: 'tabular-nums' })
const LineLink = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 12px',
  minHeight: 44,
  padding: '8px 16px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  '& > b': { fontWeight: 600, color: token.primary, fontVariantNumeric: 'tabular-nums' },
})
const Description = styled.span({
  flex: '1 1 160px',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const Due = styled.span({ fontSize: 12, color: token.text2, fontVariantNumeric: 'tabular-nums' })
/** As wide as the longest status, so that the dates stand under each other. */
const State = styled.span({ [media.desktop]: { width: 184 } })
const Denied = styled.p({
  padding: '0 16px 12px',
  color: token.text2,
  '& > a': { textDecoration: 'underline', textUnderlineOffset: 2 },
})
