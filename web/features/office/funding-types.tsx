import styled from '@emotion/styled'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import type { fundingTypes } from '#shared/queries/funding.ts'
import { Amount, PoolBar, Utilization } from '#web/parts/pool-money.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { BarLegend } from '#web/ui/bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-link.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'

type FundingType = AnswerOf<typeof fundingTypes>['items'][number]
type FundingCode = FundingType['codes'][number]

interface FundingTypesProps {
  types: readonly FundingType[]
  /** The type whose codes are shown; 0 for none. */
  openId: number
  onOpen: (typeId: number) => void
  /** The code whose form stands beside; 0 for none. */
  chosenId: number
  mayWrite: boolean
  /** Its open taskings are asked for. */
  onShow: (code: FundingCode) => void
  /** The address of a form, which keeps what the screen shows. */
  formAt: (form: 'types' | 'codes', id: number | 'new', typeId: number) => string
}

/** Pool types, each with its codes behind it. */
export function FundingTypes({ types, openId, onOpen, ...rest }: FundingTypesProps) {
  return (
    <>
      {types.map((type) => (
        <Accordion key={type.id} expanded={type.id === openId} onChange={(_, isOpen) => onOpen(isOpen ? type.id : 0)}>
          <AccordionSummary id={`pool-type-${type.id}`} aria-controls={`pool-codes-${type.id}`}>
            <TypeLine type={type} />
          </AccordionSummary>
          <AccordionDetails>
            <Codes type={type} {...rest} />
          </AccordionDetails>
        </Accordion>
      ))}
    </>
  )
}

function TypeLine({ type }: { type: FundingType }) {
  return (
    <Line>
      <Icon name="chevron-right" size={18} />
      <Name title={type.name}>
        <b>{shownAs(type.name, type.active)}</b>
      </Name>
      <Facts>
        <span>{countOf(type.codes.length, 'code')}</span>
        <span>{countOf(type.openTaskings, 'open tasking')}</span>
        <span>{formatMoney(type.funding)}</span>
      </Facts>
      <LineBar>
        <PoolBar figures={type} height={6} silent />
      </LineBar>
      <Utilization percent={type.utilization} />
    </Line>
  )
}

function Codes({
  type,
  chosenId,
  mayWrite,
  onShow,
  formAt,
}: { type: FundingType } & Omit<FundingTypesProps, 'types' | 'openId' | 'onOpen'>) {
  const addressOf = (code: FundingCode) => formAt('codes', code.id, type.id)
  return (
    <>
      <DataTable
        label={`Codes of ${type.name}`}
        columns={columnsOf(addressOf, mayWrite, onShow)}
        rows={type.codes}
        rowKey={(code) => code.id}
        selectedKey={chosenId}
        twoLine
        card={(code) => <CodeCard code={code} to={addressOf(code)} onShow={() => onShow(code)} />}
        empty={<EmptyState compact heading="There are no codes here." />}
      />
      <Foot>
        <BarLegend
          items={[
            { tone: 'actual', label: `Actual ${formatMoney(type.actual)}` },
            { tone: 'estimated', label: `Estimated ${formatMoney(type.estimated)}` },
            ...(type.balance > 0 ? [{ tone: 'left' as const, label: `Left ${formatMoney(type.balance)}` }] : []),
          ]}
        />
        {mayWrite && (
          <Buttons>
            <ButtonLink size="small" icon="pencil" to={formAt('types', type.id, type.id)}>
              Edit pool type
            </ButtonLink>
            <ButtonLink size="small" icon="plus" to={formAt('codes', 'new', type.id)}>
              Add pool code
            </ButtonLink>
          </Buttons>
        )}
      </Foot>
    </>
  )
}

function columnsOf(
  addressOf: (code: FundingCode) => string,
  mayWrite: boolean,
  show: (code: FundingCode) => void,
): Column<FundingCode>[] {
  return [
    {
      key: 'poolCode',
      header: 'Code',
      cell: (code) => (
        <CodeLink to={addressOf(code)} title={code.poolCode}>
          {code.poolCode}
        </CodeLink>
      ),
    },
    { key: 'shipNumber', header: 'Ship', width: 64, cell: (code) => String(code.shipNumber) },
    { key: 'funds', header: 'Funds', width: 108, align: 'right', cell: (code) => formatMoney(code.funds) },
    {
      key: 'use',
      header: 'Actual + estimated',
      width: 196,
      cell: (code) => (
        <Use>
          <PoolBar figures={{ ...code, funding: code.funds }} height={6} silent />
          <Utilization percent={code.utilization} />
          <Small>
            {formatMoney(code.actual)} + {formatMoney(code.estimated)}
          </Small>
        </Use>
      ),
    },
    { key: 'left', header: 'Left', width: 108, align: 'right', cell: (code) => <Amount cents={code.balance} /> },
    {
      key: 'open',
      header: 'Open',
      width: 52,
      align: 'right',
      overflow: 'visible',
      cell: (code) => <OpenCount code={code} onShow={() => show(code)} />,
    },
    { key: 'active', header: 'Active', width: 60, cell: (code) => (code.active ? 'Yes' : 'No') },
    ...(mayWrite
      ? [
          {
            ...{ key: 'edit', header: 'Edit', hideHeader: true, width: 60 },
            cell: (code: FundingCode) => (
              <IconLink icon="pencil" label={`Edit ${code.poolCode}`} to={addressOf(code)} />
            ),
          },
        ]
      : []),
  ]
}

