import { put, remove, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { keyOf } from '#shared/lib/words.ts'
import type { Attempt } from '#shared/model/server-tables.ts'
import type { Server } from '../execute/execute.ts'
import { networkOf } from '../http/network.ts'
import { leftUndone } from '../store/unavailable.ts'

const FREE_FAILURES = 5
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 15 * 60_000
/** Attempts a minute from one network address, or by one person on devices of their own. */
const PER_PLACE = 30
const MINUTE_MS = 60_000
const FORGET_MS = 24 * 3_600_000
const RESETS = 3
const RESET_MS = 3_600_000

/** What a guess at a password counts against. */
export interface Guesses {
  account: string
  place: string
}

/**
 * A device that the person has used before (it shows the hash of an earlier token, or a session) has a count of its own, and
 * its attempts are the person's wherever it stands: who guesses at the account, or from the same network, does not lock it out.
 */
export const guessesAt = (email: string, address: string, earlier: { id: number; userId: number } | null): Guesses =>
  earlier
    ? { account: `device:${earlier.id}`, place: `person:${earlier.userId}` }
    : { account: `account:${keyOf(email)}`, place: placeOf(address) }

/** Whoever has one IPv6 address has all of its network's. */
export const placeOf = (address: string): string => `address:${networkOf(address)}`

/**
 * Counts an attempt before it is judged, so that many at once count as many. Answers the seconds to wait, or 0 to go on.
 * Whether the account exists makes no difference.
 */
export function countAttempt({ store, now }: Server, keys: Guesses): Promise<number> {
  const reads = {
    accounts: many('attempts', { key: keys.account }),
    places: many('attempts', { key: keys.place }),
    forgotten: many('attempts', { since: { to: iso(Date.parse(now()) - FORGET_MS) } }, { order: 'since', limit: 5 }),
  }
  return store.transact({ reads }, ({ accounts, places, forgotten }, freshId) => {
    const time = Date.parse(now())
    const account = fresh(accounts[0], time, FORGET_MS) ?? blank(accounts[0]?.id ?? freshId * 2, keys.account, time)
    const place = fresh(places[0], time, MINUTE_MS) ?? blank(places[0]?.id ?? freshId * 2 + 1, keys.place, time)
    const wait = Math.max(
      Date.parse(account.waitUntil) - time,
      place.failures >= PER_PLACE ? Date.parse(place.since) + MINUTE_MS - time : 0,
    )
    if (wait > 0) return { changes: mended([accounts[0], places[0]], time), value: Math.ceil(wait / 1000) }
    const failures = account.failures + 1
    const changes: Change[] = [
      ...forgotten.map((row) => remove('attempts', row.id)),
      put('attempts', { ...account, failures, waitUntil: iso(time + waitAfter(failures)) }),
      put('attempts', { ...place, failures: place.failures + 1 }),
    ]
    return { changes: withoutRemovedAgain(changes), value: 0 }
  })
}

/**
 * Whether one more reset may be asked for: three per account and hour, of which one e-mail address never gets five in 15
 * minutes (C-098), and thirty a minute from one network address. Counts alike for addresses that nobody has.
 */
export function countReset({ store, now }: Server, email: string, address: string): Promise<boolean> {
  const keys = { account: `reset:${keyOf(email)}`, address: `reset-${placeOf(address)}` }
  const reads = {
    accounts: many('attempts', { key: keys.account }),
    addresses: many('attempts', { key: keys.address }),
  }
  return store.transact({ reads }, ({ accounts, addresses }, freshId) => {
    const time = Date.parse(now())
    const account = fresh(accounts[0], time, RESET_MS) ?? blank(accounts[0]?.id ?? freshId * 2, keys.account, time)
    const from = fresh(addresses[0], time, MINUTE_MS) ?? blank(addresses[0]?.id ?? freshId * 2 + 1, keys.address, time)
    if (account.failures >= RESETS || from.failures >= PER_PLACE)
      return { changes: mended([accounts[0], addresses[0]], time), value: false }
    const changes = [account, from].map((row) => put('attempts', { ...row, failures: row.failures + 1 }))
    return { changes, value: true }
  })
}

/** A good sign-in forgives what came before it, if that can be written down. */
export async function forgiveAttempts({ store }: Server, { account }: Guesses): Promise<void> {
  const reads = { accounts: many('attempts', { key: account }) }
  const forgive = store.transact({ reads }, ({ accounts }) => ({
    changes: accounts.map((row) => remove('attempts', row.id)),
    value: 0,
  }))
  await forgive.catch(leftUndone)
}

const iso = (time: number): string => new Date(time).toISOString()
const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES))

/** The row while it still counts, as it can have been written by this clock. */
const fresh = (row: Attempt | undefined, time: number, life: number): Attempt | undefined =>
  row && time - Date.parse(row.since) < life ? byThisClock(row, time) : undefined

/** A clock that was set back leaves rows that begin in its future or wait for it: nobody waits longer than their failures say. */
const byThisClock = (row: Attempt, time: number): Attempt => ({
  ...row,
  since: iso(Math.min(Date.parse(row.since), time)),
  waitUntil: iso(Math.min(Date.parse(row.waitUntil), time + waitAfter(row.failures))),
})

/** Such rows are written anew even when the attempt must wait; else the wait would begin again with each attempt. */
const mended = (rows: (Attempt | undefined)[], time: number): Change[] =>
  rows.flatMap((row) => {
    const mended = row && byThisClock(row, time)
    return mended && (mended.since < row.since || mended.waitUntil < row.waitUntil) ? [put('attempts', mended)] : []
  })

const blank = (id: number, key: string, time: number): Attempt => ({
  id,
  key,
  failures: 0,
  since: iso(time),
  waitUntil: iso(time),
})

const withoutRemovedAgain = (changes: Change[]): Change[] => {
  const kept = new Set(changes.flatMap((change) => (change.kind === 'remove' ? [] : [change.row.id])))
  return changes.filter((change) => change.kind !== 'remove' || !kept.has(change.id))
}
