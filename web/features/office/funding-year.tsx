import styled from '@emotion/styled'
import { useState } from 'react'
import { formatMonth } from '#shared/lib/day.ts'
import { formatMoney, type Cents } from '#shared/lib/money.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { Amount, Utilization } from '#web/parts/pool-money.tsx'
import { BarLegend } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { useFundingYear, type FundingYear as Year } from './use-funding-year.ts'

/** The year of the codes below: what is spent and still estimated, adding up month by month, against their funds. */
export function FundingYear({ active, teamId }: { active: boolean; teamId: number }) {
  const { year, whole, asOf, isAwaited, keptDays } = useFundingYear({ active, teamId })
  const [isTable, setTable] = useState(false)
  const phone = usePhone()
  if (!year) return <YearShape aria-hidden />
  if (year.codes === 0) return null
  const [first, last] = endsOf(year)
  return (
    <Panel
      title="The year"
      meta={
        !phone && (
          <Quiet>
            {first} – {last}, adding up month by month · {countOf(year.codes, 'code')}
          </Quiet>
        )
      }
      actions={
        <>
          {asOf && <Quiet>as of {asOf}</Quiet>}
          <Button variant="text" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            Table
          </Button>
        </>
      }
    >
      <Both>
        <Numbers>
          <Number label="Actual" cents={year.actual} />
          <Number label="Estimated" cents={year.estimated} />
          <Number label="Projection" cents={year.projection}>
            <Plain>
              <Utilization percent={year.utilization} />
            </Plain>
          </Number>
          <Number label="Left" cents={year.balance} />
        </Numbers>
        <Drawn>
          {isTable ? <MonthTable year={year} brief={phone} /> : <Picture year={year} letters={phone} />}
          {!isTable && (
            <BarLegend
              items={[
                { tone: 'actual', label: 'Actual' },
                { tone: 'estimated', label: 'Estimated' },
              ]}
            />
          )}
        </Drawn>
      </Both>
      <Notes data-awaited={isAwaited || undefined}>
        {!isAwaited && year.before > 0 && (
          <li>
            {formatMoney(year.before)} was spent before {first}
            {!whole &&
              `, or on what was closed more than ${keptDays} days ago, which this device does not hold by month`}
            .
          </li>
        )}
        {!isAwaited && year.later > 0 && (
          <li>
            {formatMoney(year.later)} is due after {last}.
          </li>
        )}
      </Notes>
    </Panel>
  )
}

function Number({ label, cents, children }: { label: string; cents: Cents; children?: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount cents={cents} />
        {children}
      </dd>
    </div>
  )
}

/** `October 2025`, `September 2026` */
const endsOf = ({ months }: Year) =>
  [formatMonth(months[0]?.month ?? ''), formatMonth(months.at(-1)?.month ?? '')] as const

/** Each month with all that was spent and estimated until its end. */
function addedUp({ months, before }: Year) {
  let [actual, estimated] = [before, 0]
  return months.map((month) => {
    actual += month.actual
    estimated += month.estimated
    return { month: month.month, actual, estimated }
  })
}

const HEIGHT = 160
const TOP = 20
const BOTTOM = 22
const floor = HEIGHT - BOTTOM

