import styled from '@emotion/styled'
import { keyframes } from '@emotion/react'
import type { ReactNode } from 'react'
import { Card } from './panel.tsx'
import { StatGrid } from './stat-card.tsx'
import { media, token } from './tokens.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Shapes of what is coming, for when the device has no copy yet. Nothing is drawn in the first 150 ms. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Waiting>
      {Array.from({ length: rows }, (_, at) => (
        <Row key={at}>
          <Block style={{ width: 72 }} />
          <Block style={{ width: `${30 + ((at * 7) % 18)}%` }} />
          <Block style={{ width: '12%' }} />
          <Block style={{ width: 88, marginLeft: 'auto' }} />
        </Row>
      ))}
    </Waiting>
  )
}

export function StatCardsSkeleton({ cards = 3 }: { cards?: number }) {
  return (
    <Waiting>
      <StatGrid>
        {Array.from({ length: cards }, (_, at) => (
          <Stat key={at}>
            <Block style={{ width: 96 }} />
            <Block style={{ width: 64, height: 32, marginTop: 20 }} />
          </Stat>
        ))}
      </StatGrid>
    </Waiting>
  )
}

export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Waiting>
      <Stat>
        <Block style={{ width: 140, height: 16 }} />
        {Array.from({ length: lines }, (_, at) => (
          <Block key={at} style={{ width: `${88 - ((at * 13) % 34)}%`, marginTop: 16 }} />
        ))}
      </Stat>
    </Waiting>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <Appearing role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </Appearing>
  )
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const breathe = keyframes({ '50%': { opacity: 0.55 } })
const Appearing = styled.div({ animation: `${appear} 120ms 150ms both` })
const Block = styled.span({
  display: 'block',
  height: 12,
  borderRadius: 4,
  background: token.barTrack,
  animation: `${breathe} 1.6s ease-in-out infinite`,
  [media.calm]: { animation: 'none' },
})
const Row = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  height: 40,
  padding: '0 20px',
  borderBottom: `1px solid ${token.divider}`,
  [media.phone]: { height: 64 },
})
const Stat = styled(Card)({ padding: 16, minHeight: 96 })
