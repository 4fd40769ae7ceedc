import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import { id } from '../model/fields.ts'
import type { User } from '../model/reference.ts'

/** Who decides for a person while that person is away (C-027), now or later, the first to begin first. */
export const substitutesOf = defineQuery({
  name: 'substitutesOf',
  input: z.strictObject({ userId: id }),
  reads: () => ({ users: many('users', { active: true }) }),
  answer: ({ userId }, { users }, { today }) =>
    users
      .flatMap(({ id: substituteId, fullName, standsInFor }) =>
        // A server of the release before says nothing of it.
        ((standsInFor as User['standsInFor'] | undefined) ?? []).map((away) => ({ ...away, substituteId, fullName })),
      )
      .filter((away) => away.id === userId && away.until >= today)
      .sort((a, b) => a.from.localeCompare(b.from) || a.substituteId - b.substituteId),
})
