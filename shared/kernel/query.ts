import type * as z from 'zod/mini'
import type { User } from '../model/reference.ts'
import type { Context } from './command.ts'
import type { Found, Plan, QueryReads } from './reads.ts'

/** One question, whole: what it takes, what it must see, what it answers. The same object is asked on device and server. */
export interface Query<I = unknown, A = unknown, R extends QueryReads = QueryReads, F extends QueryReads = QueryReads> {
  name: string
  input: z.ZodMiniType<I>
  reads: (input: I, context: Context) => R
  follow?: (found: Found<R>, input: I, context: Context) => F
  answer: (input: I, found: Found<R> & Found<F>, context: Context) => A
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyQuery = Query<any, any, any, any>
export type InputOf<Q> = Q extends { input: z.ZodMiniType<infer I> } ? I : never
export type AnswerOf<Q extends AnyQuery> = ReturnType<Q['answer']>

export function defineQuery<I, A, R extends QueryReads, F extends QueryReads = Record<never, never>>(
  query: Query<I, A, R, F>,
): Query<I, A, R, F> {
  return query
}

export function planOfQuery(query: AnyQuery, input: unknown, context: Context): Plan<QueryReads, QueryReads> {
  const { follow } = query
  const reads = query.reads(input, context) as QueryReads
  return follow ? { reads, follow: (found) => follow(found, input, context) as QueryReads } : { reads }
}

/** Names of the people a question is about; for readers of a `users` lookup. */
export const fullNameOf = (users: User[], id: number): string => users.find((user) => user.id === id)?.fullName ?? ''
