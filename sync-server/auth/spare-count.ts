import { StoreUnavailable } from '../store/unavailable.ts'
import type { Guesses } from './throttle.ts'

const MINUTE_MS = 60_000
const PER_ACCOUNT = 10
const PER_PLACE = 30
const MOST = 20_000

/**
 * Counts attempts while the database takes no writes: whoever has the right password must get in on a full disk, and whoever
 * guesses must not get more out of it. In memory, a minute at a time. Answers the seconds to wait, or 0 to go on; any other
 * failure of counting is thrown on.
 */
export function createSpareCount(now: () => string) {
  let minute = 0
  let attempts = new Map<string, number>()

  return ({ account, place }: Guesses) =>
    (error: unknown): number => {
      if (!(error instanceof StoreUnavailable)) throw error
      const time = Date.parse(now())
      if (Math.floor(time / MINUTE_MS) !== minute || attempts.size > MOST) {
        minute = Math.floor(time / MINUTE_MS)
        attempts = new Map()
      }
      const count = (key: string): number => {
        attempts.set(key, (attempts.get(key) ?? 0) + 1)
        return attempts.get(key) ?? 0
      }
      const isTooMany = [count(account) > PER_ACCOUNT, count(place) > PER_PLACE].includes(true)
      return isTooMany ? Math.ceil(((minute + 1) * MINUTE_MS - time) / 1_000) : 0
    }
}
