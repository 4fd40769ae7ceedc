import * as z from 'zod/mini'
import { defineCommand } from '../kernel/command.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { faulty, refuse } from '../kernel/refusal.ts'
import { called, chosen, MAX_CENTS, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { PoolCode, ProjectType } from '../model/reference.ts'
import { can } from '../rules/access.ts'
import { choiceErrors, choiceReads, poolReads } from './choices.ts'
import { audit, given, MAX_NAME, name, rowMade, saved, savingForm, savingProblem, taken } from './resources.ts'

const shipNumber = z.int(messages.ship).check(z.nonnegative(messages.ship))
const funds = z.int(messages.funds).check(z.nonnegative(messages.funds), z.maximum(MAX_CENTS, messages.funds))

/** A pool type is a project type (C-176); 0 is the team of everybody. */
export const savePoolType = defineCommand({
  name: 'savePoolType',
  online: true,
  input: savingForm({ name, teamId: z.optional(ref) }),
  mints: (input) => rowMade('projectTypes', input),
  reads: ({ id, teamId }) => ({ existing: one('projectTypes', id), ...choiceReads({ teamId }) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeFunding'), input, existing),
  run(input, { existing, ...found }, context) {
    const before: ProjectType = existing ?? { id: input.id, name: '', teamId: 0, active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), teamId: input.teamId, active: input.active }) }
    const wrong = faulty(choiceErrors({ teamId: after.teamId }, found, before))
    return wrong ?? saved('projectTypes', existing, after, input, context)
  },
})

/** Its running totals follow its taskings and are never written from here. Taskings name a code by its text, so a code in use keeps it. */
export const savePoolCode = defineCommand({
  name: 'savePoolCode',
  online: true,
  input: savingForm({
    projectTypeId: chosen(messages.projectType),
    poolCode: called(messages.poolCodeText, MAX_NAME),
    shipNumber,
    funds,
  }),
  mints: (input) => rowMade('poolCodes', input),
  reads: ({ id, poolCode, projectTypeId }) => ({
    existing: one('poolCodes', id),
    alike: whole(poolReads(poolCode)),
    ...choiceReads({ projectTypeId }),
  }),
  follow: ({ existing }) => ({
    projects: whole(many('projects', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
    requests: whole(many('requests', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
  }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeFunding'), input, existing),
  run(input, { existing, alike, projects, requests, ...found }, context) {
    const before: PoolCode = existing ?? { ...blank, id: input.id, ...audit(context) }
    const { projectTypeId, shipNumber, funds, active } = input
    const after = {
      ...before,
      ...given({ projectTypeId, poolCode: input.poolCode?.trim(), shipNumber, funds, active }),
    }
    const wrong = faulty(
      choiceErrors({ projectTypeId: after.projectTypeId }, found, before),
      alike.some((row) => row.id !== input.id) ? taken('poolCode', 'There is already a pool code of this name') : [],
    )
    if (wrong) return wrong
    const isInUse = projects.length > 0 || requests.length > 0
    if (isInUse && (after.poolCode !== before.poolCode || after.projectTypeId !== before.projectTypeId))
      return refuse('closed', { message: codeInUse })
    return saved('poolCodes', existing, after, input, context)
  },
})

const codeInUse = 'This pool code is in use and keeps its name and its type. Deactivate it and add another one.'

const blank = {
  projectTypeId: 0,
  poolCode: '',
  shipNumber: 0,
  funds: 0,
  active: true,
  actual: 0,
  estimated: 0,
  pending: 0,
}
