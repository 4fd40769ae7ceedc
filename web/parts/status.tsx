import styled from '@emotion/styled'
import { statusCodes, type Status } from '#shared/model/status.ts'
import { StatusChip, type StatusTone } from '../ui/chip.tsx'
import { toneText } from '../ui/tokens.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

const tones: Record<Status, StatusTone> = {
  interim: 'approval',
  authorization: 'authorization',
  acceptance: 'acceptance',
  progress: 'progress',
  overdue: 'overdue',
  completed: 'completed',
  denied: 'denied',
  canceled: 'canceled',
}

export const toneOf = (status: Status): StatusTone => tones[status]

export function StatusBadge({ status }: { status: Status }) {
  return <StatusChip tone={tones[status]} label={statusCodes[status].label} />
}

/** The colour marker of short tables: a dot to see, a word to hear (C-237). */
export function StatusDot({ status }: { status: Status }) {
  return (
    <Dot title={statusCodes[status].label} style={{ background: toneText(tones[status]) }}>
      <VisuallyHidden>{statusCodes[status].label}</VisuallyHidden>
    </Dot>
  )
}

const Dot = styled.span({
  display: 'inline-block',
  flex: 'none',
  width: 8,
  height: 8,
  borderRadius: '50%',
  forcedColorAdjust: 'none',
})
