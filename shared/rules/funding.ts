import type { Cents } from '../lib/money.ts'
import { MAX_CENTS } from '../model/fields.ts'
import type { ProjectFacts } from '../model/project.ts'
import type { PoolCode } from '../model/reference.ts'
import { phaseOf, type Phase } from '../model/status.ts'

/** What one tasking takes from its pool (C.10). Canceled money that was spent stays spent. */
export const shareOf = (project: ProjectFacts): Share => shareAt(phaseOf(project), project)

/** The same of one whose phase is known, for sums over many of which no more than the costs was read. */
export function shareAt(phase: Phase, project: Costs): Share {
  const committed = phase !== 'canceled' && phase !== 'completed' && phase !== 'denied'
  const estimated = committed ? Math.max(0, estimateOf(project) - project.actualCost) : 0
  const awaitsApproval = phase === 'interim' || phase === 'authorization'
  return { actual: project.actualCost, estimated, pending: awaitsApproval ? estimated : 0 }
}

type Share = { actual: Cents; estimated: Cents; pending: Cents }
type Costs = Pick<ProjectFacts, 'taskingCostEstimate' | 'initialCostEstimate' | 'actualCost'>

export const estimateOf = (project: Costs): Cents =>
  project.taskingCostEstimate > 0 ? project.taskingCostEstimate : project.initialCostEstimate

/** The pool's running totals after one of its taskings changed; `before` or `after` is null when it comes or goes. */
export function poolAfter<P extends PoolCode>(pool: P, before: ProjectFacts | null, after: ProjectFacts | null): P {
  const was = before ? shareOf(before) : nothing
  const is = after ? shareOf(after) : nothing
  return {
    ...pool,
    actual: pool.actual - was.actual + is.actual,
    estimated: pool.estimated - was.estimated + is.estimated,
    pending: pool.pending - was.pending + is.pending,
  }
}
/** Whether its row takes the totals; far beyond that a number has no cents, and what was added there could never be taken away again. */
export const fitsPool = ({ actual, estimated, pending }: Share): boolean =>
  [actual, estimated, pending].every((total) => total <= MAX_CENTS)
const nothing = { actual: 0, estimated: 0, pending: 0 }

/** True when a change of a tasking moves its pool's money, so that the pool row must be written too. */
export function movesMoney(before: ProjectFacts, after: ProjectFacts): boolean {
  const was = shareOf(before)
  const is = shareOf(after)
  return was.actual !== is.actual || was.estimated !== is.estimated || was.pending !== is.pending
}

interface PoolFigures {
  funding: Cents
  actual: Cents
  estimated: Cents
  pending: Cents
  projection: Cents
  balance: Cents
  /** Per cent, rounded up; above 100 is true and only the bar is capped (C-172). */
  utilization: number
}

export function figuresOf(pool: Pick<PoolCode, 'funds' | 'actual' | 'estimated' | 'pending'>): PoolFigures {
  const projection = pool.actual + pool.estimated
  return {
    funding: pool.funds,
    actual: pool.actual,
    estimated: pool.estimated,
    pending: pool.pending,
    projection,
    balance: pool.funds - projection,
    utilization: pool.funds > 0 ? Math.ceil((100 * projection) / pool.funds) : projection > 0 ? 100 : 0,
  }
}

/** The figures without one tasking, for "balance now → balance after". */
export const figuresWithout = (pool: PoolCode, project: ProjectFacts): PoolFigures =>
  figuresOf(poolAfter(pool, project, null))

/** By how much a pool is below zero with a tasking that takes `cost` of it, at this `balance` with it; what takes nothing exceeds nothing (C-173). */
export const belowWith = (cost: Cents, balance: Cents): Cents => (cost > 0 && balance < 0 ? -balance : 0)
