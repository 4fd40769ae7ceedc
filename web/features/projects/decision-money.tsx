import styled from '@emotion/styled'
import { formatMoney } from '#shared/lib/money.ts'
import { belowWith } from '#shared/rules/funding.ts'
import { toneOf } from '#web/parts/status.tsx'
import { useAsOf } from '#web/parts/live-line.tsx'
import { blanketWords } from '#web/parts/blanket-words.ts'
import { Amount } from '#web/parts/pool-money.tsx'
import { Bar, BarLegend } from '#web/ui/bar.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, textSize, token, toneText } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { costOf, type ProjectDetail } from './project-detail.ts'

/** What this tasking does to its pool: the balance before and after it. */
export function DecisionMoney({ detail: { project, funding } }: { detail: ProjectDetail }) {
  const asOf = useAsOf()
  const phone = usePhone()
  if (!funding) return <Root>{project.poolCode} is a pool of another team: its money is shown to that team.</Root>
  const { without } = funding
  const own = costOf(funding)
  const exceeded = belowWith(own, funding.balance)
  const poolWords = [
    !phone && project.projectType,
    `ship ${project.shipNumber}`,
    !phone && `${formatMoney(funding.funding)} in funds`,
    asOf && `as of ${asOf}`,
  ]
  const ownAmount = (
    <span style={{ color: toneText(toneOf(project.state)) }}>{own > 0 ? formatMoney(own) : 'No estimate'}</span>
  )
  return (
    <Root>
      <PoolLine>
        <span>
          <b>{project.poolCode}</b> {poolWords.filter(Boolean).join(' · ')}
        </span>
        {phone ? (
          <OwnAtEnd>{ownAmount}</OwnAtEnd>
        ) : (
          <span>
            Utilization {without.utilization}% → <b>{funding.utilization}%</b>
          </span>
        )}
      </PoolLine>
      <Balances>
        <Figure label="Balance before" cents={without.balance} />
        <Icon name="arrow-right" />
        <Figure label="After this tasking" cents={funding.balance} strong />
        {!phone && (
          <Own>
            <Label>This tasking</Label>
            <Big>{ownAmount}</Big>
          </Own>
        )}
      </Balances>
      <Bar
        height={16}
        total={Math.max(funding.funding, 1)}
        label={`Of ${formatMoney(funding.funding)}: actual ${formatMoney(without.actual)}, estimated ${formatMoney(without.estimated)}, this tasking ${formatMoney(own)}`}
        segments={[
          { value: without.actual, tone: 'actual' },
          { value: without.estimated, tone: 'estimated' },
          { value: own, tone: 'this' },
        ]}
      />
      <LegendLine>
        <BarLegend
          items={[
            { tone: 'actual', label: `Actual ${formatMoney(without.actual)}` },
            { tone: 'estimated', label: `Estimated ${formatMoney(without.estimated)}` },
            { tone: 'this', label: `This tasking ${formatMoney(own)}` },
            ...(funding.balance > 0 ? [{ tone: 'left' as const, label: `Left ${formatMoney(funding.balance)}` }] : []),
          ]}
        />
      </LegendLine>
      <Line>
        {[
          `Funding ${formatMoney(funding.funding)}`,
          `Projection ${formatMoney(funding.projection)}`,
          `Tasking estimate ${formatMoney(project.taskingCostEstimate)}`,
          `Blanket: ${blanketWords(project.blanketTasking)}`,
        ].join(' · ')}
      </Line>
      {!funding.pool.active && <Exceeds>{project.poolCode} is inactive: new taskings cannot use it.</Exceeds>}
      {exceeded > 0 && <Exceeds>{exceedsWords(exceeded)}</Exceeds>}
    </Root>
  )
}

export const exceedsWords = (cents: number): string => `This tasking exceeds the balance by ${formatMoney(cents)}.`

function Figure({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <div>
      <Label>{label}</Label>
      <Big data-strong={strong || undefined}>
        <Amount cents={cents} />
      </Big>
    </div>
  )
}

const Root = styled.div({
  padding: '12px 16px 14px',
  borderTop: `1px solid ${token.divider}`,
  fontVariantNumeric: 'tabular-nums',
})
const PoolLine = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '2px 16px',
  color: token.text2,
  '& b': { fontWeight: 600, color: token.text },
})
const Balances = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: '4px 20px',
  margin: '8px 0 10px',
  '& > svg': { marginBottom: 6, color: token.text2 },
  [media.phone]: { justifyContent: 'space-between', gap: '4px 12px', '& > :last-child': { textAlign: 'right' } },
})
const Label = styled.div({ ...textSize.small, color: token.text2 })
const Big = styled.div({
  fontSize: 24,
  lineHeight: '32px',
  letterSpacing: '-0.015em',
  whiteSpace: 'nowrap',
  '&[data-strong]': { fontWeight: 600 },
  [media.phone]: { fontSize: 20, lineHeight: '28px' },
})
const Own = styled.div({ marginLeft: 'auto', textAlign: 'right' })
const OwnAtEnd = styled.b({ '& > span': { fontWeight: 600 } })
const LegendLine = styled.div({ marginTop: 8 })
const Line = styled.p({ marginTop: 8, ...textSize.small, color: token.text2 })
const Exceeds = styled.p({ marginTop: 8, color: token.danger, fontWeight: 500 })
