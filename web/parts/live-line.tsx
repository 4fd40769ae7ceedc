import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { useOwnNow } from '../data/clock.ts'
import { useMeta } from '../data/use-query.ts'
import { useIsLive } from '../sync/engine-context.tsx'
import { textSize, token } from '../theme/tokens.ts'
import { preciseTimeOf, sinceMidnight } from './when.tsx'

/** How fresh the rows on this screen are: "Live · 09:44:10", or "As of 08:10 (offline)". */
export function LiveLine() {
  const live = useIsLive()
  const contact = useMeta('contact')
  const now = useOwnNow()
  if (!contact) return null
  const isLive = live && contact.problem === null && contact.lastOk > 0
  const words = !contact.lastOk
    ? 'Not loaded yet'
    : isLive
      ? `Live · ${preciseTimeOf(contact.lastOk)}`
      : `As of ${sinceMidnight(contact.lastOk, now)}${contact.problem === 'offline' ? ' (offline)' : ''}`
  return <FreshLine isLive={isLive}>{words}</FreshLine>
}

export function FreshLine({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <Line>
      {isLive && <Dot aria-hidden />}
      {children}
    </Line>
  )
}

/** The time of the last contact, for amounts that may have moved since; null before the first. */
export function useAsOf(): string | null {
  const contact = useMeta('contact')
  const now = useOwnNow()
  return contact?.lastOk ? sinceMidnight(contact.lastOk, now) : null
}

/** `as of 08:10`, while the server is out of reach. */
export function useOutOfReach(): string | undefined {
  const asOf = useAsOf()
  return useMeta('contact')?.problem && asOf ? `as of ${asOf}` : undefined
}

const Line = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
})
const Dot = styled.span({
  flex: 'none',
  width: 8,
  height: 8,
  margin: 3,
  borderRadius: '50%',
  background: token.live,
  boxShadow: `0 0 0 3px color-mix(in srgb, ${token.live} 20%, transparent)`,
})
