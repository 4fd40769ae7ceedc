import * as z from 'zod/mini'
import { put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { one } from '../kernel/reads.ts'
import { already, faulty, faultUnless, refuse } from '../kernel/refusal.ts'
import { addDays } from '../lib/day.ts'
import { chosen, dayOf, id } from '../model/fields.ts'
import { withAliases } from '../model/limits.ts'
import * as messages from '../model/messages.ts'
import { strangerTo } from '../rules/abilities.ts'
import { hasRole } from '../rules/access.ts'
import { DAYS_KEPT, decidingRolesOf, MOST_AWAY, MOST_DAYS_AWAY, seesWhatWaitsFor } from '../rules/substitutes.ts'

/** Who is away, and who decides for them. */
const pair = { userId: id, substituteId: chosen(messages.substitute) }
const pairReads = ({ userId, substituteId }: { userId: number; substituteId: number }) => ({
  existing: one('users', userId),
  substitute: one('users', substituteId),
})

/**
 * Somebody decides for a person who is away, from one day until another, both included (C-027): with that person's say over approvals, and no other
 * right of theirs. It goes no further, because what a substitute lends to others are the roles of their own. Named once more, the days are other ones.
 */
export const nameSubstitute = defineCommand({
  name: 'nameSubstitute',
  ability: 'nameSubstitute',
  online: true,
  input: z.strictObject({ ...pair, from: dayOf(messages.firstDay), until: dayOf(messages.lastDay) }),
  reads: pairReads,
  allow: (_, { existing }, context) => strangerTo('nameSubstitute', existing, context),
  run({ userId, from, until }, { existing, substitute }, { actor, today, organisation }) {
    if (!existing) return refuse('not-found')
    const theirs = decidingRolesOf(withAliases(existing, organisation))
    const held = substitute ? decidingRolesOf(withAliases(substitute, organisation)) : []
    const lacking = hasRole(actor, 'Admin') ? [] : theirs.filter((role) => !held.includes(role))
    const running = substitute?.standsInFor.find((away) => away.id === userId && away.until >= today)
    const wrong = faulty([
      ...faultUnless(existing.active, 'userId', messages.accountInactive),
      ...faultUnless(theirs.length > 0, 'userId', messages.decidesNothing),
      ...faultUnless(substitute?.active && substitute.id !== userId, 'substituteId', messages.substitute),
      ...faultUnless(
        !substitute || seesWhatWaitsFor(substitute, existing, organisation),
        'substituteId',
        messages.seesAnotherTeam,
      ),
      ...faultUnless(lacking.length === 0, 'substituteId', messages.notTheSameRole(lacking.join(', '))),
      // In retrospect nobody gets a say, over what is queued neither.
      ...faultUnless(from >= today || from === running?.from, 'from', messages.dayIsOver),
      ...faultUnless(until >= from, 'until', messages.lastBeforeFirst),
      ...faultUnless(until >= today, 'until', messages.dayIsOver),
      ...faultUnless(until <= addDays(from, MOST_DAYS_AWAY), 'until', messages.tooLongAway),
    ])
    if (wrong || !substitute) return wrong ?? refuse('not-found')
    const named = { id: userId, roles: theirs.join(';'), from, until }
    const kept = addDays(today, -DAYS_KEPT)
    const others = substitute.standsInFor.filter((away) => away !== running && away.until >= kept)
    if (others.filter((away) => away.until >= today).length >= MOST_AWAY)
      return refuse('invalid', { errors: [{ field: 'substituteId', message: messages.standsInForMany }] })
    if (JSON.stringify(running) === JSON.stringify(named)) return already()
    return [put('users', { ...substitute, standsInFor: [...others, named] })]
  },
})

/** Ends it at once: whoever may name a substitute, and the substitute. */
export const endSubstitution = defineCommand({
  name: 'endSubstitution',
  ability: 'nameSubstitute',
  online: true,
  input: z.strictObject(pair),
  reads: pairReads,
  allow: ({ substituteId }, { existing }, context) =>
    substituteId === context.actor.id ? null : strangerTo('nameSubstitute', existing, context),
  run({ userId }, { substitute }, { today }) {
    if (!substitute) return refuse('not-found')
    const others = substitute.standsInFor.filter((away) => away.id !== userId || away.until < today)
    return others.length === substitute.standsInFor.length
      ? already()
      : [put('users', { ...substitute, standsInFor: others })]
  },
})
