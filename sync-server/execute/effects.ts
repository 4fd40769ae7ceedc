import { add, put, type Change } from '#shared/kernel/change.ts'
import type { AnyCommand, Context } from '#shared/kernel/command.ts'
import { many, one, type Found, type Plan, type Reads } from '#shared/kernel/reads.ts'
import { addDays, dayIn, instantAt, isZone } from '#shared/lib/day.ts'
import { actorOn, type Organisation } from '#shared/model/limits.ts'
import type { Notification } from '#shared/model/notification.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import type { Effect } from '#shared/model/server-tables.ts'
import { reactions } from '#shared/reactions/index.ts'
import type { Happened, Letter, Person, Receiver, Telling, Unsaid } from '#shared/reactions/reaction.ts'
import { excerpt, isHeard } from '#shared/rules/notifications.ts'
import { seenWith, sightOf } from '#shared/rules/visibility.ts'

/** One thing that a person's next letter says. */
export type Line = Pick<Notification, 'kind' | 'why' | 'projectId' | 'actorId' | 'count' | 'text'>

/** What leaves the house: rows that go into the transaction of what they are about, and are carried out after it. */
export interface Post {
  /** Nothing, and an entry in the log, for an address that cannot be written to. */
  letter(letter: {
    to: string
    subject: string
    text: string
    /** When the link in it ends; after that nobody needs it. */
    until?: string
  }): Change[]
  line(kind: Exclude<Effect['kind'], 'letter'>, receiver: string, dueDate: string, line: Line): Change
  /** False when letters end where nobody finds a link that is meant for them. */
  reachesPeople: boolean
  /** Where links lead: scheme and host, without a slash at the end. */
  publicUrl: string
}

/** Identical events within this time are one entry, and what needs somebody within it is one letter (C.14). */
const BUNDLE_MS = 5 * 60_000
/** The digest comes at this time of the clocks where its reader is. */
const DIGEST_AT = '07:00'
/** So many addresses without an account does one call write to. */
const MOST_STRANGERS = 50

/** What is read for a call with a reaction, whoever makes it; by names that no command uses. */
const effectReads = (projectId: number, requestId: number, now: string) => ({
  $before: one('projects', projectId),
  $request: one('requests', requestId),
  $approvals: many('approvals', { projectId: projectId || -1, voided: false }),
  $people: peopleRead,
  $muted: many('notifications', { projectId: projectId || -1, muted: true }),
  $recent: many('notifications', { projectId: projectId || -1, date: { from: earlier(now, BUNDLE_MS) } }),
})
export const peopleRead = many(
  'users',
  { active: true },
  { only: ['id', 'fullName', 'email', 'roles', 'teamId', 'letters', 'zone', 'standsInFor'] },
)
/** What a call that takes words back reads instead. */
const unsaidReads = (projectId: number) => ({ $told: many('notifications', { projectId: projectId || -1 }) })
type EffectRows = Found<ReturnType<typeof effectReads> & ReturnType<typeof unsaidReads>>

/** The plan of a command, and with it what its reaction wants to know. */
export function withReaction(plan: Plan, command: AnyCommand, input: unknown, now: string): Plan {
  const reaction = reactions.get(command.name)
  if (!reaction) return plan
  const { reads, follow } = plan
  return {
    reads,
    follow: (found) => {
      const { project } = found as { project?: ProjectFacts }
      const { requestId = 0 } = project ?? (input as { requestId?: number })
      const projectId = reaction.about(input, found)
      const more = reaction.unsaid ? unsaidReads(projectId) : effectReads(projectId, requestId, now)
      return { ...follow?.(found), ...more }
    },
  }
}

/** What follows from a call that was applied, besides its own rows. */
export function reactionTo(
  command: AnyCommand,
  input: unknown,
  changes: readonly Change[],
  found: Found<Reads>,
  context: Context,
  house: House,
): Change[] {
  const reaction = reactions.get(command.name)
  if (!reaction) return []
  const { $before, $request, $approvals, $people, $recent, $muted, $told } = found as unknown as EffectRows
  if (reaction.unsaid) return unquoted($told, reaction.unsaid(found))
  // Whom it concerns today: the call may have been made days ago.
  const today = dayIn(house.organisation.timeZone, house.now)
  const people = $people.map((person) => actorOn(person, context.organisation, today))
  const letters = reaction.letters?.({ input, context, people, changes }, found) ?? []
  if (letters.length > 0) return letters.flatMap((letter) => written(letter, house))
  const after = changedProject(changes) ?? $before
  if (!after) return []
  const request = changes.find((change) => change.kind === 'put' && change.table === 'requests') as
    { row: Happened['request'] } | undefined
  const happened = { input, before: $before, after, changes, context, request: request?.row ?? $request, people }
  const tellings = reaction.react({ ...happened, approvals: $approvals })
  return tell(tellings, { ...house, project: after, actorId: context.actor.id, recent: $recent, muted: $muted })
}

