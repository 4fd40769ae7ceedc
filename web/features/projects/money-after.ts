import type { Cents } from '#shared/lib/money.ts'
import { keyOf } from '#shared/lib/words.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import { phaseOf } from '#shared/model/status.ts'
import { estimateOf, figuresOf, shareAt, shareOf } from '#shared/rules/funding.ts'
import type { TaskingFacts } from './tasking-values.ts'

type Figures = ReturnType<typeof figuresOf>
export interface Money {
  pool: PoolCode
  /** As it is, and as it would be with what is typed. */
  now: Figures
  then: Figures
  /** The others alone. */
  others: Figures
  own: { actual: Cents; estimated: Cents }
  cost: Cents
}

/** What typing `facts` does to a pool; `before` is the tasking as it stands, null for a new one. */
export function moneyOf(pool: PoolCode, before: ProjectFacts | null, facts: TaskingFacts): Money {
  const phase = before ? phaseOf(before) : 'progress'
  const isThere = before !== null && keyOf(before.poolCode) === keyOf(pool.poolCode)
  const was = isThere ? shareOf(before) : nothing
  const own = shareAt(phase, facts)
  const others = {
    funds: pool.funds,
    actual: pool.actual - was.actual,
    estimated: pool.estimated - was.estimated,
    pending: pool.pending - was.pending,
  }
  const then = {
    funds: pool.funds,
    actual: others.actual + own.actual,
    estimated: others.estimated + own.estimated,
    pending: others.pending + own.pending,
  }
  return {
    pool,
    now: figuresOf(pool),
    then: figuresOf(then),
    others: figuresOf(others),
    own,
    cost: phase === 'completed' ? facts.actualCost : estimateOf(facts),
  }
}
const nothing = { actual: 0, estimated: 0, pending: 0 }

/** How far below zero this takes the pool; 0 when it does not, or takes it no further than it is. */
export const belowZero = ({ now, then }: Pick<Money, 'now' | 'then'>): Cents =>
  then.balance < 0 && then.balance < now.balance ? -then.balance : 0
