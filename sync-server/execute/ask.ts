import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnswerOf, type AnyQuery, type InputOf } from '#shared/kernel/query.ts'
import { seenBy } from '#shared/kernel/reads.ts'
import type { User } from '#shared/model/reference.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import type { Server } from './execute.ts'
import { notFound } from './errors.ts'

/** Asks a question for a person: what they may not see is not found, counts for nothing, and nothing is looked up for it. */
export async function ask<Q extends AnyQuery>(
  server: Server,
  actor: User,
  query: Q,
  input: InputOf<Q>,
): Promise<AnswerOf<Q>> {
  if (!query.input.safeParse(input).success) throw notFound()
  const context = contextAt(actor, server.now(), server.organisation)
  const plan = seenBy(planOfQuery(query, input, context), sightOf(actor, server.organisation))
  return query.answer(input, await server.store.read(plan), context) as AnswerOf<Q>
}
