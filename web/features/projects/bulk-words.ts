import type { User } from '#shared/model/reference.ts'
import type { QueueRow } from '#shared/queries/queue.ts'
import { decisionOf } from './use-decide.ts'

/** What one press decides of each: "Accept 5", or "Authorize 1, accept 4" where not all may be decided alike. */
export function yesWords(
  user: Pick<User, 'roles'>,
  rows: readonly { may: Pick<QueueRow['may'], 'approve' | 'accept'> }[],
): string {
  const counts = new Map<string, number>()
  for (const { may } of rows) {
    const { verb } = decisionOf(user, may)
    counts.set(verb, (counts.get(verb) ?? 0) + 1)
  }
  return [...counts].map(([verb, count], at) => `${at > 0 ? verb.toLowerCase() : verb} ${count}`).join(', ')
}
