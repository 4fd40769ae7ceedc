import { formatDay } from '../lib/day.ts'
import type { Notification } from '../model/notification.ts'
import { referenceOf } from '../model/project.ts'

type Told = Pick<Notification, 'kind' | 'why' | 'projectId' | 'count' | 'text'>

/** What happened, for the inbox and for letters: **Cora Benedetti** *denied* T-42-17 *: “The dates clash.”* */
export function inWords({ kind, why, projectId, count, text }: Told, actor: string) {
  const ref = referenceOf(projectId)
  const quote = text && `: “${text}”`
  const many = count > 1 ? ` (${count} times)` : ''
  const say = (did: string, rest = '') => ({ who: actor, did, ref, rest: rest + many })
  switch (kind) {
    case 'requested': {
      const rest = count > 1 ? ` and ${count - 1} more` : ''
      return { who: actor, did: why === 'decider' ? 'asks you to approve' : 'requested', ref, rest }
    }
    case 'interim':
      return say('gave the interim approval for')
    case 'authorized':
      return say('authorized')
    case 'denied':
      return say('denied', quote)
    case 'amended':
      return say('amended', quote + (why === 'approver' ? ' No action is required.' : ''))
    case 'accepted':
    case 'completed':
    case 'canceled':
      return say(kind, quote)
    case 'assigned':
      return say('assigned you to')
    case 'mentioned':
      return say('mentioned you on', quote)
    case 'commented':
      return say('commented on', quote)
    case 'dueSoon':
      return { who: '', did: '', ref, rest: ` is due on ${formatDay(text)}` }
    case 'dueToday':
      return { who: '', did: '', ref, rest: ' is due today' }
    case 'overdue':
      return { who: '', did: '', ref, rest: ` was due on ${formatDay(text)}` }
  }
}

/** The same as one sentence. */
export const sentenceFor = (told: Told, actor: string): string => {
  const { who, did, ref, rest } = inWords(told, actor)
  return [who, did, ref].filter(Boolean).join(' ') + rest
}

/** Why it is told to this person. */
export const becauseOf = ({ why }: Pick<Notification, 'why'>): string => reasons[why]
const reasons = {
  decider: 'Because it waits for you',
  approver: 'Because you approved it',
  requester: 'Because you requested it',
  assignee: 'Because you are the assignee',
  recipient: 'Because you are a recipient',
  mentioned: 'Because you were named in a comment',
  manager: 'Because you are a manager',
} as const satisfies Record<Notification['why'], string>

/** Control characters and line breaks of what somebody typed, gone, and cut to what an entry shows. */
export function excerpt(text: string, most = 160): string {
  const one = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return one.length > most
    ? `${Array.from(one)
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : one
}
