import { decisions, taskingActions } from '#web/parts/faces.ts'
import { decisionOf, type DecidedBy } from './use-decide.ts'

/** What one press decides of each: "Accept 5", or "Authorize 1, accept 4" where not all may be decided alike. */
export function yesWords(rows: readonly { may: DecidedBy }[]): string {
  const counts = new Map<string, number>()
  for (const { may } of rows) {
    const { verb } = decisionOf(may)
    counts.set(verb, (counts.get(verb) ?? 0) + 1)
  }
  return [...counts].map(([verb, count], at) => `${at > 0 ? verb.toLowerCase() : verb} ${count}`).join(', ')
}

/** Those about which words of this person wait in a form of their own: a reason, an amendment, what was to be said with the decision. */
export const halfTyped = <R extends { id: number }>(rows: readonly R[], forms: readonly string[]): R[] =>
  rows.filter(({ id }) => kinds.some((kind) => forms.includes(`${kind}:${id}`)))

const kinds = [...taskingActions, ...Object.values(decisions).map(({ kind }) => kind)]

/** "Something is typed for T-3. It is left out." */
export function typedWords(typed: readonly { name: string }[], left: readonly { name: string }[]): string {
  const told = left.length > 0 ? left : typed
  const about = `Something is typed for ${told.map(({ name }) => name).join(', ')}.`
  if (left.length === 0) return `${about} It stays on this device and is not sent.`
  return `${about} ${left.length === 1 ? 'It is left out.' : 'They are left out.'}`
}
