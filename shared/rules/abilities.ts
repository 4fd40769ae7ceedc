import type { Organisation } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import type { Project } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import type { Request } from '../model/request.ts'
import { openPhases, type Phase } from '../model/status.ts'
import { hasRole, type Role } from './access.ts'

/** One way to be allowed: by a role or by what one is to the row; without either it is everybody's. */
export interface Way {
  roles?: readonly Role[]
  or?: keyof typeof relations
  while?: keyof typeof times
  /** Of somebody else's only, where the organisation wants that (C-067). */
  notOwn?: true
}

/** When: in these phases, before or after an approval; of a request, before it is finished. */
interface Time {
  phases?: readonly Phase[]
  approved?: boolean
  complete?: boolean
}
export const times = {
  open: { phases: openPhases },
  unapproved: { phases: openPhases, approved: false },
  undecided: { phases: ['interim', 'authorization'] },
  first: { phases: ['interim', 'authorization'], approved: false },
  approved: { phases: ['authorization', 'acceptance'], approved: true },
  progress: { phases: ['progress'] },
  denied: { phases: ['denied'] },
  draft: { complete: false },
} as const satisfies Record<string, Time>

/** Whatever an ability is about; of a row without these columns nothing hangs on them. */
type Row = Partial<Project & Pick<Request, 'complete'>>

/** What one can be to a row: whom its column names. */
export const relations = { author: 'createdById', assignee: 'assigneeId', self: 'id' } as const
type Person = Pick<User, 'id' | 'roles'>
type Actor = Person & Partial<Pick<User, 'standsInFor'>>

const editors = ['Admin', 'Manager', 'Analyst', 'COR', 'AD'] as const
const office = ['Admin', 'Manager'] as const

/** What can be done to a tasking (C.3, C.4). */
const onTasking = {
  // An AD is the first to approve, also where an approval given elsewhere was written down with the request (C-064).
  approve: [
    { roles: ['COR'], while: 'undecided', notOwn: true },
    { roles: ['AD'], while: 'first', notOwn: true },
  ],
  accept: [{ roles: ['Manager'], while: 'approved' }],
  deny: [
    { roles: ['AD', 'COR'], while: 'undecided' },
    { roles: ['Manager'], while: 'approved' },
  ],
  editContent: [{ roles: ['AD', 'COR'], while: 'first' }],
  amend: [{ while: 'open' }],
  /** Naming another assignee with it: whoever may edit it, and whoever answers a denial. The words alone are everybody's. */
  amendAssignee: [{ roles: editors, while: 'open' }, { while: 'unapproved' }, { while: 'denied' }],
  comment: [{}],
  upload: [{}],
  edit: [{ roles: editors, while: 'open' }, { while: 'unapproved' }],
  editDueDate: [{ roles: ['COR'], while: 'open' }],
  cancel: [{ roles: office, while: 'open' }],
  complete: [{ roles: office, or: 'assignee', while: 'progress' }],
  workDeliverables: [{ roles: editors, or: 'assignee', while: 'open' }, { while: 'unapproved' }],
} as const satisfies Record<string, readonly Way[]>

const onOthers = {
  addProject: [{ roles: ['Admin', 'Manager', 'Analyst'] }],
  editComment: [{ or: 'author' }],
  hideComment: [{ roles: office, or: 'author' }],
  deleteFile: [{ roles: office, or: 'author' }],
  startRequest: [{}],
  editDraft: [{ or: 'author', while: 'draft' }],
  cloneRequest: [{ or: 'author' }],
  /** An account; how much of it, `userAbilities` says. */
  saveUser: [{ roles: office, or: 'self' }],
  /** A person's open work to somebody else. */
  handOver: [{ roles: office }],
  /** Who decides while that person is away (C-027). */
  nameSubstitute: [{ roles: ['Admin'], or: 'self' }],
  seeUser: [{ roles: ['Admin', 'Manager', 'Finance'], or: 'self' }],
  seeDrafts: [{ or: 'self' }],
  /** One's own inbox and preferences. */
  keepOwn: [{}],
} as const satisfies Record<string, readonly Way[]>

