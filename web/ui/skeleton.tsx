import styled from '@emotion/styled'
import { keyframes } from '@emotion/react'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { media, token } from '../theme/tokens.ts'
import { Card } from './panel.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Shapes of what is coming, for when the device has no copy yet. Nothing is drawn in the first 150 ms. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Waiting>
      {Array.from({ length: rows }, (_, at) => (
        <Row key={at}>
          <Skeleton variant="rounded" height={12} width={72} />
          <Skeleton variant="rounded" height={12} width={`${30 + ((at * 7) % 18)}%`} />
          <Skeleton variant="rounded" height={12} width="12%" />
          <Skeleton variant="rounded" height={12} width={88} style={{ marginLeft: 'auto' }} />
        </Row>
      ))}
    </Waiting>
  )
}

export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Waiting>
      <CardShape>
        <Skeleton variant="rounded" width={140} height={16} />
        {Array.from({ length: lines }, (_, at) => (
          <Skeleton key={at} variant="rounded" height={12} width={`${88 - ((at * 13) % 34)}%`} />
        ))}
      </CardShape>
    </Waiting>
  )
}

/** Says so to readers and stays hidden for a moment. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <Appearing role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </Appearing>
  )
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const Appearing = styled.div({ animation: `${appear} 120ms 150ms both` })
const Row = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  height: 40,
  padding: '0 20px',
  borderBottom: `1px solid ${token.divider}`,
  [media.phone]: { height: 64 },
})
export const CardShape = styled(Card)({ display: 'grid', gap: 16, alignContent: 'start', padding: 16, minHeight: 96 })