const unquoted = (told: readonly Notification[], { actorId, texts }: Unsaid): Change[] => {
  const quotes = texts.map((text) => excerpt(text)).filter(Boolean)
  return told
    .filter((row) => row.actorId === actorId && quotes.includes(row.text))
    .map((row) => put('notifications', { ...row, text: '' }))
}

const written = ({ to, subject, lines }: Letter, { post, organisation }: House): Change[] =>
  post?.letter({
    to: to.email,
    subject: `${organisation.appName}: ${subject}`,
    text: [`Hello ${to.fullName},`, ...lines, `${post.publicUrl}/profile/${to.id}`].join('\n\n') + '\n',
  }) ?? []

/** Where what is told goes, and what it goes by. */
interface House {
  organisation: Organisation
  /** The server's. */
  now: string
  /** Nobody gets letters without it. */
  post: Post | null
  /** Of a row that this commit makes. */
  newId: () => number
}
interface About extends House {
  project: ProjectFacts
  actorId: number
  /** The first digest after this has it; without it, after now. */
  digestAfter?: string
  /** What was told of this tasking lately. */
  recent: readonly Notification[]
  /** Entries of those who have muted it. */
  muted: readonly Pick<Notification, 'userId'>[]
}

/** Each person once, and only who may see the tasking and did not do it. */
export function tell(tellings: readonly Telling[], about: About): Change[] {
  const done = new Set<number | string>([about.actorId])
  let strangers = 0
  return tellings.flatMap((telling) =>
    telling.to.flatMap((receiver) => {
      const who = typeof receiver === 'string' ? receiver : receiver.id
      if (isMutedBy(receiver, about) && !isHeard(telling)) return []
      if (done.has(who) || (typeof receiver === 'string' ? ++strangers > MOST_STRANGERS : !sees(receiver, about)))
        return []
      done.add(who)
      return tellOne(telling, receiver, about)
    }),
  )
}

const isMutedBy = (receiver: Receiver, { muted }: Pick<About, 'muted'>): boolean =>
  typeof receiver !== 'string' && muted.some(({ userId }) => userId === receiver.id)

const sees = (person: Person, { organisation, project }: Pick<About, 'organisation' | 'project'>): boolean =>
  seenWith(sightOf(person, organisation)('projects'), { ...project }) === true

function tellOne({ kind, why, letter, text = '', count = 1 }: Telling, receiver: Receiver, about: About): Change[] {
  const { project, actorId, now, post, organisation, recent } = about
  const line: Line = { kind, why, projectId: project.id, actorId, count, text: excerpt(text) }
  if (typeof receiver === 'string')
    return post && letter !== 'never' ? [post.line('now', receiver, later(now, BUNDLE_MS), line)] : []
  const same = recent.find((row) => row.userId === receiver.id && isSameEvent(row, line))
  const entry = same
    ? put('notifications', { ...same, ...line, count: same.count + count, date: now, readDate: '' })
    : add('notifications', {
        id: about.newId(),
        userId: receiver.id,
        ...line,
        date: now,
        readDate: '',
        muted: isMutedBy(receiver, about),
      })
  if (!post || letter === 'never' || !wants(receiver, letter)) return [entry]
  const dueDate =
    letter === 'now' ? later(now, BUNDLE_MS) : nextDigest(zoneOf(receiver, organisation), about.digestAfter ?? now)
  return [entry, post.line(letter, String(receiver.id), dueDate, line)]
}

/** By the same person, for the same reason: nobody's name and words take the place of another's. */
export const isSameEvent = (one: Line, other: Line): boolean =>
  (['kind', 'why', 'projectId', 'actorId'] as const).every((field) => one[field] === other[field])

/** Whether somebody's preference lets a letter through (`letterChoices`). */
export const wants = ({ letters }: Pick<Person, 'letters'>, letter: 'now' | 'digest'): boolean =>
  letters === 'all' || (letters === 'actions' && letter === 'now')

export const zoneOf = ({ zone }: Pick<Person, 'zone'>, { timeZone }: Pick<Organisation, 'timeZone'>): string =>
  isZone(zone) ? zone : timeZone

/** The next time that clocks there show seven. */
function nextDigest(zone: string, now: string): string {
  const today = dayIn(zone, now)
  const first = instantAt(zone, today, DIGEST_AT)
  return first > now ? first : instantAt(zone, addDays(today, 1), DIGEST_AT)
}

/** Ids of rows that a commit makes besides those that were minted: so many have room under one version. */
export function idsUnder(version: number): () => number {
  let count = 0
  return () => {
    if (++count >= ROOM) throw new Error('One commit tells more people than it has ids for.')
    return version * ROOM + count
  }
}
/** The ids of all such rows of the commits from one version to another. */
export const idsBetween = (first: number, last: number) => ({ from: first * ROOM, to: last * ROOM + ROOM - 1 })
const ROOM = 10_000

const changedProject = (changes: readonly Change[]): ProjectFacts | undefined =>
  (changes.find(({ kind, table }) => kind !== 'remove' && table === 'projects') as { row: ProjectFacts } | undefined)
    ?.row

export const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()
const earlier = (instant: string, ms: number): string => later(instant, -ms)