/**
 * Who may do what to which row and when, said once: commands, buttons, statuses, the document of the API and `docs/roles.md` read this
 * table, and for what hangs on the role alone the one in `access.ts`.
 */
export const abilities = { ...onTasking, ...onOthers } satisfies Record<string, readonly Way[]>
export type Ability = keyof typeof abilities

/** Why not; of what came too late also by whom and when. It is a refusal as it stands. */
export interface Hindrance {
  refused: 'not-found' | 'not-allowed' | 'closed' | 'already-decided' | 'moved-on' | 'already-sent'
  message?: string
  by?: number
  at?: string
}
export interface Asking {
  actor: Actor
  organisation: Organisation
}

/** What a substitute does for whoever is away (C-027): the decisions, and nothing else that hangs on their roles. */
const lent: readonly Ability[] = ['approve', 'accept', 'deny']
export const isLent = (ability: string): boolean => (lent as readonly string[]).includes(ability)

/** Who acts, and with them those for whom they stand in: never over what they have asked for themselves, nor in the name of who has. */
const actorsFor = (ability: Ability, row: Row, { actor }: Asking): Actor[] =>
  isLent(ability) && row.createdById !== actor.id
    ? [actor, ...(actor.standsInFor ?? []).filter(({ id }) => id !== row.createdById)]
    : [actor]

/** The one verdict: null when it is allowed, `not-allowed`, or that it is too late. A substitute may what those they stand in for may. */
export function verdictOn(ability: Ability, row: Row, asking: Asking): Hindrance | null {
  const verdicts = actorsFor(ability, row, asking).map((person) => verdictAs(person, ability, row, asking))
  const told = verdicts.find((verdict) => verdict?.refused !== 'not-allowed')
  return verdicts.includes(null) ? null : (told ?? verdicts[0] ?? null)
}

/** Whether an approval is the COR's, of whoever gives it or of whom they stand in for; and of these who could do the same: the first, 0 for nobody. */
export function decidesFor(ability: 'approve' | 'accept' | 'deny', row: Row, asking: Asking) {
  const all = actorsFor(ability, row, asking)
  const able = all.filter((person) => !verdictAs(person, ability, row, asking))
  const authorized = (able[0] ? able : all).some(isCor)
  const others = able.filter(
    (person) => person !== asking.actor && (ability !== 'approve' || isCor(person) === authorized),
  )
  return { authorized, forId: others[0]?.id ?? 0 }
}
const isCor = (person: Person): boolean => hasRole(person, 'COR')

function verdictAs(
  actor: Person,
  ability: Ability,
  row: Row,
  { organisation }: Pick<Asking, 'organisation'>,
): Hindrance | null {
  const ways: readonly Way[] = abilities[ability]
  const fitting = ways.filter((way) => isTheirs(way, actor, row) && isTime(way.while, row, organisation))
  if (fitting.some((way) => !way.notOwn || organisation.allowSelfApproval || row.createdById !== actor.id)) return null
  if (fitting.length > 0) return { refused: 'not-allowed', message: messages.notOwnRequest }
  // What everybody may at first is later a matter of roles, and too late for all only once it is closed.
  const isLate = ways.some((way) => way.while && isTheirs(way, actor, row) && (isNamed(way) || isClosed(row)))
  return isLate ? tooLate(row) : { refused: 'not-allowed' }
}

/** Whom a command is for, by the read that finds the row it is about: strangers are told so before anything else is looked at. */
export const may = <A extends Ability>(ability: A, about: 'project' | 'request' | 'existing' | 'file') => ({
  ability,
  allow: (_: unknown, found: object, context: Asking): Hindrance | null =>
    strangerTo(ability, (found as Partial<Record<typeof about, Row>>)[about], context),
})

