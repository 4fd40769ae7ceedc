import styled from '@emotion/styled'
import { formatMoney } from '#shared/lib/money.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { Bar, type BarTone } from '#web/ui/bar.tsx'
import { KeyValues, type KeyValue } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { token } from '#web/ui/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

/** The money of the whole pool (C.10). Without a pool there is no panel. */
export function FundingPanel({ detail: { funding, project } }: { detail: ProjectDetail }) {
  const asOf = useAsOf()
  if (!funding) return null
  const { utilization } = funding
  const restricted = !funding.pool.active || funding.balance < 0
  const items: KeyValue[] = [
    { label: 'Funding', value: formatMoney(funding.funding) },
    { label: 'Actual', value: formatMoney(funding.actual) },
    { label: 'Estimated', value: formatMoney(funding.estimated) },
    ...(funding.pending > 0
      ? [{ label: 'of which awaiting approval', value: formatMoney(funding.pending), indent: true }]
      : []),
    { label: 'Projection', value: formatMoney(funding.projection) },
    { label: 'Balance', value: <Amount cents={funding.balance} />, strong: true },
  ]
  return (
    <Panel title="Funding" meta={<Quiet>{project.poolCode}</Quiet>} actions={asOf && <Quiet>as of {asOf}</Quiet>}>
      <Line>
        <span>Utilization</span>
        <b>{utilization}%</b>
      </Line>
      <Bar
        label={`${utilization}% of ${formatMoney(funding.funding)} is spent or committed`}
        segments={[{ value: Math.min(funding.projection, funding.funding), tone: barTone(utilization) }]}
        total={Math.max(funding.funding, 1)}
      />
      <Figures>
        <KeyValues layout="money" items={items} />
        {restricted && (
          <Warning>
            {funding.pool.active
              ? `The pool is over its funds by ${formatMoney(-funding.balance)}.`
              : 'This pool code is inactive.'}
          </Warning>
        )}
      </Figures>
    </Panel>
  )
}

const barTone = (utilization: number): BarTone => (utilization > 100 ? 'over' : utilization >= 90 ? 'near' : 'actual')

export function Amount({ cents }: { cents: number }) {
  return cents < 0 ? <Negative>−{formatMoney(-cents)}</Negative> : formatMoney(cents)
}

const Line = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  marginBottom: 8,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: token.text },
})
const Figures = styled.div({ marginTop: 12 })
const Warning = styled.p({ marginTop: 12, color: token.danger, fontWeight: 500 })
const Quiet = styled.span({ fontSize: 12, lineHeight: '16px', color: token.text2 })
const Negative = styled.span({ color: token.danger })
