import { cancelProject } from '../commands/cancel.ts'
import { addComment, hideComment } from '../commands/comments.ts'
import { commentOnDeliverable, completeDeliverable } from '../commands/deliverables.ts'
import {
  acceptProject,
  addProject,
  amendProject,
  approveProject,
  completeProject,
  denyProject,
  editProject,
} from '../commands/projects.ts'
import { brokenFields } from '../commands/tasking.ts'
import { completeRequest } from '../commands/requests.ts'
import { endSubstitution, nameSubstitute } from '../commands/substitutes.ts'
import { handOver, saveUser } from '../commands/users.ts'
import { formatDay } from '../lib/day.ts'
import { plain } from '../lib/words.ts'
import type { NotificationKind } from '../model/notification.ts'
import type { Comment, Deliverable } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import { hasRole, withRolesLent, type Role } from '../rules/access.ts'
import { queues } from '../rules/queues.ts'
import { recipientsFromText } from '../rules/recipients.ts'
import {
  defineLetters,
  defineReaction,
  defineUnsaying,
  type Happened,
  type Letter,
  type Person,
  type Reaction,
  type Telling,
} from './reaction.ts'

/** C.14: who is told what. */
const all = [
  defineReaction(completeRequest, noneYet, (it) => [
    told('requested', 'decider', withRole(it, queues[it.after.interim ? 'cor' : 'interim']), 'now', {
      count: taskings(it),
    }),
    told('requested', 'assignee', assignee(it), 'now', { count: taskings(it) }),
    told('requested', 'recipient', recipients(it), 'digest', { count: taskings(it) }),
  ]),

  defineReaction(approveProject, byId, (it) => {
    const kind = it.after.authorized ? 'authorized' : 'interim'
    return [
      told(kind, 'requester', requester(it), 'digest'),
      told(kind, 'decider', withRole(it, queues[it.after.authorized ? 'acceptance' : 'cor']), 'never'),
    ]
  }),

  defineReaction(denyProject, byId, (it) => [
    told('denied', 'assignee', assignee(it), 'now', { text: it.input.content }),
    told('denied', 'requester', requester(it), 'now', { text: it.input.content }),
  ]),

  defineReaction(amendProject, byProject, (it) => [
    ...assigned(it),
    told('amended', 'assignee', assignee(it), 'now', { text: it.input.content }),
    told('amended', 'approver', approvers(it), 'never', { text: it.input.content }),
  ]),

  defineReaction(acceptProject, byId, (it) => [...assigned(it), ...toAll(it, 'accepted')]),
  defineReaction(completeProject, byId, (it) => toAll(it, 'completed')),
  // The last deliverable completes its tasking, unless it is kept open (C-076).
  defineReaction(completeDeliverable, byTask, (it) =>
    it.after.completed && !it.before?.completed ? toAll(it, 'completed') : [],
  ),
  defineReaction(cancelProject, byId, (it) => toAll(it, 'canceled', it.input.reason)),

  defineReaction(addProject, noneYet, (it) => assigned(it)),
  defineReaction(editProject, byId, (it) => [...assigned(it), ...changed(it)]),

  defineReaction(
    handOver,
    ({ projectIds }) => projectIds[0] ?? 0,
    (it) => [told('handedOver', 'assignee', assignee(it), 'now', { count: it.changes.length })],
  ),

  defineLetters(nameSubstitute, (it) =>
    toBoth(it, it.input, (away, substitute) => {
      const subject = `${substitute} stands in for ${away}`
      const days = `from ${formatDay(it.input.from)} until ${formatDay(it.input.until)}`
      return { subject, said: `${subject} ${days}: they approve, accept and deny taskings in that name.` }
    }),
  ),
  defineLetters(endSubstitution, (it) =>
    toBoth(it, it.input, (away, substitute) => {
      const subject = `${substitute} stands in for ${away} no more`
      return { subject, said: `${subject}. What was decided stays.` }
    }),
  ),
  defineLetters(saveUser, (it, found) =>
    ended(it, found)
      .flatMap((pair) =>
        toBoth(it, pair, (away, substitute) => {
          const subject = `${substitute} stands in for ${away} no more`
          return { subject, said: `${subject}: the account of one of them was changed. What was decided stays.` }
        }),
      )
      // An account that is closed gets no letter.
      .filter(({ to }) => it.input.active !== false || to.id !== it.input.id),
  ),

  defineReaction(addComment, byProject, (it) => commented(it, it.input.comment)),
  defineReaction(
    commentOnDeliverable,
    (_, found) => (found['deliverable'] as Deliverable | undefined)?.projectTaskId ?? 0,
    (it) => commented(it, it.input.comment),
  ),
  defineUnsaying(
    hideComment,
    (_, found) => commentIn(found)?.projectId ?? 0,
    (found) => {
      const { createdById = 0, comment = '', history = [] } = commentIn(found) ?? {}
      return { actorId: createdById, texts: [comment, ...history] }
    },
  ),
]

const commentIn = (found: object) => (found as { existing?: Comment }).existing

/** Every reaction by the name of its command. */
export const reactions: ReadonlyMap<string, Reaction> = new Map(
  all.map((reaction) => [reaction.to.name, reaction as Reaction]),
)

function noneYet(): number {
  return 0
}
function byId({ id }: { id: number }): number {
  return id
}
function byProject({ projectId }: { projectId: number }): number {
  return projectId
}
function byTask({ projectTaskId }: { projectTaskId: number }): number {
  return projectTaskId
}