/** What does not fit the time is the command's to say: it may be so already. */
export function strangerTo(ability: Ability, row: Row | undefined, context: Asking): Hindrance | null {
  if (!row) return { refused: 'not-found' }
  const verdict = verdictOn(ability, row, context)
  return verdict?.refused === 'not-allowed' ? verdict : null
}

/** What this person may do with this tasking now: its buttons. */
export function projectAbilities(actor: Actor, project: Project, organisation: Organisation) {
  const verdicts = Object.keys(onTasking).map(
    (name) => [name as keyof typeof onTasking, verdictOn(name as Ability, project, { actor, organisation })] as const,
  )
  const allowed = Object.fromEntries(verdicts.map(([name, verdict]) => [name, verdict === null]))
  return {
    ...(allowed as Record<keyof typeof onTasking, boolean>),
    /** An approval, where it is theirs to give, is the COR's. */
    authorize: decidesFor('approve', project, { actor, organisation }).authorized,
    /** Role and phase would allow it, and only the organisation's rule does not (C-067). */
    approveOwnBlocked: verdicts.some(([, verdict]) => verdict?.message === messages.notOwnRequest),
  }
}
export type ProjectAbilities = ReturnType<typeof projectAbilities>

/**
 * The tasking for which its request's text stays as it is: it was approved over this text, and all taskings of a request share one
 * (C-246). Whoever wants another text amends.
 */
export const textKeptFor = <P extends Pick<Project, 'active' | 'approved'>>(ofRequest: readonly P[]): P | undefined =>
  ofRequest.find((project) => project.active && project.approved)

/** Whose button it is: it hangs on the role alone. */
export const mayAddProject = (user: Person): boolean => hasRole(user, ...onOthers.addProject[0].roles)

/** A draft belongs to its owner; a finished request is everyone's to read and nobody's to write. */
export const ownsDraft = (user: Person, request: Request): boolean => user.id === request.createdById

const isNamed = ({ roles, or }: Way): boolean => roles !== undefined || or !== undefined

const isTheirs = (way: Way, user: Person, row: Row): boolean =>
  !isNamed(way) || hasRole(user, ...(way.roles ?? [])) || (way.or !== undefined && row[relations[way.or]] === user.id)

function isTime(name: Way['while'], row: Row, organisation: Organisation): boolean {
  const { phases, approved, complete }: Time = name ? times[name] : {}
  if (phases && !(row.phase && phases.includes(row.phase))) return false
  if (complete !== undefined && row.complete !== complete) return false
  return approved === undefined || (approved ? isApproved(row, organisation) : isUnapproved(row))
}

/** Internal counts as approved (C-015). */
const isUnapproved = ({ approved, requested }: Row): boolean => !approved && requested === true
/** By anybody with the right; the strict setting waits for the COR (C-063). */
const isApproved = ({ phase, approved }: Row, { requireCorAuthorization }: Organisation): boolean =>
  phase === 'acceptance' || (approved === true && !requireCorAuthorization)

const isClosed = ({ phase }: Row): boolean => phase === 'completed' || phase === 'canceled'

/** The step that this was meant for is over: closed, denied, accepted, or taken by somebody else. */
function tooLate(row: Row): Hindrance {
  if (row.complete) return { refused: 'already-sent' }
  const late = (refused: Hindrance['refused'], what: What): Hindrance => ({
    refused,
    by: row[`${what}ById`] ?? 0,
    at: row[`${what}Date`] ?? row.modifiedDate ?? '',
  })
  if (row.phase === 'canceled') return { ...late('closed', 'canceled'), message: messages.canceledTasking }
  if (row.phase === 'completed') return { ...late('closed', 'completed'), message: messages.completedTasking }
  if (row.denied) return late('already-decided', 'denied')
  return row.accepted ? late('already-decided', 'accepted') : late('moved-on', 'modified')
}
type What = 'canceled' | 'completed' | 'denied' | 'accepted' | 'modified'
