import { useDevice } from '#web/data/device-context.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { stepPath } from '#web/parts/paths.ts'
import { toast } from '#web/state/toasts.ts'
import { leaveOut } from '#web/state/unsaid-steps.ts'
import type { StepName } from '#web/sync/fold-requests.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { stepLabels } from './steps.tsx'

/** What was typed in other steps and never sent from there: into the request, or out of the way, before it is finished. */
export function Unsaid({ requestId, steps }: { requestId: number; steps: readonly StepName[] }) {
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