function told(
  kind: NotificationKind,
  why: Telling['why'],
  to: Telling['to'],
  letter: Telling['letter'],
  more: Pick<Telling, 'text' | 'count'> = {},
): Telling {
  return { kind, why, to, letter, ...more }
}

const taskings = ({ changes }: Happened): number =>
  changes.filter(({ kind, table }) => kind === 'add' && table === 'projects').length

const byIds = ({ people }: Pick<Happened, 'people'>, ids: readonly number[]): Person[] =>
  people.filter(({ id }) => ids.includes(id))
const withRole = ({ people }: Happened, role: Role): Person[] =>
  people.filter((person) => hasRole(withRolesLent(person), role))
const requester = (it: Happened): Person[] => byIds(it, [it.after.createdById])
const assignee = (it: Happened): Person[] => byIds(it, [it.after.assigneeId])
/** Whoever gave it, and in whose name. */
const givenBy = ({ createdById, forId }: Happened['approvals'][number]) => [createdById, forId]
const approvers = (it: Happened): Person[] => byIds(it, it.approvals.flatMap(givenBy))

/** Those with an account, and the addresses of the others. */
function recipients({ request, people }: Happened): Telling['to'] {
  const addresses = recipientsFromText(request?.recipients ?? '').map((address) => address.toLowerCase())
  return [...new Set(addresses)].flatMap((address) => {
    const person = people.find(({ email }) => email === address)
    // Anything may stand there (C-133), also a number, which would be somebody's id.
    return person ?? (address.includes('@') ? address : [])
  })
}

/** Who is away and their substitute, whoever of them said it: what is done in somebody's name they learn. */
function toBoth(
  { context, people }: Pick<Happened, 'context' | 'people'>,
  { userId, substituteId }: Pair,
  words: (away: string, substitute: string) => { subject: string; said: string },
): Letter[] {
  const called = (id: number) => people.find((person) => person.id === id)?.fullName ?? ''
  const { subject, said } = words(called(userId), called(substituteId))
  const lines = [
    said,
    `${context.actor.fullName} said so. If that is not as it should be, end it there or tell an administrator:`,
  ]
  return byIds({ people }, [userId, substituteId]).map((to) => ({ to, subject, lines }))
}
interface Pair {
  userId: number
  substituteId: number
}

/** Who stood in for whom, now or later, and no longer does after an account was changed. */
function ended({ changes, context }: Pick<Happened, 'changes' | 'context'>, found: object): Pair[] {
  const { existing, colleagues = [] } = found as { existing?: User; colleagues?: readonly User[] }
  return changes.flatMap((change) => {
    if (change.kind !== 'put' || change.table !== 'users') return []
    const after = change.row as User
    const before = [existing, ...colleagues].find((row) => row?.id === after.id)
    const gone = before?.standsInFor.filter(
      ({ id, until }) =>
        until >= context.today && !after.standsInFor.some((left) => left.id === id && left.until === until),
    )
    return (gone ?? []).map(({ id }) => ({ userId: id, substituteId: after.id }))
  })
}

/** Whoever it is given to by this call. */
function assigned(it: Happened): Telling[] {
  const isOther = it.after.assigneeId !== (it.before?.assigneeId ?? 0)
  return isOther ? [told('assigned', 'assignee', assignee(it), 'now')] : []
}

/**
 * What an approval rests on is another since: whoever authorized it, or else the CORs (C-069). Before acceptance the approval is void instead, and
 * whose it was is told: the edit may have been made before it.
 */
function changed(it: Happened): Telling[] {
  const fields = it.before ? brokenFields(it.before, it.after, it.context.actor) : []
  if (fields.length === 0) return []
  const text = fields.map((field) => namesOfBroken[field]).join(', ')
  if (!it.before?.accepted)
    return [told('changed', 'approver', approvers(it), 'now', { text: `${text}. Your approval is void.` })]
  const authorized = it.approvals.filter(({ kind }) => kind === 'authorization').flatMap(givenBy)
  const cors = withRole(it, 'COR')
  const those = cors.filter((person) => authorized.includes(person.id))
  return [
    those.length > 0
      ? told('changed', 'approver', those, 'now', { text })
      : told('changed', 'cor', cors, 'now', { text }),
  ]
}
const namesOfBroken = {
  poolCode: 'pool code',
  projectTypeId: 'project type',
  bocId: 'service',
  taskId: 'sub-service',
  taskingCostEstimate: 'cost estimate',
} as const satisfies Record<ReturnType<typeof brokenFields>[number], string>

const toAll = (it: Happened, kind: NotificationKind, text?: string): Telling[] => [
  told(kind, 'requester', requester(it), 'digest', text ? { text } : {}),
  told(kind, 'assignee', assignee(it), 'never', text ? { text } : {}),
  told(kind, 'recipient', recipients(it), 'digest', text ? { text } : {}),
]

/** `@Ana Whitfield` names a person, however it is written. */
function commented(it: Happened, text: string): Telling[] {
  const words = plain(text)
  const named = words.includes('@') ? it.people.filter(({ fullName }) => names(words, plain(fullName))) : []
  return [
    told('mentioned', 'mentioned', named, 'now', { text }),
    told('commented', 'assignee', assignee(it), 'digest', { text }),
    told('commented', 'requester', requester(it), 'digest', { text }),
  ]
}
/** Not Ana Whit in Ana Whitfield. */
function names(words: string, fullName: string): boolean {
  const at = words.indexOf(`@${fullName}`)
  return fullName !== '' && at >= 0 && !/^[\p{L}\p{N}]/u.test(words.slice(at + 1 + fullName.length))
}
