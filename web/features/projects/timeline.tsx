import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { media, textSize, token, toneFill, toneText, type Tone } from '#web/theme/tokens.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

export interface TimelineLine {
  icon?: IconName
  iconTone?: Tone
  text: ReactNode
  when?: ReactNode
}

export interface TimelineStep {
  title: string
  lines?: readonly TimelineLine[]
  state: 'done' | 'now' | 'todo' | 'ended'
  /** The colour of a step that is under way or at which it all ended. */
  tone?: Tone
  icon?: IconName
}

/** Horizontal from md, vertical below. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <Line aria-label="Timeline">
      {steps.map((step) => (
        <Step key={step.title} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <Dot style={dotStyle(step)}>{iconOf(step) && <Icon name={iconOf(step) ?? 'check'} size={14} />}</Dot>
          <Head>
            <b>{step.title}</b>
            <VisuallyHidden>{spoken[step.state]}</VisuallyHidden>
            <Rule aria-hidden />
          </Head>
          {step.lines?.map((line, at) => (
            <Detail key={at}>
              {step.lines?.some(({ icon }) => icon) && (
                <Mark style={{ color: line.iconTone ? toneText(line.iconTone) : undefined }}>
                  {line.icon && <Icon name={line.icon} size={14} />}
                </Mark>
              )}
              <Words>
                <span>{line.text}</span>
                {line.when && <When>{line.when}</When>}
              </Words>
            </Detail>
          ))}
        </Step>
      ))}
    </Line>
  )
}

const spoken = { done: ', done', now: ', under way', todo: ', not yet', ended: ', ended here' } as const

function iconOf(step: TimelineStep): IconName | undefined {
  if (step.icon) return step.icon
  if (step.state === 'done') return 'check'
  return step.state === 'ended' ? 'block' : undefined
}

function dotStyle(step: TimelineStep) {
  const tone = step.tone ?? (step.state === 'ended' ? 'denied' : undefined)
  if (!tone || step.state === 'done' || step.state === 'todo') return undefined
  return { background: toneFill(tone), borderColor: toneText(tone), color: toneText(tone) }
}

const Line = styled.ol({
  display: 'flex',
  fontVariantNumeric: 'tabular-nums',
  [media.phone]: { flexDirection: 'column' },
})
const Step = styled.li({
  position: 'relative',
  minWidth: 0,
  padding: '0 12px 0 32px',
  '& b': { fontWeight: 600, lineHeight: '24px' },
  '&[data-state="todo"] b': { fontWeight: 500, color: token.text2 },
  [media.desktop]: { flex: '1 1 0', '&[data-state="now"]': { flexGrow: 1.9 }, '&:last-of-type': { flex: '0 1 auto' } },
  [media.phone]: {
    padding: '0 0 16px 36px',
    '&:last-of-type': { paddingBottom: 0 },
    '&:not(:last-of-type)::before': {
      content: '""',
      position: 'absolute',
      left: 11,
      top: 28,
      bottom: 4,
      borderLeft: `2px solid ${token.divider}`,
    },
    '&[data-state="done"]:not(:last-of-type)::before': { borderColor: token.ok },
  },
})
const Dot = styled.span({
  position: 'absolute',
  left: 0,
  top: 0,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  border: `2px solid ${token.control}`,
  background: token.surface,
  color: token.text2,
  '[data-state="done"] > &': { background: token.okSoft, borderColor: token.ok, color: token.ok },
  '[data-state="now"] > &': { borderColor: token.primary, color: token.primary },
})
const Head = styled.div({ display: 'flex', alignItems: 'center', gap: 12 })
const Rule = styled.span({
  flex: 1,
  borderTop: `2px solid ${token.divider}`,
  '[data-state="done"] > div > &': { borderColor: token.ok },
  'li:last-of-type > div > &': { display: 'none' },
  [media.phone]: { display: 'none' },
})
const Detail = styled.div({
  display: 'flex',
  gap: 6,
  minHeight: 18,
  ...textSize.small,
  color: token.text2,
  '& b': { lineHeight: 'inherit', fontWeight: 500, color: token.text },
})
/** Keeps its room where only other lines of the step have an icon. */
const Mark = styled.span({ flex: 'none', width: 14 })
const Words = styled.span({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  columnGap: '.83em',
  minWidth: 0,
  overflowWrap: 'anywhere',
  // A dot stands in the gap before the time. Where the time wraps to a line of its own, the dot falls outside and is cut.
  overflow: 'clip',
})
const When = styled.span({
  position: 'relative',
  [media.desktop]: { '&::before': { content: '"·"', position: 'absolute', left: '-.58em' } },
  [media.phone]: { marginLeft: 'auto' },
})
