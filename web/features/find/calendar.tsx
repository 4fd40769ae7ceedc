import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { formatMonth } from '#shared/lib/day.ts'
import * as messages from '#shared/model/messages.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Agenda } from './calendar-agenda.tsx'
import { monthFrom } from './calendar-layout.ts'
import { MonthGrid } from './calendar-month.tsx'
import type { FindAddress } from './find-address.ts'
import { useDue } from './use-due.ts'
import { mayBeClosed, type Shown } from './use-found.ts'

/** The result by due date: a month on the desk, a week on the phone. */
export function Calendar({ address, shown }: { address: FindAddress; shown: Shown }) {
  const phone = usePhone()
  const due = useDue(address)
  const { month, today, rows, isKnown } = due
  return (
    <section aria-label="Calendar">
      <Head>
        <Turn to={address.at({ month: monthFrom(month, -1) })} icon="chevron-left" aria-label="Previous month" />
        <Turn to={address.at({ month: monthFrom(month, 1) })} icon="chevron-right" aria-label="Next month" />
        <div>
          <h2>{formatMonth(month)}</h2>
          <p role="status">{isKnown && `${counted(rows.length)} due in ${formatMonth(month)}`}</p>
        </div>
        <ButtonLink variant="outlined" to={address.at({ day: today })}>
          Today
        </ButtonLink>
      </Head>
      {isKnown && rows.length === 0 && <NoRows error={() => messages.filteringProjects} />}
      <Missing address={address} shown={shown} />
      {phone ? <Agenda {...due} /> : <MonthGrid {...due} />}
    </section>
  )
}

/** That the device does not hold all that is found. */
function Missing({ address: { filters }, shown: { from, isOnDevice } }: { address: FindAddress; shown: Shown }) {
  const { keptDays } = useYearOnDevice()
  const lacks = from === 'server' ? !isOnDevice : from === 'device' && mayBeClosed(filters)
  if (!lacks) return null
  return (
    <Note>
      Only what is on this device{mayBeClosed(filters) && ` · without those closed more than ${keptDays} days ago`}
    </Note>
  )
}

const Head = styled.header({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  marginBottom: 12,
  '& > div': {
    flex: '1 1 6rem',
    minWidth: 0,
    display: 'flex',
    alignItems: 'baseline',
    flexWrap: 'wrap',
    gap: '0 12px',
  },
  '& h2': textSize.title,
  '& p': { ...textSize.small, minHeight: 16, color: token.text2, fontVariantNumeric: 'tabular-nums' },
  [media.phone]: { '& > div': { order: -1 } },
})
const Turn = styled(ButtonLink)({ minWidth: 0, width: 36, padding: 0, [media.phone]: { width: 44 } })
const Note = styled.p({ ...textSize.small, marginBottom: 12, color: token.text2 })
