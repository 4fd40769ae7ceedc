import styled from '@emotion/styled'
import { textSize, token } from '../theme/tokens.ts'

type BarTone = 'actual' | 'estimated' | 'this' | 'near' | 'near-estimated' | 'over'

interface BarProps {
  segments: readonly { value: number; tone: BarTone; label?: string }[]
  /** What the full width stands for. More than this, and the bar is full and red. */
  total: number
  height?: 6 | 8 | 16
  /** Without it the bar is decoration: the number stands beside it. */
  label?: string
}

export function Bar({ segments, total, height = 8, label }: BarProps) {
  const sum = segments.reduce((all, segment) => all + Math.max(0, segment.value), 0)
  const over = sum > total
  const shown = over ? [{ value: 1, tone: 'over' as const }] : segments
  const scale = over ? 1 : total
  return (
    <Track
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ height, borderRadius: height === 16 ? 6 : height / 2 }}
    >
      {shown.map((segment, at) => (
        <Part
          key={at}
          style={{
            width: `${scale > 0 ? (Math.max(0, segment.value) / scale) * 100 : 0}%`,
            background: fills[segment.tone],
          }}
        />
      ))}
    </Track>
  )
}

/** Names the colours of a Bar, with their amounts. */
export function BarLegend({ items }: { items: readonly { tone: BarTone | 'left'; label: string }[] }) {
  return (
    <Legend>
      {items.map((item) => (
        <li key={item.label}>
          <Swatch style={{ background: item.tone === 'left' ? token.barTrack : fills[item.tone] }} />
          {item.label}
        </li>
      ))}
    </Legend>
  )
}

const fills: Record<BarTone, string> = {
  actual: token.barActual,
  estimated: token.barEstimated,
  this: `repeating-linear-gradient(135deg, ${token.barThis} 0 3px, ${token.barThis2} 3px 6px)`,
  near: token.warnDot,
  'near-estimated': `color-mix(in srgb, ${token.warnDot} 50%, ${token.barTrack})`,
  over: token.danger,
}

const Track = styled.div({
  display: 'flex',
  width: '100%',
  overflow: 'hidden',
  background: token.barTrack,
  forcedColorAdjust: 'none',
})
const Part = styled.span({ display: 'block', height: '100%', flex: 'none' })
const Legend = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
})
const Swatch = styled.span({ width: 10, height: 10, borderRadius: 3, forcedColorAdjust: 'none' })
