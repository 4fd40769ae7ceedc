import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { refusedCalls } from './refused-calls.ts'
import { typedAgain, type TaskingValues } from './tasking-values.ts'

/** The name of the half-typed edit of a tasking. */
export const editKey = (id: number): string => `project:${id}`

/**
 * What is half-typed about a tasking, over what its refused calls said (decision 029). `sent` is for the transaction that queues the call:
 * the form goes, and the refused calls whose place it takes.
 */
export function useTaskingDraft(key: string, command: 'addProject' | 'editProject', id: number) {
  const { device } = useDevice()
  const draft = useFormDraft<StepDraft<TaskingValues>>(key)
  const refused = useStored((device) => refusedCalls(device, command, id), [command, id])
  return {
    ...draft,
    stored: refused && draft.stored !== undefined ? typedAgain(refused, draft.stored) : undefined,
    /** Why the last of them was refused; null where it was not, or only some of its fields were. */
    refusal: refused?.at(-1)?.refusal ?? null,
    sent: async () => {
      await draft.forget()
      const items = await refusedCalls(device, command, id)
      await device.attention.bulkDelete(items.map((item) => item.key))
    },
  }
}
export type TaskingDraft = ReturnType<typeof useTaskingDraft>
