import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { formatMoney, type Cents } from '#shared/lib/money.ts'
import { Bar } from '../ui/bar.tsx'
import { token } from '../theme/tokens.ts'

/** Cents as people read them; below zero in the colour of errors. */
export function Amount({ cents }: { cents: Cents }) {
  return cents < 0 ? <Negative>−{formatMoney(-cents)}</Negative> : formatMoney(cents)
}

interface PoolBarProps {
  figures: { funding: Cents; actual: Cents; estimated: Cents; utilization: number }
  height?: 6 | 8
  /** Its number stands beside it, so that readers need not hear it twice. */
  silent?: boolean
}

/** What a pool has spent, and what is still estimated: amber from 90 per cent, red and capped above 100 (C-172). */
export function PoolBar({
  figures: { funding, actual, estimated, utilization },
  height,
  silent = false,
}: PoolBarProps) {
  const isNear = utilization >= 90
  return (
    <Bar
      {...(height ? { height } : {})}
      {...(silent ? {} : { label: `${counted(utilization)}% of ${formatMoney(funding)} is spent or committed` })}
      total={funding}
      segments={[
        { value: actual, tone: isNear ? 'near' : 'actual' },
        { value: estimated, tone: isNear ? 'near-estimated' : 'estimated' },
      ]}
    />
  )
}

/** `104%`, in the colour of its bar. */
export function Utilization({ percent }: { percent: number }) {
  return <Percent data-tone={percent > 100 ? 'over' : percent >= 90 ? 'near' : undefined}>{counted(percent)}%</Percent>
}

const Negative = styled.span({ color: token.danger })
const Percent = styled.span({
  fontVariantNumeric: 'tabular-nums',
  '&[data-tone]': { fontWeight: 600, color: token.warn },
  '&[data-tone="over"]': { color: token.danger },
})
