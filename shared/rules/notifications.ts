import { formatDay, type Instant } from '../lib/day.ts'
import type { Notification } from '../model/notification.ts'
import { referenceOf, type Project } from '../model/project.ts'
import { openPhases } from '../model/status.ts'
import { projectAbilities, type Asking } from './abilities.ts'

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
    case 'changed':
      return say('changed', ` after approval: ${text}`)
    case 'assigned':
      return say('assigned you to')
    case 'handedOver': {
      const rest = count > 1 ? ` and ${count - 1} more` : ''
      return { who: actor, did: 'handed over to you', ref, rest }
    }
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
    default:
      // What a newer server tells.
      return say('did something on', quote)
  }
}

/** The same as one sentence. */
export const sentenceFor = (told: Told, actor: string): string => {
  const { who, did, ref, rest } = inWords(told, actor)
  return [who, did, ref].filter(Boolean).join(' ') + rest
}

/** Taskings that fall due together: one entry (C.14). Without dates, of one letter, all do. The order of the firsts stays. */
export function bundlesOf<T extends Dated>(all: readonly T[]): [T, ...T[]][] {
  const bundles: [T, ...T[]][] = []
  for (const told of all) {
    const together = bundles.find(([first]) => isOneWith(first, told))
    if (together) together.push(told)
    else bundles.push([told])
  }
  return bundles
}

/** What a bundle of several says, and of which taskings. */
export function inWordsTogether([first, ...others]: readonly [Told, ...Told[]]): { many: string; did: string } {
  const many = `${others.length + 1} taskings`
  if (first.kind === 'overdue') return { many, did: 'became overdue' }
  return { many, did: first.kind === 'dueToday' ? 'are due today' : `are due on ${formatDay(first.text)}` }
}

const BUNDLE_MS = 5 * 60_000
const falls: readonly string[] = ['dueSoon', 'dueToday', 'overdue']
type Dated = Told & { date?: Instant }

function isOneWith(first: Dated, told: Dated): boolean {
  const isSame = told.kind === first.kind && told.why === first.why
  // They say the day that is to come.
  const isDay = told.kind !== 'dueSoon' || told.text === first.text
  const apart = first.date && told.date ? Math.abs(Date.parse(first.date) - Date.parse(told.date)) : 0
  return isSame && isDay && falls.includes(told.kind) && apart <= BUNDLE_MS
}

/** Why it is told to this person. */
export const becauseOf = ({ why }: Pick<Notification, 'why'>): string =>
  // A newer server may know more reasons; what is told is true without one.
  Object.hasOwn(reasons, why) ? reasons[why] : ''
const reasons = {
  decider: 'Because it waits for you',
  approver: 'Because you approved it',
  requester: 'Because you requested it',
  assignee: 'Because you are the assignee',
  recipient: 'Because you are a recipient',
  mentioned: 'Because you were named in a comment',
  manager: 'Because you are a manager',
  cor: 'Because you are a contracting officer',
} as const satisfies Record<Notification['why'], string>

/** What reaches somebody who has muted its tasking: it waits for them, whether they want to hear of it or not. */
export const isHeard = ({ kind, why }: Pick<Notification, 'kind' | 'why'>): boolean =>
  why === 'decider' || (why === 'assignee' && ['denied', 'assigned', 'handedOver'].includes(kind))

/** What is heard whatever is muted, and is still so: the decision is still theirs, the tasking still in their hands. */
export function needsYou(
  told: Pick<Notification, 'kind' | 'why'>,
  project: Project,
  { actor, organisation }: Asking,
): boolean {
  if (!isHeard(told)) return false
  const may = projectAbilities(actor, project, organisation)
  if (told.why === 'decider') return may.approve || may.accept
  const isOpen: readonly string[] = told.kind === 'denied' ? ['denied'] : openPhases
  return project.assigneeId === actor.id && isOpen.includes(project.phase)
}

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
