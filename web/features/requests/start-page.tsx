import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { editRequestStart, startRequest } from '#shared/commands/requests.ts'
import { startChoices } from '#shared/queries/requests.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { ownIds } from '#web/state/refused-request.ts'
import { useAct } from '#web/parts/use-act.ts'
import { againKey, NEW_REQUEST } from '#web/state/half-typed-starts.ts'
import { Loading, NoRequest, RequestById, type RequestSummary } from './own-request.tsx'
import { stepsLike, valuesLike } from './same-again.ts'
import { StartForm } from './start-form.tsx'
import { blankStart, firstValues, startOf, type StartValues } from './start-values.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { refusalAt, useRequestCalls } from './use-request-calls.ts'
import { useStepDraft } from './use-step-draft.ts'

/** Start a Request: a new one, with `?again=` one like an earlier one, or with `?draft=` the Start of one that is not finished. */
export function StartPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('draft') ?? 0)
  const again = Number(search.get('again') ?? 0)
  if (again > 0)
    return (
      <RequestById key={again} id={again}>
        {(request) => <NewStart key={again} like={request} />}
      </RequestById>
    )
  return id > 0 ? (
    <RequestById key={id} id={id} otherwise={<StartAgain id={id} />}>
      {(request) => <EditStart request={request} />}
    </RequestById>
  ) : (
    <NewStart />
  )
}

/** `like`: the request that it says again, all but the due date. */
function NewStart({ like }: { like?: RequestSummary }) {
  const { device, user } = useDevice()
  const choices = useQuery(startChoices, {})
  const draft = useFormDraft<StepDraft<StartValues>>(like ? againKey(like.id) : NEW_REQUEST)
  const start = useAct(startRequest)
  const navigate = useNavigate()
  // Performing makes this very request the last one: what the form began from must not follow it.
  const [leaving, setLeaving] = useState(false)

  if (!choices || draft.stored === undefined || leaving) return <Loading />
  return (
    <StartForm
      current={like ? valuesLike(like, choices, user) : firstValues(choices, user)}
      choices={like ? { ...choices, last: null } : choices}
      draft={draft}
      savedAt={draft.savedAt}
      onNext={async (values, _, errors) => {
        let newRequest = 0
        const performed = await start(
          (newId) => {
            newRequest = newId()
            return { id: newRequest, ...values }
          },
          {
            quiet: true,
            errors,
            also: async () => {
              await draft.forget()
              if (like) await device.forms.bulkPut(stepsLike(like, newRequest, new Date().toISOString()))
            },
          },
        )
        if (performed.refusal) return performed.refusal
        setLeaving(true)
        const { id } = performed.input
        // Going back must find this request, not an empty form that would start a second one.
        void navigate(paths.editStart(id), { replace: true })
        void navigate(paths.requestTasks(id))
        return null
      }}
    />
  )
}

/**
 * A request that the server has not: refused at its start, it is sent anew under its own id, with all that was entered; thrown away elsewhere
 * while it was gone on with here, it begins anew, and what was entered here goes on.
 */
function StartAgain({ id }: { id: number }) {
  const { device, user } = useDevice()
  const choices = useQuery(startChoices, {})
  const calls = useRequestCalls(id)
  const draft = useStepDraft<StartValues>(id, 'start', calls)
  const start = useAct(startRequest)
  const navigate = useNavigate()

  if (!choices || !calls || draft.stored === undefined) return <Loading />
  if (calls.refused.items.length === 0) return <NoRequest id={id} />
  const isNew = calls.refused.typed.start !== undefined
  return (
    <StartForm
      current={isNew ? blankStart : firstValues(choices, user)}
      choices={choices}
      draft={draft}
      savedAt={draft.savedAt ?? calls.refused.items[0]?.call.at ?? null}
      refused={refusalAt(calls, 'start')}
      onNext={async (values, _, errors) => {
        const isOwn = await ownIds(device)
        let sentAs = id
        const performed = await start(
          (newId) => {
            sentAs = isNew && isOwn(id) ? id : newId()
            return { id: sentAs, ...values }
          },
          { quiet: true, errors, also: () => draft.sent(sentAs) },
        )
        if (performed.refusal) return performed.refusal
        void navigate(paths.requestTasks(sentAs))
        return null
      }}
    />
  )
}

function EditStart({ request }: { request: RequestSummary }) {
  const choices = useQuery(startChoices, {})
  const calls = useRequestCalls(request.id)
  const draft = useStepDraft<StartValues>(request.id, 'start', calls)
  const edit = useAct(editRequestStart)
  const navigate = useNavigate()

  if (request.complete) return <Navigate to={paths.requestProjects(request.id)} replace />
  if (!choices || !calls || draft.stored === undefined) return <Loading />
  return (
    <StartForm
      current={startOf(request)}
      refused={refusalAt(calls, 'start')}
      request={request}
      choices={choices}
      draft={draft}
      savedAt={draft.savedAt ?? request.modifiedDate}
      onNext={async (_, fields, errors) => {
        const performed = await edit((newId) => ({ requestId: request.id, revisionId: newId(), fields }), {
          quiet: true,
          errors,
          also: draft.sent,
        })
        if (performed.refusal) return performed.refusal
        void navigate(paths.requestTasks(request.id))
        return null
      }}
    />
  )
}
