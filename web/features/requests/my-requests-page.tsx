import styled from '@emotion/styled'
import { Link, useSearchParams } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import * as messages from '#shared/model/messages.ts'
import { closedPhases, codesOf, statusOf } from '#shared/model/status.ts'
import { myRequests, type RequestStanding } from '#shared/queries/requests.ts'
import { useNow } from '#web/data/clock.ts'
import { useQuery, useToday } from '#web/data/use-query.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { filesSent } from '#web/parts/files-sent.ts'
import { useArriving } from '#web/parts/use-waiting-files.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { paths } from '#web/parts/paths.ts'
import { StatusBadge } from '#web/parts/status.tsx'
import { dateOf, dayAndTimeOf } from '#web/parts/when.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { categoryIcon } from './category-icons.ts'

/** Drafts count as requests too, so from here on there may be more. */
const MANY = 100

type MyRequest = AnswerOf<typeof myRequests>[number]

const shows = [
  ['open', 'Open', 'Nothing of yours is on its way.'],
  ['needsYou', 'Needs you', 'Nothing of yours waits for you.'],
  ['done', 'Done', 'Nothing of yours is done yet.'],
] as const satisfies [RequestStanding, string, string][]

/** What needs the person is open as well, and stands first there. */
const isShown = (request: MyRequest, show: RequestStanding): boolean =>
  request.standing === show || (show === 'open' && request.standing === 'needsYou')
const needsFirst = (a: MyRequest, b: MyRequest): number =>
  Number(b.standing === 'needsYou') - Number(a.standing === 'needsYou')

/** One's own finished requests, newest first, and what became of each. */
export function MyRequestsPage() {
  const requests = useQuery(myRequests, {})
  const [search, setSearch] = useSearchParams()
  const [show, , nothing] = shows.find(([id]) => id === search.get('show')) ?? shows[0]
  const shown = requests?.filter((request) => isShown(request, show)).sort(needsFirst)
  return (
    <Page title="My requests" hideTitleOnPhone>
      {!requests || !shown ? (
        <TableSkeleton rows={6} />
      ) : requests.length === 0 ? (
        <NoRows error={messages.fetching}>
          <NoRequests />
        </NoRows>
      ) : (
        <Stack>
          <div>
            <Segmented
              label="Which requests"
              value={show}
              options={shows.map(([id, label]) => ({
                id,
                label: `${label} · ${requests.filter((request) => isShown(request, id)).length}`,
              }))}
              onChange={(id) => setSearch(id === 'open' ? {} : { show: id }, { replace: true })}
            />
          </div>
          {shown.length === 0 ? (
            <EmptyState compact text={nothing} />
          ) : (
            <Stack as="ul">
              {shown.map((request) => (
                <li key={request.id}>
                  <RequestCard request={request} />
                </li>
              ))}
            </Stack>
          )}
          {show === 'done' && requests.length > MANY && (
            <Quiet>
              Of what is done these are your last 200 requests.{' '}
              <Link to={paths.find({ status: codesOf(closedPhases) })}>Find has the others.</Link>
            </Quiet>
          )}
        </Stack>
      )}
    </Page>
  )
}

function RequestCard({ request }: { request: MyRequest }) {
  const headingId = `request-${request.id}`
  const arriving = useArriving(request.files, { requestId: request.id })
  return (
    <Card as="article" aria-labelledby={headingId}>
      <Head>
        <IconTile>
          <Icon name={categoryIcon(request.category)} size={18} />
        </IconTile>
        <Words>
          <Heading id={headingId}>
            <Link to={paths.requestProjects(request.id)}>{request.type}</Link>
          </Heading>
          <Quiet>
            {[
              request.country,
              request.poolCode,
              dateOf(request.completedDate ?? request.createDate),
              filesSent(arriving),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Quiet>
        </Words>
        <Delivery table="requests" id={request.id} />
        <Again to={paths.startAgain(request.id)} aria-label={`${sameAgain}: ${request.type}, ${request.country}`}>
          {sameAgain}
        </Again>
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
  const now = useNow()
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
          <Why>
            {tasking.reason && <Reason>“{tasking.reason}”</Reason>}
            Denied{tasking.deniedBy && ` by ${tasking.deniedBy}`}
            {tasking.deniedDate && `, ${dayAndTimeOf(tasking.deniedDate, now)}`}
          </Why>
          <ButtonLink
            to={paths.amend(tasking.id)}
            variant="contained"
            size="small"
            icon="undo"
            aria-label={`Amend and resubmit ${tasking.name}`}
          >
            Amend and resubmit
          </ButtonLink>
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

const sameAgain = 'Same again with new dates'

const Head = styled.header({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 12, padding: '12px 16px' })
const Words = styled.div({ flex: 1, minWidth: 0 })
const Heading = styled.h2({ ...textSize.heading, overflowWrap: 'anywhere' })
const Quiet = styled.p({ ...textSize.small, color: token.text2, fontVariantNumeric: 'tabular-nums' })
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
const Again = styled(Link)({
  display: 'inline-flex',
  alignItems: 'center',
  fontSize: 13,
  [media.phone]: { width: '100%', minHeight: 44, margin: '-12px 0', paddingLeft: 44 },
})
const Reason = styled.span({ display: 'block', color: token.text, overflowWrap: 'anywhere' })
const Denied = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '0 16px 12px',
})
const Why = styled.p({ flex: '1 1 200px', color: token.text2 })
