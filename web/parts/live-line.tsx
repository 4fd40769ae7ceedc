import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import type { Instant } from '#shared/lib/day.ts'
import { useOwnNow } from '../data/clock.ts'
import { useMeta } from '../data/use-query.ts'
import { useIsLive } from '../sync/engine-context.tsx'
import { textSize, token } from '../theme/tokens.ts'
import { useMedia } from '../theme/use-media.ts'
import { dateOf, preciseTimeOf, sinceMidnight, timeOf } from './when.tsx'

/** How fresh the rows on this screen are: "Live · 09:44:10", or "As of 08:10 (offline)". */
export function LiveLine() {
  const contact = useMeta('contact')
  const isLive = useFresh() && contact?.problem === null
  const asOf = useAsOf()
  if (!contact) return null
  const words = !asOf
    ? 'Not loaded yet'
    : isLive
      ? `Live · ${preciseTimeOf(contact.lastOk)}`
      : `As of ${asOf}${contact.problem === 'offline' ? ' (offline)' : ''}`
  return <FreshLine isLive={isLive && asOf !== null}>{words}</FreshLine>
}

/** News are heard as they come; never on paper, which is read later. */
export function useFresh(): boolean {
  const hearsNews = useIsLive()
  return !useOnPaper() && hearsNews
}
const useOnPaper = () => !useMedia('screen')

/** A moment as it is put on the screen; on paper with its day. */
export function useMomentWords(): (at: Instant | number, onScreen: string) => string {
  const onPaper = useOnPaper()
  return (at, onScreen) => (onPaper ? `${dateOf(at)}, ${timeOf(at)}` : onScreen)
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
  const wordsOf = useMomentWords()
  return contact?.lastOk ? wordsOf(contact.lastOk, sinceMidnight(contact.lastOk, now)) : null
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
