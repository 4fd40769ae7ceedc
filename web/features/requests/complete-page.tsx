import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { cloneRequest, completeRequest } from '#shared/commands/requests.ts'
import type { Refusal } from '#shared/kernel/refusal.ts'
import { lacksSubTask } from '#shared/model/categories.ts'
import { draftPrint } from '#shared/rules/fingerprint.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { forgetRequest, taskingIds } from '#web/state/refused-request.ts'
import { stepKey } from '#web/state/request-steps.ts'
import { draftPath, paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { CompleteForm, type CompleteTyped, type CompleteValues } from './complete-form.tsx'
import { Loading, RequestOfPath, type RequestSummary } from './own-request.tsx'
import { ResultScreen } from './result-screen.tsx'
import type { StepDraft } from '#web/state/step-draft.ts'
import { firstRefusal, useRequestCalls, type RequestCalls } from './use-request-calls.ts'
import { useStepDraft, type UsedStepDraft } from './use-step-draft.ts'

export function CompletePage() {
  return <RequestOfPath>{(request) => <Complete key={request.id} request={request} />}</RequestOfPath>
}

/** The last step, and after it the result, which must survive a reload and a kill. */
function Complete({ request }: { request: RequestSummary }) {
  const calls = useRequestCalls(request.id)
  const draft = useStepDraft<CompleteTyped>(request.id, 'complete', calls)
  const [adding, setAdding] = useState(false)
  const [openedAt] = useState(() => Date.now())
  const finish = useFinish(request, draft)
  const addAnother = useAddAnother(request)

  if (!calls || draft.stored === undefined) return <Loading />
  // Row and call are asked at one moment: of a row already finished and a call not yet seen, nothing can be concluded.
  if (calls.isFinished && !adding) {
    if (!wasJustFinished(calls, openedAt)) return <Navigate to={paths.requestProjects(request.id)} replace />
    return <ResultScreen request={request} calls={calls} onAddAnother={() => addAnother(request.recipients)} />
  }
  if (!calls.isFinished && request.stage < 2) return <Navigate to={draftPath(request, calls.unsaid)} replace />
  if (!calls.isFinished && lacksSubTask(request)) return <Navigate to={paths.requestDetails(request.id)} replace />

  return (
    <CompleteForm
      request={request}
      draft={draft}
      refused={firstRefusal(calls)}
      unsaid={calls.unsaid}
      onFinish={finish}
      onAdd={async (values, finishFirst) => {
        // Finishing turns this page into its result; whoever adds another is on the way to the next request.
        setAdding(true)
        const refusal = (finishFirst ? await finish(values) : null) ?? (await addAnother(values.recipients))
        if (refusal) setAdding(false)
        return refusal
      }}
    />
  )
}

/** Finished on this device and unsent, or confirmed a moment ago: later the address leads to the taskings (C-084). */
const JUST_NOW_MS = 600_000
const wasJustFinished = ({ waitingFinish, judgedFinish }: RequestCalls, openedAt: number): boolean =>
  waitingFinish !== null || (judgedFinish !== null && judgedFinish.judged > openedAt - JUST_NOW_MS)

function useFinish(request: RequestSummary, draft: UsedStepDraft<CompleteTyped>) {
  const { device } = useDevice()
  const complete = useAct(completeRequest)
  return async (values: CompleteValues): Promise<Refusal | null> => {
    const before = await taskingIds(device, request.id)
    const performed = await complete(
      (newId) => ({
        requestId: request.id,
        recipients: values.recipients,
        approval: values.approval,
        taskings: request.tasks.map(({ taskId }) => ({ taskId, id: before.get(taskId) ?? newId() })),
        seen: draftPrint(request),
      }),
      {
        quiet: true,
        also: async () => {
          // Also what is typed and not yet written down: it would come after.
          await draft.forget()
          await forgetRequest(device, request.id)
        },
      },
    )
    return performed.refusal
  }
}

function useAddAnother(request: RequestSummary) {
  const { device } = useDevice()
  const clone = useAct(cloneRequest)
  const navigate = useNavigate()
  return async (recipients: string): Promise<Refusal | null> => {
    const performed = await clone((newId) => ({ requestId: request.id, id: newId() }), { quiet: true })
    if (performed.refusal) return performed.refusal
    const { id } = performed.input
    // An unfinished request does not hold its recipients yet, only this form does; they go on all the same (C-131).
    if (recipients !== request.recipients) {
      const seen = { recipients: request.recipients, approval: '' }
      await device.forms.put({
        key: stepKey(id, 'complete'),
        values: { base: seen, values: { ...seen, recipients } } satisfies StepDraft<CompleteValues>,
        saved: new Date().toISOString(),
      })
    }
    void navigate(paths.requestTasks(id))
    return null
  }
}
