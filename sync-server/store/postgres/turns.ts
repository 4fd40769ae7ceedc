import type { Change } from '#shared/kernel/change.ts'
import type { Plan } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { Decided, NewsOf } from '../store.ts'
import { withNews } from '../news.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { isConflict, isTaken } from './codes.ts'
import type { Line } from './line.ts'
import { fetchAll, valuesOf, type Fetched } from './fetched.ts'
import { createFreshIds } from './fresh-ids.ts'
import { fly, reachReplica, writeInTurn, type Landing, type Writing } from './flight.ts'
import { createKnown } from './known.ts'
import { createPending } from './pending.ts'

export type Decide = (found: never, freshId: number) => Decided<unknown>

interface Call {
  plan: Plan
  decide: Decide
  done: (value: unknown) => void
  failed: (error: unknown) => void
  /** How often somebody was faster, and how often its row was there already. */
  conflicts: number
  taken: number
}

interface Decision extends Writing {
  call: Call
  /** Whether it stands on what others of its flight write. */
  isLaid: boolean
  settle: () => void
}

interface TurnsOptions {
  org: number
  reader: Line
  writer: Line
  now: () => string
  landed: (landing: Landing, changes: readonly Change[]) => void
  /** Hears why nothing was written. */
  lost: (error: Error) => void
  /** What is acknowledged is at a replica as well, also what somebody finds written already. */
  requireReplica: boolean
}

const MOST_TOGETHER = 50
/** After so many it takes the turn first and reads under it, which always ends. */
const MOST_CONFLICTS = 5
/** So seldom a flight is lost to somebody's writing what nobody here has read. */
const LONG_ALONE = 100
/** A row that is there the third time is no call that came twice. */
const MOST_TAKEN = 3

