import styled from '@emotion/styled'
import { statusCodes, type Status } from '#shared/model/status.ts'
import { Icon, type IconName } from '../theme/icon.tsx'
import { toneFill, toneText, type Tone } from '../theme/tokens.ts'
import { ChipGround } from '../ui/chip.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

const faces = {
  interim: ['approval', 'hourglass'],
  authorization: ['authorization', 'gavel'],
  acceptance: ['acceptance', 'inbox'],
  progress: ['progress', 'play'],
  overdue: ['overdue', 'clock-alert'],
  completed: ['completed', 'check'],
  denied: ['denied', 'block'],
  canceled: ['canceled', 'cancel'],
} as const satisfies Record<Status, [Tone, IconName]>

export const toneOf = (status: Status) => faces[status][0]
export const iconOf = (status: Status) => faces[status][1]

/** Where the business stands: filled, never outlined. */
export function StatusBadge({ status }: { status: Status }) {
  const tone = toneOf(status)
  return (
    <ChipGround style={{ background: toneFill(tone), color: toneText(tone) }}>
      <Icon name={iconOf(status)} size={14} />
      {statusCodes[status].label}
    </ChipGround>
  )
}

/** The colour marker of short tables: a dot to see, a word to hear (C-237). */
export function StatusDot({ status }: { status: Status }) {
  return (
    <Dot title={statusCodes[status].label} style={{ background: toneText(toneOf(status)) }}>
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
