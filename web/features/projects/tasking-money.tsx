import styled from '@emotion/styled'
import { formatMoney } from '#shared/lib/money.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { blanketWords } from '#web/parts/blanket-words.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { Amount } from '#web/parts/pool-money.tsx'
import { Bar } from '#web/ui/bar.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { belowZero, type Money } from './money-after.ts'
import { ExternalProject } from './external-project.tsx'

/** Beside the form, and moving with every keystroke; `id` 0 is a new tasking. */
export function TaskingMoney({ money, blanket, id }: { money: Money; blanket: boolean | null; id: number }) {
  const { pool, now, then, others, own } = money
  const asOf = useAsOf()
  const { organisation } = useDevice()
  const type = useStored((device) => device.rows('projectTypes').get(pool.projectTypeId), [pool.projectTypeId])
  const over = belowZero(money)
  return (
    <Panel title="Funding" meta={<Quiet>{pool.poolCode}</Quiet>} actions={asOf && <Quiet>as of {asOf}</Quiet>}>
      <Balances>
        <div>
          <Quiet>Balance now</Quiet>
          <Big>
            <Amount cents={now.balance} />
          </Big>
        </div>
        <Icon name="arrow-right" />
        <div>
          <Quiet>{id === 0 ? 'With this tasking' : 'After saving'}</Quiet>
          <Big data-strong>
            <Amount cents={then.balance} />
          </Big>
        </div>
      </Balances>
      <Line>
        Utilization {now.utilization}% → <b>{then.utilization}%</b>
      </Line>
      <Bar
        total={Math.max(pool.funds, 1)}
        label={`Of ${formatMoney(pool.funds)}: actual ${formatMoney(others.actual)}, estimated ${formatMoney(others.estimated)}, this tasking ${formatMoney(own.actual + own.estimated)}`}
        segments={[
          { value: others.actual, tone: 'actual' },
          { value: others.estimated, tone: 'estimated' },
          { value: own.actual + own.estimated, tone: 'this' },
        ]}
      />
      <Figures>
        <KeyValues
          layout="money"
          items={[
            { label: 'Type', value: type?.name ?? '' },
            { label: 'Ship', value: pool.shipNumber },
            { label: 'Funding', value: formatMoney(pool.funds) },
            { label: 'Actual', value: formatMoney(then.actual) },
            { label: 'Estimated', value: formatMoney(then.estimated) },
            ...(then.pending > 0
              ? [{ label: 'of which awaiting approval', value: formatMoney(then.pending), indent: true }]
              : []),
            { label: 'Cost of this tasking', value: formatMoney(money.cost) },
            { label: 'Projection', value: formatMoney(then.projection) },
            { label: 'Blanket', value: blanketWords(blanket) },
            { label: 'Balance', value: <Amount cents={then.balance} />, strong: true },
          ]}
        />
      </Figures>
      {over > 0 && (
        <Over role="status">
          This takes {pool.poolCode} {formatMoney(over)} below zero. Saving writes that down.
        </Over>
      )}
      {!pool.active && <Over>This pool code is inactive.</Over>}
      <ExternalProject template={organisation.externalProjectUrl} id={id} poolCode={pool.poolCode} />
    </Panel>
  )
}

/** The same in one line, above the foot of the phone. */
export function MoneyLine({ money: { pool, now, then } }: { money: Money }) {
  return (
    <OneLine>
      {pool.poolCode} after saving: <Amount cents={now.balance} /> →{' '}
      <b>
        <Amount cents={then.balance} />
      </b>
    </OneLine>
  )
}

const Balances = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& > svg': { marginBottom: 6, color: token.text2 },
  fontVariantNumeric: 'tabular-nums',
})
const Big = styled.div({
  fontSize: 20,
  lineHeight: '28px',
  letterSpacing: '-0.015em',
  whiteSpace: 'nowrap',
  '&[data-strong]': { fontWeight: 600 },
})
const Quiet = styled.span({ ...textSize.small, color: token.text2 })
const Line = styled.p({
  margin: '4px 0 8px',
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: token.text },
})
const OneLine = styled.p({
  flexBasis: '100%',
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: token.text, whiteSpace: 'nowrap' },
})
const Figures = styled.div({ marginTop: 12 })
const Over = styled.p({ marginTop: 12, color: token.danger, fontWeight: 500 })
