import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import * as messages from '#shared/model/messages.ts'
import { requestProjects, requestSummary } from '#shared/queries/requests.ts'
import { useMeta, useQuery } from '#web/data/use-query.ts'
import { idIn } from '#web/parts/id-in.ts'
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

/** Unknown, somebody else's draft, not here yet, or refused by the server before it ever was. */
export function NoRequest({ id }: { id: number }) {
  // Of a tasking that was closed long ago it comes with the rest of that (decision 071).
  const taskings = useQuery(requestProjects, { id })
  // What is internal work is of request 0.
  const tasking = id > 0 ? taskings?.[0] : undefined
  const { isComing } = useFetched(tasking?.id ?? 0, tasking !== undefined)
  const position = useMeta('position')
  const contact = useMeta('contact')
  const calls = useRequestCalls(id)
  const refused = calls && firstRefusal(calls)
  if (!taskings || isComing) return <Loading />
  const maybeElsewhere =
    tasking !== undefined || (id > 0 && (!position?.ready || (contact !== undefined && contact.problem !== null)))
  const [title, heading, text] = refused
    ? [
        'Request not accepted',
        'This request was not accepted',
        `${sentenceOf(refused.refusal).replace(/\.$/, '')}. Everything you entered is kept: edit it and send it again.`,
      ]
    : maybeElsewhere
      ? ['Request', messages.notOnDevice]
      : ['Request not found', 'Not found', 'This request does not exist, or you may not see it.']
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
