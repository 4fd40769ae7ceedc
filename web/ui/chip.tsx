import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { radius, token, toneFill, toneText, type Tone } from './tokens.ts'

export type StatusTone = Exclude<Tone, 'device'>

export const statusIcons: Record<StatusTone, IconName> = {
  approval: 'hourglass',
  authorization: 'gavel',
  acceptance: 'inbox',
  progress: 'play',
  completed: 'check',
  denied: 'block',
  overdue: 'clock-alert',
  canceled: 'cancel',
}

/** Where the business stands: filled, never outlined. */
export function StatusChip({ tone, label }: { tone: StatusTone; label: string }) {
  return (
    <Filled style={{ background: toneFill(tone), color: toneText(tone) }}>
      <Icon name={statusIcons[tone]} size={14} />
      {label}
    </Filled>
  )
}

export type DeliveryState = 'device' | 'sending' | 'sent' | 'checking' | 'attention'

const deliveries: Record<DeliveryState, { icon: IconName; text: string }> = {
  device: { icon: 'device', text: 'On this device' },
  sending: { icon: 'cloud-sync', text: 'Sending' },
  sent: { icon: 'cloud-done', text: 'Sent' },
  checking: { icon: 'cloud-queue', text: 'Checking…' },
  attention: { icon: 'alert', text: 'Needs you' },
}

/** How far a change has travelled: outlined, dashed while it is only here. */
export function DeliveryChip({ state, detail }: { state: DeliveryState; detail?: string }) {
  const { icon, text } = deliveries[state]
  return (
    <Outlined data-state={state}>
      <Icon name={icon} size={14} />
      {detail ? `${text} ${detail}` : text}
    </Outlined>
  )
}

/** A quiet property: Blanket, Interim, Amended. */
export function Tag({ children }: { children: ReactNode }) {
  return <Hairline>{children}</Hairline>
}

export type CountTone = 'plain' | 'primary' | 'warn' | 'error'

export function CountBadge({ count, tone = 'plain', label }: { count: number; tone?: CountTone; label?: string }) {
  return (
    <Round data-tone={tone} aria-label={label}>
      {count.toLocaleString('en-US')}
    </Round>
  )
}

const chipBase = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 24,
  padding: '0 7px 0 5px',
  border: '1px solid transparent',
  borderRadius: radius.chip,
  fontSize: 12,
  lineHeight: '22px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
} as const

const Filled = styled.span(chipBase)
const Outlined = styled.span(chipBase, {
  borderColor: token.control,
  color: token.deviceText,
  fontVariantNumeric: 'tabular-nums',
  '&[data-state="device"], &[data-state="checking"]': { borderStyle: 'dashed' },
  '&[data-state="sending"]': { borderColor: token.primary, color: token.primary },
  '&[data-state="attention"]': { borderColor: token.warn, color: token.warn },
})
const Hairline = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  height: 18,
  padding: '0 6px',
  border: `1px solid ${token.divider}`,
  borderRadius: 4,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 400,
  color: token.text2,
  whiteSpace: 'nowrap',
})
const Round = styled.span({
  display: 'inline-block',
  minWidth: 20,
  height: 20,
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
  '&[data-tone="error"]': { background: token.dangerSoft, color: token.danger },
})
