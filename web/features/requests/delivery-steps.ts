import type { Phase } from '#shared/model/status.ts'
import type { DeliveryState } from '#web/parts/delivery-chip.tsx'
import type { TrackStep } from './delivery-track.tsx'

const approvedPhases: readonly Phase[] = ['acceptance', 'progress', 'completed']

/** On this device → Sent → Received by HQ → Approved. "Sent" only after the server's own outcome (`null`: it has it). */
export function deliverySteps(
  delivery: DeliveryState | null,
  times: { captured: string; received: string },
  phases: readonly Phase[],
): TrackStep[] {
  const onWire = delivery === 'sending' || delivery === 'checking'
  const arrived = delivery === null
  const approved = phases.filter((phase) => approvedPhases.includes(phase)).length
  const allApproved = arrived && phases.length > 0 && approved === phases.length
  return [
    { label: 'On this device', state: 'done', note: `${times.captured} · safe` },
    {
      label: 'Sent',
      state: arrived ? 'done' : onWire ? 'now' : 'todo',
      ...(onWire && { note: delivery === 'checking' ? 'Checking…' : 'Sending…' }),
    },
    { label: 'Received by HQ', state: arrived ? 'done' : 'todo', ...(arrived && { note: times.received }) },
    {
      label: 'Approved',
      state: allApproved ? 'done' : 'todo',
      ...(arrived && approved > 0 && !allApproved && { note: `${approved} of ${phases.length}` }),
    },
  ]
}