function OpenCount({ code, onShow }: { code: FundingCode; onShow: () => void }) {
  const { openTaskings: count, poolCode } = code
  if (count === 0) return <>0</>
  return (
    <CountButton type="button" onClick={onShow} aria-label={`Show ${countOf(count, 'open tasking')} of ${poolCode}`}>
      {counted(count)}
    </CountButton>
  )
}

/** On the phone: the code with its bar, and under it what it has and what is left. */
function CodeCard({ code, to, onShow }: { code: FundingCode; to: string; onShow: () => void }) {
  return (
    <CardRow>
      <CardHead>
        <CodeLink to={to}>{code.poolCode}</CodeLink>
        <Small>
          ship {code.shipNumber}
          {!code.active && ' · inactive'}
        </Small>
        <Utilization percent={code.utilization} />
      </CardHead>
      <PoolBar figures={{ ...code, funding: code.funds }} silent />
      <CardFoot>
        <span>{formatMoney(code.funds)} in funds</span>
        {code.openTaskings > 0 && (
          <CountButton type="button" onClick={onShow} aria-label={`Show open taskings of ${code.poolCode}`}>
            {code.openTaskings} open
          </CountButton>
        )}
        <span>
          <Amount cents={code.balance} /> left
        </span>
      </CardFoot>
    </CardRow>
  )
}

const Line = styled.span({
  display: 'grid',
  width: '100%',
  gridTemplateColumns: '18px minmax(0, 1fr) auto minmax(64px, 100px) 48px',
  alignItems: 'center',
  gap: '4px 12px',
  fontVariantNumeric: 'tabular-nums',
  '& > svg': { color: token.text2, transition: 'transform 120ms' },
  '[aria-expanded="true"] & > svg': { transform: 'rotate(90deg)' },
  '& > :last-child': { textAlign: 'right' },
  [media.phone]: { gridTemplateColumns: '18px minmax(0, 1fr) auto' },
})
const Name = styled.span({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: token.text2,
  '& > b': { fontWeight: 600, color: token.text },
  [media.phone]: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
})
const Facts = styled.span({
  display: 'grid',
  gridTemplateColumns: '64px 136px 112px',
  gap: '0 8px',
  textAlign: 'right',
  whiteSpace: 'nowrap',
  color: token.text2,
  '& > :last-child': { color: token.text },
  [media.phone]: {
    ...textSize.small,
    gridArea: '3 / 2 / 4 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    textAlign: 'left',
  },
})
const LineBar = styled.span({ display: 'block', [media.phone]: { gridArea: '2 / 2 / 3 / -1' } })
const Use = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 44px',
  alignItems: 'center',
  gap: '0 8px',
  '& > span:first-of-type': { textAlign: 'right' },
  '& > :last-child': { gridColumn: '1 / -1' },
})
const Small = styled.span({ ...textSize.small, color: token.text2, overflow: 'hidden', textOverflow: 'ellipsis' })
const CodeLink = styled(Link)({ fontWeight: 600, color: token.primary, overflowWrap: 'anywhere' })
const CountButton = styled.button({
  position: 'relative',
  minWidth: 24,
  minHeight: 24,
  color: token.primary,
  fontWeight: 500,
  textAlign: 'inherit',
  textDecoration: 'underline',
  textUnderlineOffset: 2,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-10px' } },
})
const CardRow = styled.div({ display: 'grid', gap: 6, padding: '12px 16px 12px 42px' })
const CardHead = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: 8,
  '& > a': {
    [media.coarse]: { position: 'relative', '&::after': { content: '""', position: 'absolute', inset: '-12px 0' } },
  },
})
const CardFoot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 12px',
  fontVariantNumeric: 'tabular-nums',
  color: token.text2,
})
const Foot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '10px 16px',
  borderTop: `1px solid ${token.divider}`,
  [media.phone]: { paddingLeft: 42 },
})
const Buttons = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8 })