/** Calls in the order in which they are handed over: those that wait are decided at one moment and share a flight. */
export function createTurns({ org, reader, writer, now, landed, lost, requireReplica }: TurnsOptions) {
  const queue: Call[] = []
  const freshIds = createFreshIds(org, reader)
  const known = createKnown()
  let flying: Promise<void> | null = null

  async function flyAll(): Promise<void> {
    while (queue.length > 0) await together(queue.splice(0, MOST_TOGETHER))
    flying = null
  }

  async function together(calls: Call[]): Promise<void> {
    let decisions: Decision[]
    try {
      decisions = await decideAll(calls)
    } catch (error) {
      if (calls.length === 1 || error instanceof StoreUnavailable) return fail(calls, error)
      // Whose fault it is each learns alone.
      for (const call of calls) await together([call])
      return
    }
    // One that only the database can answer waits for what is written before it, and so do those behind it.
    queue.unshift(...calls.slice(decisions.length))
    await send(decisions)
  }

  async function decideAll(calls: readonly Call[]): Promise<Decision[]> {
    const asking = calls.map(({ plan }) => plan).filter(asksForSomething)
    const answers = asking.length > 0 ? await reader.use((connection) => fetchAll(connection, org, asking, known)) : []
    const fetched = new Map(asking.map((plan, at) => [plan, must(answers[at])]))
    const fresh = await freshIds(calls.length)
    const pending = createPending()
    const decisions: Decision[] = []
    for (const call of calls) {
      const found = fetched.get(call.plan) ?? nothing
      const laid = pending.lay(call.plan, found)
      if (!laid) break
      const decision = decide(call, laid.found, must(fresh[decisions.length]), pending.add)
      decisions.push({ ...decision, unlaid: laid.unlaid, isLaid: laid.isLaid, version: found.version })
    }
    return decisions
  }

  async function send(decisions: readonly Decision[]): Promise<void> {
    const writing = decisions.filter(({ changes }) => changes.length > 0)
    try {
      if (writing.length > 0) {
        const landing = await flown(writing)
        land(
          landing,
          writing.map(({ changes }) => changes),
        )
      } else if (requireReplica) await writer.use(reachReplica)
    } catch (error) {
      return sendAgain(decisions, error)
    }
    for (const { settle } of decisions) settle()
  }

  function land(landing: Landing, written: readonly (readonly Change[])[]): void {
    known.landed(landing.version, written.length, written.flat())
    landed(landing, written.flat())
  }

  /** So many flights landed between whose reading and writing nobody else wrote, since the last where somebody did. */
  let alone = 0

  async function flown(writing: readonly Decision[]): Promise<Landing> {
    const hopesAlone = alone >= LONG_ALONE
    try {
      const landing = await writer.use((connection) => fly(connection, org, writing, now(), hopesAlone))
      alone = landing.isAlone ? alone + 1 : 0
      return landing
    } catch (error) {
      alone = 0
      // Somebody wrote; whether it is what was read, is asked now.
      if (hopesAlone && isConflict(error)) return flown(writing)
      throw error
    }
  }

  async function sendAgain(decisions: readonly Decision[], error: unknown): Promise<void> {
    const calls = decisions.map(({ call }) => call)
    if (error instanceof StoreUnavailable) return fail(calls, error)
    if (decisions.length === 1) return again(must(calls[0]), error)
    // What stands on another's writes, or writes nothing that is checked, has to see what those became.
    for (const decision of decisions)
      await (decision.isLaid || decision.changes.length === 0 ? together([decision.call]) : send([decision]))
  }

  async function again(call: Call, error: unknown): Promise<void> {
    if (isTaken(error)) call.taken += 1
    else if (isConflict(error)) call.conflicts += 1
    else return call.failed(error)
    if (call.taken >= MOST_TAKEN || call.conflicts > 4 * MOST_CONFLICTS) return call.failed(error)
    await (call.conflicts < MOST_CONFLICTS ? together([call]) : turnFirst(call))
  }

  async function turnFirst(call: Call): Promise<void> {
    let decision: Pick<Decision, 'changes' | 'newsOf' | 'settle'> | undefined
    try {
      const [freshId] = await freshIds(1)
      const landing = await writer.use((connection) =>
        writeInTurn(connection, org, now(), async () => {
          const [fetched] = await fetchAll(connection, org, [call.plan], known, true)
          const { first, then } = must(fetched)
          decision = decide(call, { ...valuesOf(first), ...valuesOf(then) }, must(freshId), () => undefined)
          return decision
        }),
      )
      if (landing) land(landing, [must(decision).changes])
      else if (requireReplica) await writer.use(reachReplica)
    } catch (error) {
      return error instanceof StoreUnavailable ? fail([call], error) : again(call, error)
    }
    must(decision).settle()
  }

  function fail(calls: readonly Call[], error: unknown): void {
    if (error instanceof Error) lost(error)
    for (const { failed } of calls) failed(error)
  }

  return {
    add(plan: Plan, decide: Decide): Promise<unknown> {
      return new Promise((done, failed) => {
        queue.push({ plan, decide, done, failed, conflicts: 0, taken: 0 })
        // Those that are handed over now go together.
        flying ??= Promise.resolve().then(flyAll)
      })
    },
    /** When all that was handed over has been answered. */
    async settled(): Promise<void> {
      while (flying) await flying
    },
  }
}

const asksForSomething = ({ reads, follow }: Plan): boolean => follow !== undefined || Object.keys(reads).length > 0
const nothing: Fetched = { version: 0, first: {}, then: {}, followed: {} }

/** A throw is told once all before it is written, and writes nothing. */
function decide(
  call: Call,
  found: object,
  freshId: number,
  add: (changes: readonly Change[]) => void,
): Pick<Decision, 'call' | 'changes' | 'newsOf' | 'settle'> {
  try {
    const { changes, value } = call.decide(found as never, freshId)
    add(changes)
    return { call, changes, newsOf: changes.reduce<NewsOf>(withNews, new Set()), settle: () => call.done(value) }
  } catch (error) {
    return { call, changes: [], newsOf: new Set(), settle: () => call.failed(error) }
  }
}
