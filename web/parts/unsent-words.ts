import type { countWaiting } from '../state/unsent.ts'
import { countOf } from './sync-state.ts'

type Waiting = Awaited<ReturnType<typeof countWaiting>>

/** "2 half-typed texts are only here", without its end. */
export const halfTyped = (texts: number): string =>
  texts === 1 ? 'One half-typed text is only here' : `${texts} half-typed texts are only here`

/** What would be lost with this person's data: nothing where all has been sent. While it cannot be counted it may be anything. */
export function lostWords(left: Waiting | undefined): string[] {
  if (!left) return ['Items that have not been sent cannot be counted at the moment.']
  const items = left.unsent + left.attention
  return [
    ...(items > 0 ? [`${countOf(items, 'item')} ${items === 1 ? 'has' : 'have'} not been sent.`] : []),
    ...(left.texts > 0 ? [`${halfTyped(left.texts)}.`] : []),
  ]
}
