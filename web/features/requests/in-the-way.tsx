import { sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { stepPath } from '#web/parts/paths.ts'
import { toast } from '#web/state/toasts.ts'
import { leaveOut } from '#web/state/unsaid-steps.ts'
import type { StepName } from '#web/sync/fold-requests.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { stepLabels } from './steps.tsx'

interface InTheWayProps {
  requestId: number
  refused: Omit<RefusedNoticeProps, 'requestId'> | null
  /** Steps where something is typed that the request does not say. */
  unsaid: readonly StepName[]
}

/** What is looked at before a request can be finished. */
export function InTheWay({ requestId, refused, unsaid }: InTheWayProps) {
  return (
    <>
      {refused && <RefusedNotice requestId={requestId} {...refused} />}
      {refused?.step !== unsaid[0] && <Unsaid requestId={requestId} steps={unsaid} />}
    </>
  )
}

interface RefusedNoticeProps {
  requestId: number
  refusal: Refusal
  step: StepName
}

/** Why the server did not take it, and the step where it can be mended. The faults of this step's own call are told by its form. */
function RefusedNotice({ requestId, refusal, step }: RefusedNoticeProps) {
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

/** What was typed in other steps and never sent from there: into the request, or out of the way, before it is finished. */
function Unsaid({ requestId, steps }: { requestId: number; steps: readonly StepName[] }) {
  const { device } = useDevice()
  const [first] = steps
  if (!first) return null

  async function leave() {
    const undo = await leaveOut(device, requestId, steps)
    toast('Left out.', { actions: [{ label: 'Undo', onClick: undo }] })
  }
  return (
    <Notice
      icon="warning"
      tone="warn"
      title={`What you typed last in ${names.format(steps.map((step) => stepLabels[step]))} is not part of this request yet.`}
      action={
        <>
          <ButtonLink size="small" variant="contained" to={stepPath(requestId, first)}>
            Go on in {stepLabels[first]}
          </ButtonLink>
          <Button size="small" onClick={() => void leave()}>
            Leave it out
          </Button>
        </>
      }
    >
      <p>Below is the request as it would be sent.</p>
    </Notice>
  )
}

const names = new Intl.ListFormat('en')
