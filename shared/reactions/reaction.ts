import type { AnyCommand, Command, Context } from '../kernel/command.ts'
import type { Change } from '../kernel/change.ts'
import type { Found, Reads } from '../kernel/reads.ts'
import type { NotificationKind, Why } from '../model/notification.ts'
import type { Approval, ProjectFacts } from '../model/project.ts'
import type { User } from '../model/reference.ts'
import type { Request } from '../model/request.ts'

/** Somebody to be told, or an address of somebody who may have no account. */
export type Receiver = Person | string
export type Person = Pick<User, 'id' | 'fullName' | 'email' | 'roles' | 'teamId' | 'letters' | 'zone' | 'standsInFor'>

/**
 * What somebody is told of a tasking. `letter` says how soon by mail: `now` what needs them, `digest` once a day, `never`. Whoever may not see the
 * tasking, is not active or did it themselves is left out by who carries this out.
 */
export interface Telling {
  kind: NotificationKind
  why: Why
  to: readonly Receiver[]
  letter: 'now' | 'digest' | 'never'
  text?: string
  count?: number
}

/** What a reaction knows: the call that was applied, its tasking before and after, and who has to do with it. */
export interface Happened<I = unknown> {
  input: I
  before: ProjectFacts | undefined
  after: ProjectFacts
  changes: readonly Change[]
  context: Context
  request: Request | undefined
  /** Those that stand. */
  approvals: readonly Approval[]
  /** All who are active, with the roles that count. */
  people: readonly Person[]
}

export interface Letter {
  to: Person
  subject: string
  lines: readonly string[]
}

export interface Unsaid {
  actorId: number
  texts: readonly string[]
}

/** What the world learns of a call besides its rows. The server alone asks; a device never carries this. */
export interface Reaction<I = unknown> {
  to: AnyCommand
  /** The tasking it is about; of what the call makes itself, 0. */
  about: (input: I, found: Found<Reads>) => number
  /** What is told of no tasking, by letter alone; whether somebody wants letters or not, because it is about what others do in their name. */
  letters?: (happened: Pick<Happened<I>, 'input' | 'context' | 'people' | 'changes'>, found: Found<Reads>) => Letter[]
  /** Words that nobody is to read any more, and whose they are: what was told of them does not quote them any longer. */
  unsaid?: (found: Found<Reads>) => Unsaid
  /** Of several tellings to one person the first counts. */
  react: (happened: Happened<I>) => Telling[]
}

export const defineReaction = <I, R extends Reads, F extends Reads>(
  to: Command<I, R, F>,
  about: Reaction<I>['about'],
  react: Reaction<I>['react'],
): Reaction<I> => ({ to: to as AnyCommand, about, react })

export const defineLetters = <I, R extends Reads, F extends Reads>(
  to: Command<I, R, F>,
  letters: NonNullable<Reaction<I>['letters']>,
): Reaction<I> => ({ to: to as AnyCommand, about: () => 0, react: () => [], letters })

export const defineUnsaying = <I, R extends Reads, F extends Reads>(
  to: Command<I, R, F>,
  about: Reaction<I>['about'],
  unsaid: NonNullable<Reaction<I>['unsaid']>,
): Reaction<I> => ({ to: to as AnyCommand, about, react: () => [], unsaid })
