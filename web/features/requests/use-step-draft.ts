import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { takeUp } from '#web/state/refused-request.ts'
import { stepKey } from '#web/state/request-steps.ts'
import { type StepName } from '#web/sync/fold-requests.ts'
import type { RequestCalls } from './use-request-calls.ts'
import type { StepDraft } from '#web/state/step-draft.ts'

/**
 * What was half-typed in one step of a request; where nothing was, what its refused calls said. `sent` is for the transaction that queues
 * the step's call: the form goes, and the refused calls whose place it takes.
 */
export function useStepDraft<T>(requestId: number, step: StepName, calls: RequestCalls | undefined) {
  const { device } = useDevice()
  const draft = useFormDraft<StepDraft<T>>(stepKey(requestId, step))
  const typed = calls?.refused.typed[step]
  const refused = typed ? ({ base: {}, values: typed } as StepDraft<T>) : null
  return {
    ...draft,
    stored: calls && draft.stored !== undefined ? (draft.stored ?? refused) : undefined,
    sent: async (newId = requestId) => {
      await draft.forget()
      await takeUp(device, requestId, step, newId)
    },
  }
}

export type UsedStepDraft<T> = ReturnType<typeof useStepDraft<T>>
