import styled from '@emotion/styled'
import { Icon } from '#web/theme/icon.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

export interface TrackStep {
  label: string
  /** "09:43 · safe" */
  note?: string
  state: 'done' | 'now' | 'todo'
}

/** On this device → Sent → Received by HQ → Approved: solid where it is, dashed where it will go. */
export function DeliveryTrack({ steps }: { steps: readonly TrackStep[] }) {
  return (
    <Line aria-label="Delivery" style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
      {steps.map((step) => (
        <Step key={step.label} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <Dot>{step.state === 'done' && <Icon name="check" size={12} />}</Dot>
          <b>{step.label}</b>
          {step.note && <Note>{step.note}</Note>}
          <VisuallyHidden>{spoken[step.state]}</VisuallyHidden>
        </Step>
      ))}
    </Line>
  )
}

const spoken = { done: ', done', now: ', under way', todo: ', not yet' } as const

const Line = styled.ol({ display: 'grid' })
const Step = styled.li({
  position: 'relative',
  paddingTop: 28,
  textAlign: 'center',
  ...textSize.small,
  color: token.text2,
  '& b': { fontWeight: 600 },
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 9,
    left: '-50%',
    width: '100%',
    borderTop: `2px dashed ${token.control}`,
  },
  '&:first-of-type::before': { display: 'none' },
  '&[data-state="done"]': { color: token.text, '&::before': { borderTop: `2px solid ${token.primary}` } },
  '&[data-state="now"]': { color: token.primary },
  '&[data-state="todo"] b': { fontWeight: 500 },
})
const Dot = styled.span({
  position: 'absolute',
  top: 0,
  left: 'calc(50% - 10px)',
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: '50%',
  border: `2px solid ${token.control}`,
  background: token.surface,
  '[data-state="done"] > &': { background: token.primary, borderColor: token.primary, color: token.onPrimary },
  '[data-state="now"] > &': {
    borderColor: token.primary,
    boxShadow: `inset 0 0 0 3px ${token.surface}, inset 0 0 0 8px ${token.primary}`,
  },
})
const Note = styled.span({ display: 'block', color: token.text2, fontVariantNumeric: 'tabular-nums' })
