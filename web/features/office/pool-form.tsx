import styled from '@emotion/styled'
import { formatMoney, parseMoney } from '#shared/lib/money.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import { figuresOf } from '#shared/rules/funding.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { Amount, PoolBar } from '#web/parts/pool-money.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { radius, textSize, token } from '#web/theme/tokens.ts'
import { OfficeForm } from './office-form.tsx'
import type { OfficeRows } from './office-rows.ts'

interface PoolFormProps {
  /** A pool type's rows, or pool codes, which have funds. */
  office: OfficeRows
  id: number
  /** What a new one begins with: the team that is shown, the type it was added to. */
  preset: Readonly<Record<string, number>>
  search: string
  onShow: () => void
}

/** The form of a pool type or of a pool code, with what its funds come to while they are typed. */
export function PoolForm({ onShow, ...props }: PoolFormProps) {
  const back = paths.funding + props.search
  if (props.office.of.table !== 'poolCodes')
    return (
      <OfficeForm
        {...props}
        back={back}
        hintOf={(field, { teamId }) => (field === 'teamId' && Number(teamId) === 0 ? ofNoTeam : undefined)}
      />
    )
  return (
    <OfficeForm
      {...props}
      back={back}
      show={
        <Button variant="text" size="small" onClick={onShow}>
          Show
        </Button>
      }
    >
      {(values, row) => <WithTheseFunds typed={String(values['funds'])} code={row as unknown as PoolCode | null} />}
    </OfficeForm>
  )
}

const ofNoTeam = 'Requests offer the types of their team. One of no team is offered by Add a Project alone.'

/** Balance and utilization as they are, and as they would be with the funds that are typed. */
function WithTheseFunds({ typed, code }: { typed: string; code: PoolCode | null }) {
  const asOf = useAsOf()
  const funds = parseMoney(typed)
  const now = figuresOf(code ?? { funds: 0, actual: 0, estimated: 0, pending: 0 })
  const then = funds === null || funds < 0 ? now : figuresOf({ ...now, funds })
  const isOther = code !== null && then.funding !== now.funding
  return (
    <Box aria-label="With these funds">
      <Head>
        <span>With these funds</span>
        {asOf && <span>as of {asOf}</span>}
      </Head>
      <PoolBar figures={then} />
      <KeyValues
        layout="money"
        items={[
          { label: 'Actual', value: formatMoney(then.actual) },
          { label: 'Estimated', value: formatMoney(then.estimated) },
          ...(then.pending > 0
            ? [{ label: 'of which awaiting approval', value: formatMoney(then.pending), indent: true }]
            : []),
          { label: 'Projection', value: formatMoney(then.projection) },
          {
            label: 'Balance',
            strong: true,
            value: (
              <>
                {isOther && <Before>{<Amount cents={now.balance} />}</Before>}
                <Amount cents={then.balance} />
              </>
            ),
          },
          {
            label: 'Utilization',
            strong: true,
            value: (
              <>
                {isOther && <Before>{now.utilization}%</Before>}
                {then.utilization}%
              </>
            ),
          },
        ]}
      />
      {then.balance < 0 && <Over>Over its funds by {formatMoney(-then.balance)}.</Over>}
    </Box>
  )
}

function Before({ children }: { children: React.ReactNode }) {
  return (
    <Was>
      {children} <Icon name="arrow-right" size={14} label="becomes" />
    </Was>
  )
}

const Box = styled.section({
  display: 'grid',
  gap: 12,
  padding: 12,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  background: token.sunken,
})
const Head = styled.p({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 12px',
  ...textSize.small,
  color: token.text2,
})
const Was = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  marginRight: 4,
  fontWeight: 400,
  color: token.text2,
})
const Over = styled.p({ color: token.danger, fontWeight: 500 })
