import styled from '@emotion/styled'
import { formatDay } from '#shared/lib/day.ts'
import * as messages from '#shared/model/messages.ts'
import { requestProjects } from '#shared/queries/requests.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { draftPath, paths } from '#web/parts/paths.ts'
import { openSteps } from '#web/state/unsaid-steps.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import { capturedWords, dateOf, timeOf } from '#web/parts/when.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { token } from '#web/theme/tokens.ts'
import { RequestOfPath, type RequestSummary } from './own-request.tsx'

/** What a request became: one tasking per task. */
export function RequestProjectsPage() {
  return <RequestOfPath>{(request) => <RequestTaskings request={request} />}</RequestOfPath>
}

function RequestTaskings({ request }: { request: RequestSummary }) {
  const rows = useQuery(requestProjects, { id: request.id })
  const { user } = useDevice()
  const now = useNow()
  const title = request.type ? `${request.type} Request` : 'Request'
  const captured = request.completedDate ?? request.createDate
  const late = capturedWords(captured, request.receivedDate, now)
  return (
    <Page
      title={title}
      breadcrumb={
        <Crumbs
          way={[
            request.createdById === user.id
              ? { label: 'My requests', to: paths.myRequests }
              : { label: 'Find', to: paths.find() },
            { label: title },
          ]}
        />
      }
      meta={
        <>
          {request.blanketTasking && <Tag>Blanket</Tag>}
          <Delivery table="requests" id={request.id} />
        </>
      }
      subtitle={`${request.createdBy} · ${dateOf(captured)}, ${timeOf(captured)}${late ? ` · ${late}` : ''}`}
    >
      <Stack>
        <Panel>
          <Facts>
            <KeyValues
              labelWidth={96}
              items={[
                { label: 'Country', value: request.country },
                { label: 'Team', value: request.team },
                { label: 'Advisor', value: request.advisor },
              ]}
            />
            <KeyValues
              labelWidth={96}
              items={[
                { label: 'Project type', value: request.projectType || 'Of another team' },
                { label: 'Pool code', value: `${request.poolCode} · ship ${request.shipNumber}` },
                { label: 'Due', value: formatDay(request.dueDate) },
              ]}
            />
          </Facts>
        </Panel>
        <Panel title="Taskings" flush>
          {!rows ? (
            <TableSkeleton rows={2} />
          ) : (
            <TaskingTable
              rows={rows}
              variant="asked"
              label="Taskings of this request"
              empty={
                request.complete ? (
                  <NoRows error={messages.fetchingProjects}>
                    <EmptyState compact text={messages.notOnDevice} />
                  </NoRows>
                ) : (
                  <NotFinished request={request} />
                )
              }
            />
          )}
        </Panel>
      </Stack>
    </Page>
  )
}

function NotFinished({ request }: { request: RequestSummary }) {
  const open = useStored((device) => openSteps(device, request.id), [request.id])
  return (
    <EmptyState
      compact
      heading={messages.noData}
      text="This request is not finished yet. Its taskings appear here once it is."
      action={
        <ButtonLink variant="contained" to={draftPath(request, open ?? [])}>
          Continue
        </ButtonLink>
      }
    />
  )
}

const Facts = styled.div({
  display: 'grid',
  gap: '8px 24px',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  color: token.text,
})
