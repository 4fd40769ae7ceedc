import { dollarsToCents, type Cents } from '#shared/lib/money.ts'
import type { AnswerOf, InputOf } from '#shared/kernel/query.ts'
import { fundingYear } from '#shared/queries/funding.ts'
import { useOwnNow } from '#web/data/clock.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { sinceMidnight } from '#web/parts/when.tsx'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { useOwnTaskings } from '#web/state/own-taskings.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'

export type FundingYear = AnswerOf<typeof fundingYear>

/**
 * The year of the codes shown; undefined until the device has answered. What was closed before the device's window the server adds; without
 * it the months before are too low and `before` too high, and `whole` is false.
 */
export function useFundingYear(view: InputOf<typeof fundingYear>) {
  const held = useYearOnDevice()
  const now = useOwnNow()
  const own = useQuery(fundingYear, view)
  const deviceAsOf = useAsOf()
  // Not before the device's own answer: it would be asked twice.
  const path = held.partial && own ? `resources/funding/year?active=${view.active ? 1 : 0}&team=${view.teamId}` : null
  // What was done here is in the device's sums before the server knows of it: it is asked again when it does.
  const { waiting } = useOwnTaskings()
  const answer = useServerAnswer<FundingYear>(
    path,
    own && `${own.funding} ${own.actual} ${own.estimated} ${waiting.size}`,
  )
  return {
    year: answer.body ? inCents(answer.body) : own,
    whole: held.whole || answer.body !== null,
    asOf: answer.body ? sinceMidnight(answer.at, now) : deviceAsOf,
    /** The server may still add what the device does not hold. */
    isAwaited: answer.isAwaited,
    keptDays: held.keptDays,
  }
}

const amounts = ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance', 'before', 'later'] as const

/** As the address tells it, in dollars. */
function inCents(year: FundingYear): FundingYear {
  const cents = Object.fromEntries(amounts.map((name): [string, Cents] => [name, dollarsToCents(year[name])]))
  const months = year.months.map(({ month, actual, estimated }) => ({
    ...{ month, actual: dollarsToCents(actual), estimated: dollarsToCents(estimated) },
  }))
  return { ...year, ...cents, months }
}
