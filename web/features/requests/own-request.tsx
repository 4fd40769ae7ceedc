import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import * as messages from '#shared/model/messages.ts'
import { requestProjects, requestSummary } from '#shared/queries/requests.ts'
import { useMeta, useQuery, useStored } from '#web/data/use-query.ts'
import { idIn } from '#web/parts/id-in.ts'
import { ownIds } from '#web/state/refused-request.ts'
import { useOnline } from '#web/state/use-online.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { useFetched } from '#web/parts/use-fetched.ts'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { firstRefusal, useRequestCalls } from './use-request-calls.ts'

export type RequestSummary = NonNullable<AnswerOf<typeof requestSummary>>

interface RequestByIdProps {
  id: number
  /** Where there is no such request on this device. */
  otherwise?: ReactNode
  children: (request: RequestSummary) => ReactNode
}

/** The request of this address, or a page that says why there is none. */
export function RequestOfPath({ children }: Pick<RequestByIdProps, 'children'>) {
  return <RequestById id={idIn(useParams()['id'] ?? '')}>{children}</RequestById>
}

export function RequestById({ id, otherwise = <NoRequest id={id} />, children }: RequestByIdProps) {
  const request = useQuery(requestSummary, { id })
  if (request === null) return <>{otherwise}</>
  // While the address changes, the last answer is still about another request.
  if (request?.id !== id) return <Loading />
  return <>{children(request)}</>
}

export function Loading() {
  return (
    <Page title="Start a Request" hideTitleOnPhone>
      <CardSkeleton />
    </Page>
  )
}

/**
 * Unknown, somebody else's draft, not here yet, or refused by the server before it ever was. That an id is nobody's or somebody else's draft
 * looks the same: the server tells neither (decision 024), and the page is the one for what one may not open (C-084).
 */
export function NoRequest({ id }: { id: number }) {
  const { isComing, isRefused } = useServersRequest(id)
  const isOwn = useStored(async (device) => (await ownIds(device))(id), [id])
  const calls = useRequestCalls(id)
  const refused = calls && firstRefusal(calls)
  if (!calls || isOwn === undefined || (isComing && !refused)) return <Loading />
  const [title, heading, text] = refused
    ? [
        'Request not accepted',
        'This request was not accepted',
        `${sentenceOf(refused.refusal).replace(/\.$/, '')}. Everything you entered is kept: edit it and send it again.`,
      ]
    : id > 0 && !isRefused
      ? ['Request', messages.notOnDevice]
      : id > 0 && !isOwn
        ? ['No access', messages.noAccess, 'It is a draft that only its author can open, or there is no such request.']
        : ['Request not found', 'Not found', 'This request does not exist any more, or never did.']
  return (
    <Page title={title} hideTitleOnPhone>
      <EmptyState
        heading={heading}
        text={text}
        action={
          refused ? (
            <ButtonLink variant="contained" size="large" icon="pencil" to={paths.editStart(id)}>
              Edit
            </ButtonLink>
          ) : (
            <ButtonLink variant="contained" size="large" to={paths.drafts}>
              Go to Drafts
            </ButtonLink>
          )
        }
      />
    </Page>
  )
}

/** A request that this device does not have, at the server: what it became is fetched, and brings it along (decision 071). */
function useServersRequest(id: number) {
  const taskings = useQuery(requestProjects, { id })
  const position = useMeta('position')
  const online = useOnline()
  // What is internal work is of request 0.
  const isAsked = id > 0 && position?.ready === true && taskings?.length === 0
  const { body, isAwaited, isRefused } = useServerAnswer<{ id: number }[]>(isAsked ? `requests/${id}/projects` : null)
  const tasking = id > 0 ? (taskings?.[0] ?? body?.[0]) : undefined
  const { isComing } = useFetched(tasking?.id ?? 0, tasking !== undefined)
  const isUnknown = !taskings || !position || (id > 0 && online && !position.ready)
  return { isComing: isUnknown || isAwaited || isComing, isRefused }
}
