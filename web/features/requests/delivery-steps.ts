import type { Phase } from '#shared/model/status.ts'
import type { TrackStep } from '#web/ui/delivery-track.tsx'

/** How far the Finish of a request has travelled. */
export type Travelled =
  | { at: 'device' }
  /** On the wire; `lost` when an answer did not come and the same call is asked again. */
  | { at: 'wire'; lost: boolean }
  | { at: 'server'; received: string }

const approvedPhases: readonly Phase[] = ['acceptance', 'progress', 'completed']

/** On this device → Sent → Received by HQ → Approved. "Sent" only after the server's own outcome. */
export function deliverySteps(travelled: Travelled, captured: string, phases: readonly Phase[]): TrackStep[] {
  const onWire = travelled.at === 'wire'
  const arrived = travelled.at === 'server'
  const approved = phases.filter((phase) => approvedPhases.includes(phase)).length
  const allApproved = arrived && phases.length > 0 && approved === phases.length
  return [
    { label: 'On this device', state: 'done', note: `${captured} · safe` },
    {
      label: 'Sent',
      state: arrived ? 'done' : onWire ? 'now' : 'todo',
      ...(onWire && { note: travelled.lost ? 'Checking…' : 'Sending…' }),
    },
    { label: 'Received by HQ', state: arrived ? 'done' : 'todo', ...(arrived && { note: travelled.received }) },
    {
      label: 'Approved',
      state: allApproved ? 'done' : 'todo',
      ...(arrived && approved > 0 && !allApproved && { note: `${approved} of ${phases.length}` }),
    },
  ]
}
