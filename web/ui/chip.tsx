import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { counted } from '#shared/lib/counted.ts'
import { radius, textSize, token } from '../theme/tokens.ts'

/** A quiet property: Blanket, Interim, Amended. */
export function Tag({ children }: { children: ReactNode }) {
  return <Hairline>{children}</Hairline>
}

interface CountBadgeProps {
  count: number
  tone?: 'plain' | 'primary' | 'warn' | 'danger'
  label?: string
}

export function CountBadge({ count, tone = 'plain', label }: CountBadgeProps) {
  return (
    <Round data-tone={tone} aria-label={label}>
      {counted(count)}
    </Round>
  )
}

/** On the corner of an icon, whose label says the number to readers: 99 at most, and it grows outwards, so that two digits leave the icon to be seen. */
export function CornerBadge({ count, warn = false, className }: { count: number; warn?: boolean; className?: string }) {
  if (count === 0) return null
  return (
    <Corner aria-hidden data-warn={warn || undefined} className={className}>
      {count > 99 ? '99+' : count}
    </Corner>
  )
}

/** The ground of a chip with an icon and a word. */
export const ChipGround = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minHeight: 24,
  padding: '0 7px 0 5px',
  border: '1px solid transparent',
  borderRadius: radius.chip,
  fontSize: 12,
  lineHeight: '22px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
})
const Hairline = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 18,
  padding: '0 6px',
  border: `1px solid ${token.divider}`,
  borderRadius: 4,
  ...textSize.small,
  fontWeight: 400,
  color: token.text2,
  whiteSpace: 'nowrap',
})
const Round = styled.span({
  display: 'inline-block',
  minWidth: 20,
  minHeight: 20,
  padding: '0 6px',
  borderRadius: radius.pill,
  background: token.canceledFill,
  color: token.canceledText,
  fontSize: 12,
  lineHeight: '20px',
  fontWeight: 500,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  '&[data-tone="primary"]': { background: token.primarySoft, color: token.primary },
  '&[data-tone="warn"]': { background: token.warnSoft, color: token.warn },
  '&[data-tone="danger"]': { background: token.dangerSoft, color: token.danger },
})
const Corner = styled.span({
  position: 'absolute',
  top: -1,
  left: '50%',
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 8,
  background: token.primary,
  color: token.onPrimary,
  ...textSize.fixed,
  fontWeight: 600,
  textAlign: 'center',
  boxShadow: `0 0 0 2px ${token.surface}`,
  '&[data-warn]': { background: token.warn, color: token.surface },
})
