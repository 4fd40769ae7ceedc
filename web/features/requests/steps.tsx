import styled from '@emotion/styled'
import type { StepName } from '#web/sync/fold-requests.ts'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'

export const stepLabels: Record<StepName, string> = {
  start: 'Start',
  tasks: 'Tasks',
  details: 'Details',
  complete: 'Complete',
}

interface WizardStep {
  label: string
  /** The number people know the step by; the first may have none. */
  mark?: string
  /** Desktop only: what was chosen there. */
  note?: string
}

interface StepsProps {
  steps: readonly WizardStep[]
  /** Index of the step that is open. */
  current: number
  /** After "Step 1 of 4 ·"; by default the label of the open step. */
  title?: string
}

/** A text with a four-part line on the phone, a row of cells on the desktop. */
export function Steps({ steps, current, title }: StepsProps) {
  return (
    <div>
      <PhoneText>
        Step {current + 1} of {steps.length} · {title ?? steps[current]?.label}
      </PhoneText>
      <Line aria-label="Steps">
        {steps.map((step, at) => {
          const state = at < current ? 'done' : at === current ? 'now' : 'todo'
          return (
            <Cell key={step.label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <Mark data-empty={state !== 'done' && !step.mark ? true : undefined}>
                {state === 'done' ? <Icon name="check" size={14} /> : step.mark}
              </Mark>
              <span>
                <b>{step.label}</b>
                {step.note && <Note>{step.note}</Note>}
              </span>
            </Cell>
          )
        })}
      </Line>
    </div>
  )
}

const PhoneText = styled.p({
  fontWeight: 600,
  lineHeight: '20px',
  marginBottom: 8,
  [media.desktop]: { display: 'none' },
})
const Line = styled.ol({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  // On the smallest phone the longest word takes what the others leave.
  [media.phone]: { gap: 6, gridAutoColumns: 'minmax(min-content, 1fr)' },
  [media.desktop]: {
    overflow: 'hidden',
    border: `1px solid ${token.divider}`,
    borderRadius: radius.card,
    background: token.surface,
  },
})
const Cell = styled.li({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  color: token.text2,
  [media.phone]: {
    gap: 4,
    paddingTop: 8,
    borderTop: `4px solid ${token.divider}`,
    borderRadius: 2,
    ...textSize.small,
    // Four words beside each other grow no further than the screen has room for.
    fontSize: 'min(12px, 4.6vw)',
    '& b': { fontWeight: 'inherit' },
    '&[data-state="done"]': { borderColor: token.primary, color: token.primary },
    '&[data-state="now"]': { borderColor: token.primary, color: token.text, fontWeight: 600 },
  },
  [media.desktop]: {
    gap: 12,
    minHeight: 64,
    padding: '10px 16px',
    borderLeft: `1px solid ${token.divider}`,
    '&:first-of-type': { borderLeft: 0 },
    '& b': { display: 'block', fontWeight: 500 },
    '&[data-state="done"] b, &[data-state="now"] b': { color: token.text, fontWeight: 600 },
    '&[data-state="now"]': { boxShadow: `inset 0 -2px 0 ${token.primary}` },
  },
})
const Mark = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  [media.phone]: { '&[data-empty]': { display: 'none' } },
  [media.desktop]: {
    width: '1.5rem',
    height: '1.5rem',
    borderRadius: '50%',
    border: `2px solid ${token.control}`,
    fontSize: 12,
    fontWeight: 600,
    '[data-state="done"] > &': { background: token.primary, borderColor: token.primary, color: token.onPrimary },
    '[data-state="now"] > &': { borderColor: token.primary, color: token.primary },
  },
})
const Note = styled.span({
  display: 'block',
  ...textSize.small,
  color: token.text2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [media.phone]: { display: 'none' },
})
