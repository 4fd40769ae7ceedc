import styled from '@emotion/styled'
import { formatMoney } from '#shared/lib/money.ts'
import { projectFunding } from '#shared/queries/projects.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { blanketWords } from '#web/parts/blanket-words.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { Amount, PoolBar } from '#web/parts/pool-money.tsx'
import { KeyValues, type KeyValue } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { ExternalProject } from './external-project.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** The money of the whole pool and this tasking's part in it (C.10, C-174). Without a pool there is no panel. */
export function FundingPanel({ detail: { funding: seen, project } }: { detail: ProjectDetail }) {
  const asOf = useAsOf()
  const { organisation } = useDevice()
  const told = useQuery(projectFunding, { id: project.id }, seen !== null)
  if (!seen || !told) return null
  const others = told.pools.filter(({ code }) => code !== told.pool).map(({ code }) => code)
  const items: KeyValue[] = [
    { label: 'Type', value: told.type || 'Of another team' },
    { label: 'Pool', value: told.pool },
    { label: 'Ship', value: told.ship },
    { label: 'Funding', value: formatMoney(told.funding) },
    { label: 'Actual', value: formatMoney(told.actual) },
    { label: 'Estimated', value: formatMoney(told.estimated) },
    ...(told.pending > 0
      ? [{ label: 'of which awaiting approval', value: formatMoney(told.pending), indent: true }]
      : []),
    { label: 'Projection', value: formatMoney(told.projection) },
    { label: 'Balance', value: <Amount cents={told.balance} />, strong: true },
    { label: 'Cost of this tasking', value: formatMoney(told.cost) },
    ...(told.tasking > 0 ? [{ label: 'Tasking estimate', value: formatMoney(told.tasking), indent: true }] : []),
    { label: 'Blanket', value: blanketWords(told.blanket) },
    { label: 'Restricted', value: told.restricted ? 'Yes' : 'No' },
  ]
  return (
    <Panel title="Funding" meta={<Quiet>{told.pool}</Quiet>} actions={asOf && <Quiet>as of {asOf}</Quiet>}>
      <Line>
        <span>Utilization</span>
        <b>{told.utilization}%</b>
      </Line>
      <PoolBar figures={told} />
      <Figures>
        <KeyValues layout="money" items={items} />
        {told.restricted && (
          <Warning>
            {seen.pool.active
              ? `The pool is over its funds by ${formatMoney(-told.balance)}.`
              : 'This pool code is inactive.'}
          </Warning>
        )}
      </Figures>
      {others.length > 0 && <Others>Other codes of this type: {others.join(', ')}</Others>}
      <ExternalProject template={organisation.externalProjectUrl} id={project.id} poolCode={told.pool} />
    </Panel>
  )
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
const Quiet = styled.span({ ...textSize.small, color: token.text2 })
const Others = styled.p({ marginTop: 12, ...textSize.small, color: token.text2, overflowWrap: 'anywhere' })
