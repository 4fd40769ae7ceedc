import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { editRequestStart, startRequest } from '#shared/commands/requests.ts'
import { startChoices } from '#shared/queries/requests.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { NEW_REQUEST, stepKey } from './form-keys.ts'
import { Loading, RequestById, type RequestSummary } from './own-request.tsx'
import { StartForm } from './start-form.tsx'
import { firstValues, startOf, type StartValues } from './start-values.ts'
import type { StepDraft } from './step-draft.ts'

/** Start a Request: a new one, or with `?draft=` the Start of one that is not finished. */
export function StartPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('draft') ?? 0)
  return id > 0 ? (
    <RequestById key={id} id={id}>
      {(request) => <EditStart request={request} />}
    </RequestById>
  ) : (
    <NewStart />
  )
}

function NewStart() {
  const { user } = useDevice()
  const choices = useQuery(startChoices, {})
  const draft = useFormDraft<StepDraft<StartValues>>(NEW_REQUEST)
  const start = useAct(startRequest)
  const navigate = useNavigate()
  // Performing makes this very request the last one: what the form began from must not follow it.
  const [leaving, setLeaving] = useState(false)

  if (!choices || draft.stored === undefined || leaving) return <Loading />
  return (
    <StartForm
      current={firstValues(choices, user)}
      choices={choices}
      draft={draft}
      savedAt={draft.savedAt}
      onNext={async (values, _, errors) => {
        const performed = await start((newId) => ({ id: newId(), ...values }), { quiet: true, errors })
        if (performed.refusal) return performed.refusal
        setLeaving(true)
        await draft.clear()
        const { id } = performed.input
        // Going back must find this request, not an empty form that would start a second one.
        void navigate(paths.editStart(id), { replace: true })
        void navigate(paths.requestTasks(id))
        return null
      }}
    />
  )
}

function EditStart({ request }: { request: RequestSummary }) {
  const choices = useQuery(startChoices, {})
  const draft = useFormDraft<StepDraft<StartValues>>(stepKey(request.id, 'start'))
  const edit = useAct(editRequestStart)
  const navigate = useNavigate()

  if (request.complete) return <Navigate to={paths.requestProjects(request.id)} replace />
  if (!choices || draft.stored === undefined) return <Loading />
  return (
    <StartForm
      current={startOf(request)}
      request={request}
      choices={choices}
      draft={draft}
      savedAt={draft.savedAt ?? request.modifiedDate}
      onNext={async (_, fields, errors) => {
        const performed = await edit((newId) => ({ requestId: request.id, revisionId: newId(), fields }), {
          quiet: true,
          errors,
        })
        if (performed.refusal) return performed.refusal
        await draft.clear()
        void navigate(paths.requestTasks(request.id))
        return null
      }}
    />
  )
}
