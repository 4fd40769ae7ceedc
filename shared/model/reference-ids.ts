import { wordsOf } from '../lib/words.ts'
import { IDS_PER_DEVICE } from './limits.ts'

/** Ids from one to another, both inclusive. */
export type IdRange = readonly [from: number, to: number]

/** The ids of the taskings whose reference begins so, and of those in which the last word is whole. */
export interface ReferenceIds {
  begun: readonly IdRange[]
  whole: readonly IdRange[]
}

/**
 * Reads ` t 27 132` (a piece of a term, `shared/lib/words.ts`) as a reference or its beginning, `T-27-132` or `T-27`; null when
 * it is none. The ids of one device lie together, so a few ranges answer it, however many taskings there are.
 */
export function idsOfReference(piece: string): ReferenceIds | null {
  const [, device = '', count] = form.exec(piece) ?? []
  if (device === '') return null
  const first = Number(device) * IDS_PER_DEVICE
  if (count === undefined)
    return {
      begun: goingOn(device, MOST_DEVICES).map(([from, to]) => [
        from * IDS_PER_DEVICE,
        to * IDS_PER_DEVICE + IDS_PER_DEVICE - 1,
      ]),
      whole: [[first, first + IDS_PER_DEVICE - 1]],
    }
  const within = goingOn(count, IDS_PER_DEVICE)
  return {
    begun: within.map(([from, to]) => [first + from, first + to]),
    whole: within.slice(0, 1).map(() => [first + Number(count), first + Number(count)]),
  }
}

/** The one tasking that a text names whole, `T-42-17` and nothing beside it; null for anything else. */
export function idOfReference(text: string): number | null {
  const isOneWord = /^\S+$/.test(text.trim())
  const [[from, to] = [0, -1]] = (isOneWord && idsOfReference(wordsOf(text.trim()))?.whole) || []
  return from > 0 && from === to ? from : null
}

/** No number has a zero in front, and none is longer than an id can hold. */
const form = /^ t (0|[1-9]\d{0,8})(?: (0|[1-9]\d{0,5}))?$/
const MOST_DEVICES = 1_000_000_000

/** The numbers below `end` that begin with these digits: 13, 130 to 139, 1300 to 1399 … */
function goingOn(digits: string, end: number): IdRange[] {
  const ranges: IdRange[] = []
  const number = Number(digits)
  for (let scale = 1; number * scale < end && (number > 0 || scale === 1); scale *= 10)
    ranges.push([number * scale, number * scale + scale - 1])
  return ranges
}

/** The ids in both. */
export const commonIds = (some: readonly IdRange[], others: readonly IdRange[]): IdRange[] =>
  some.flatMap(([from, to]) =>
    others
      .map(([low, high]): IdRange => [Math.max(from, low), Math.min(to, high)])
      .filter(([low, high]) => low <= high),
  )

/** The ids of some that are not among others. */
export const otherIds = (some: readonly IdRange[], others: readonly IdRange[]): IdRange[] =>
  others.reduce<readonly IdRange[]>(
    (left, [low, high]) =>
      left.flatMap(([from, to]): IdRange[] => [
        ...(from < low ? [[from, Math.min(to, low - 1)] as const] : []),
        ...(to > high ? [[Math.max(from, high + 1), to] as const] : []),
      ]),
    some,
  ) as IdRange[]
