export interface Rate {
  atOnce: number
  perSecond: number
}

/**
 * A bucket for each person: so many at once, and then as many as flow in again. In memory, because nobody it holds back can
 * restart the server. Takes one and answers 0, or answers the seconds until there is one.
 */
export function createBuckets({ atOnce, perSecond }: Rate, now: () => string): (person: number) => number {
  const buckets = new Map<number, { left: number; at: number }>()
  return (person) => {
    const at = Date.parse(now())
    const bucket = buckets.get(person) ?? { left: atOnce, at }
    // A clock that is set back fills nothing.
    const left = Math.min(atOnce, bucket.left + (Math.max(0, at - bucket.at) / 1_000) * perSecond)
    const wait = left >= 1 ? 0 : Math.ceil((1 - left) / perSecond)
    buckets.set(person, { left: wait === 0 ? left - 1 : left, at })
    return wait
  }
}
