import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnswerOf, type AnyQuery, type InputOf } from '#shared/kernel/query.ts'
import type { Found, QueryReads } from '#shared/kernel/reads.ts'
import type { Paged } from '#shared/lib/paging.ts'
import type { User } from '#shared/model/reference.ts'
import { isVisible } from '#shared/rules/visibility.ts'
import type { Server } from '../execute.ts'
import { notFound } from './errors.ts'

/** Asks a question for a person: what they may not see is not found, and nothing is looked up for it. */
export async function ask<Q extends AnyQuery>(
  server: Server,
  actor: User,
  query: Q,
  input: InputOf<Q>,
): Promise<AnswerOf<Q>> {
  if (!query.input.safeParse(input).success) throw notFound()
  const context = contextAt(actor, server.now(), server.organisation)
  const { reads, follow } = planOfQuery(query, input, context)
  let asked = reads
  const found = await server.store.read({
    reads,
    follow(first) {
      const more = follow ? follow(onlyVisible(reads, first, actor)) : {}
      asked = { ...reads, ...more }
      return more
    },
  })
  return query.answer(input, onlyVisible(asked, found, actor), context) as AnswerOf<Q>
}

function onlyVisible(reads: QueryReads, found: Found<QueryReads>, actor: User): Found<QueryReads> {
  const entries = Object.entries(reads).map(([name, { table, kind }]) => {
    const value: unknown = found[name]
    const see = (row: unknown) => isVisible(table, row as Record<string, unknown>, actor)
    // A page's total counts what is not visible too: such a list has to say whose rows it wants.
    if (kind === 'page')
      return [name, { ...(value as Paged<unknown>), items: (value as Paged<unknown>).items.filter(see) }]
    if (Array.isArray(value)) return [name, value.filter(see)]
    return [name, typeof value === 'object' && value !== null && !see(value) ? undefined : value]
  })
  return Object.fromEntries(entries) as Found<QueryReads>
}
