/** The server's clock minus this one's, in ms, is somewhere between the two. */
export interface SkewRange {
  least: number
  most: number
}

/** `Date` counts whole seconds, and a busy server may write it a moment late. */
const GRAIN_MS = 1_000
const LATE_MS = 500

/**
 * What an answer says about the two clocks: the server wrote its `Date` after the question was asked and before the
 * headers were here. Null when it has none, or this clock was set back meanwhile.
 */
export function skewIn(date: string | null, asked: number, here: number): SkewRange | null {
  const written = Date.parse(date ?? '')
  if (Number.isNaN(written) || here < asked) return null
  return { least: written - LATE_MS - here, most: written + GRAIN_MS + LATE_MS - asked }
}

/**
 * What is known of the skew, unless the answer shows that it cannot be so. A slow answer leaves much room and changes
 * nothing; the fastest one decides.
 */
export function skewAfter(known: number, range: SkewRange | null): number {
  if (!range || (known >= range.least && known <= range.most)) return known
  return Math.round((range.least + range.most) / 2)
}
