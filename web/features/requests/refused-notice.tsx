import { sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { Notice } from '#web/parts/notice.tsx'
import { stepPath } from '#web/parts/paths.ts'
import type { StepName } from '#web/sync/fold-requests.ts'
import { ButtonLink } from '#web/ui/button.tsx'

interface RefusedNoticeProps {
  requestId: number
  refusal: Refusal
  step: StepName
}

/** Why the server did not take it, and the step where it can be mended. The faults of this step's own call are told by its form. */
export function RefusedNotice({ requestId, refusal, step }: RefusedNoticeProps) {
  const isHere = step === 'complete'
  return (
    <Notice
      icon="alert"
      tone="warn"
      title="This request was not accepted."
      action={
        !isHere && (
          <ButtonLink size="small" icon="pencil" to={stepPath(requestId, step)}>
            Edit
          </ButtonLink>
        )
      }
    >
      {!(isHere && refusal.errors) && <p>{sentenceOf(refusal)}</p>}
      {isHere && <p>Nothing you entered is lost. Look at it once more, then finish.</p>}
    </Notice>
  )
}