/** Widths in per cent and heights in pixels, so that it fills its place and its words keep their size. */
function Picture({ year, letters }: { year: Year; letters: boolean }) {
  const columns = addedUp(year)
  const most = Math.max(year.funding, ...columns.map(({ actual, estimated }) => actual + estimated), 100)
  const y = (cents: Cents) => floor - (Math.max(0, cents) / most) * (floor - TOP)
  const today = year.months.findIndex(({ month }) => month === year.thisMonth)
  const left = (n: number) => `${(n * 100) / 12}%`
  const [first, last] = endsOf(year)
  const words = `${first} to ${last}: actual ${formatMoney(year.actual)} and estimated ${formatMoney(year.estimated)} of ${formatMoney(year.funding)} in funds. The table has every month.`
  return (
    <Svg role="img" aria-label={words}>
      <rect x={left(today + 1)} width={left(11 - today)} y={TOP} height={floor - TOP} fill={token.sunken} />
      {ticksTo(most).map((cents) => (
        <g key={cents}>
          <line x1="0" x2="100%" y1={y(cents)} y2={y(cents)} stroke={token.divider} />
          <text x="-8" y={y(cents) + 4} textAnchor="end">
            {short.format(cents / 100)}
          </text>
        </g>
      ))}
      {columns.map(({ month, actual, estimated }, n) => (
        <g key={month}>
          <title>
            {`${formatMonth(month)}: actual ${formatMoney(actual)}, estimated ${formatMoney(estimated)}, adding up to ${formatMoney(actual + estimated)}`}
          </title>
          <rect x={left(n)} width={left(1)} y={TOP} height={floor - TOP} fill="transparent" />
          <rect
            x={left(n + 0.2)}
            width={left(0.6)}
            y={y(actual + estimated)}
            height={y(actual) - y(actual + estimated)}
            fill={token.barEstimated}
          />
          <rect x={left(n + 0.2)} width={left(0.6)} y={y(actual)} height={floor - y(actual)} fill={token.barActual} />
          <text x={left(n + 0.5)} y={HEIGHT - 5} textAnchor="middle" data-today={n === today || undefined}>
            {formatMonth(month).slice(0, letters ? 1 : 3)}
          </text>
        </g>
      ))}
      <line
        x1="0"
        x2="100%"
        y1={y(year.funding)}
        y2={y(year.funding)}
        stroke={token.text}
        strokeWidth="2"
        strokeDasharray="6 4"
      />
      <text x="0" y={y(year.funding) - 6} data-funds>
        Funds {formatMoney(year.funding)}
      </text>
    </Svg>
  )
}

/** Round amounts from nothing up, three or four of them. */
function ticksTo(most: Cents): Cents[] {
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = power * ([1, 2, 5].find((n) => most / (n * power) < 4) ?? 10)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step)
}
const short = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })

function MonthTable({ year, brief }: { year: Year; brief: boolean }) {
  const columns = addedUp(year)
  return (
    <Table>
      <thead>
        <tr>
          {['Month', 'Actual', 'Estimated', 'Adding up to'].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {year.months.map(({ month, actual, estimated }, n) => (
          <tr key={month} data-today={month === year.thisMonth || undefined}>
            <th scope="row">{brief ? formatMonth(month).replace(/^(...)\S*/, '$1') : formatMonth(month)}</th>
            <td>{formatMoney(actual)}</td>
            <td>{formatMoney(estimated)}</td>
            <td>{formatMoney((columns[n]?.actual ?? 0) + (columns[n]?.estimated ?? 0))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Quiet = styled.span({ ...textSize.small, color: token.text2 })
const Plain = styled.span({ fontWeight: 400, color: token.text2 })
const Both = styled.div({ display: 'flex', flexWrap: 'wrap-reverse', alignItems: 'center', gap: '12px 24px' })
const Numbers = styled.dl({
  order: 1,
  flex: '0 1 150px',
  display: 'grid',
  gap: 8,
  '& dt': { ...textSize.small, color: token.text2 },
  // Beside a large amount the share goes below it.
  '& dd': { display: 'flex', flexWrap: 'wrap', gap: '0 4px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  [media.phone]: { flex: '1 1 100%', gridTemplateColumns: 'repeat(auto-fill, minmax(7.5rem, 1fr))' },
})
const Drawn = styled.div({ flex: '1 1 420px', minWidth: 0, display: 'grid', gap: 8 })
const Svg = styled.svg({
  width: 'calc(100% - 52px)',
  height: HEIGHT,
  marginLeft: 52,
  overflow: 'visible',
  '& text': { ...textSize.fixed, fill: token.text2 },
  '& text[data-funds]': {
    fontWeight: 600,
    fill: token.text,
    paintOrder: 'stroke',
    stroke: token.surface,
    strokeWidth: 4,
  },
  '& text[data-today]': { fontWeight: 600, fill: token.text },
})
const Table = styled.table({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '4px 0 4px 8px', borderBottom: `1px solid ${token.divider}`, textAlign: 'right' },
  '& th': { fontWeight: 500 },
  '& th:first-of-type': { paddingLeft: 0, textAlign: 'left' },
  '& thead th': { ...textSize.small, color: token.text2 },
  '& tr[data-today] > *': { fontWeight: 600 },
  [media.phone]: { fontSize: 12, '& th, & td': { paddingInline: '4px 0' } },
})
const Notes = styled.ul({
  ...textSize.small,
  display: 'grid',
  gap: 4,
  marginTop: 8,
  color: token.text2,
  // Room for both, which the server's answer makes longer or shorter.
  '&[data-awaited]': { minHeight: 36 },
})
/** About as high as the year, so that the types below stay where they are. */
const YearShape = styled(Card)({ height: 308, [media.phone]: { height: 420 } })
