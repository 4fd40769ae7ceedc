import * as z from 'zod/mini'
import { defineCommand } from '../kernel/command.ts'
import { many, one, whole } from '../kernel/reads.ts'
import { invalid, refuse } from '../kernel/refusal.ts'
import { MAX_CENTS, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { PoolCode, ProjectType } from '../model/reference.ts'
import { can } from '../rules/access.ts'
import { audit, called, given, rowMade, plain, saved, saving, savingProblem, taken } from './resources.ts'

const shipNumber = z.int(messages.ship).check(z.nonnegative(messages.ship))
const funds = z.int(messages.funds).check(z.nonnegative(messages.funds), z.maximum(MAX_CENTS, messages.funds))

/** A pool type is a project type (C-176); 0 is the team of everybody. */
export const savePoolType = defineCommand({
  name: 'savePoolType',
  online: true,
  input: z.strictObject({ ...saving, name: z.optional(called(messages.name)), teamId: z.optional(ref) }),
  mints: (input) => rowMade('projectTypes', input),
  reads: (input) => ({ existing: one('projectTypes', input.id), team: one('teams', input.teamId ?? 0) }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeFunding'), input, existing),
  run(input, { existing, team }, context) {
    const before: ProjectType = existing ?? { id: input.id, name: '', teamId: 0, active: true, ...audit(context) }
    const after = { ...before, ...given({ name: input.name?.trim(), teamId: input.teamId, active: input.active }) }
    if (!after.name) return invalid('name', messages.name)
    if (input.teamId && !team) return invalid('teamId', messages.team)
    return saved('projectTypes', existing, after, context)
  },
})

/** Its running totals follow its taskings and are never written from here. Taskings name a code by its text, so a code in use keeps it. */
export const savePoolCode = defineCommand({
  name: 'savePoolCode',
  online: true,
  input: z.strictObject({
    ...saving,
    projectTypeId: z.optional(ref),
    poolCode: z.optional(called(messages.poolCodeText)),
    shipNumber: z.optional(shipNumber),
    funds: z.optional(funds),
  }),
  mints: (input) => rowMade('poolCodes', input),
  reads: (input) => ({
    existing: one('poolCodes', input.id),
    alike: whole(many('poolCodes', { codeKey: plain(input.poolCode ?? '') })),
    type: one('projectTypes', input.projectTypeId ?? 0),
  }),
  follow: ({ existing }) => ({
    projects: whole(many('projects', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
    requests: whole(many('requests', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
  }),
  allow: (input, { existing }, { actor }) => savingProblem(can(actor, 'writeFunding'), input, existing),
  run(input, { existing, alike, type, projects, requests }, context) {
    const errors = existing ? [] : missing(input)
    if (errors.length > 0) return refuse('invalid', { errors })
    if (input.projectTypeId !== undefined && !type) return invalid('projectTypeId', messages.projectType)
    if (alike.some((row) => row.id !== input.id)) return taken('poolCode', 'There is already a pool code of this name')
    const before: PoolCode = existing ?? { ...blank, id: input.id, ...audit(context) }
    const { projectTypeId, shipNumber, funds, active } = input
    const after = {
      ...before,
      ...given({ projectTypeId, poolCode: input.poolCode?.trim(), shipNumber, funds, active }),
    }
    const isInUse = projects.length > 0 || requests.length > 0
    if (isInUse && (after.poolCode !== before.poolCode || after.projectTypeId !== before.projectTypeId))
      return refuse('closed', { message: codeInUse })
    return saved('poolCodes', existing, after, context)
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

/** What a new code cannot do without, together. */
function missing({ projectTypeId, poolCode, shipNumber, funds }: Partial<PoolCode>) {
  return [
    ...(projectTypeId ? [] : [{ field: 'projectTypeId', message: messages.projectType }]),
    ...(poolCode === undefined ? [{ field: 'poolCode', message: messages.poolCodeText }] : []),
    ...(shipNumber === undefined ? [{ field: 'shipNumber', message: messages.ship }] : []),
    ...(funds === undefined ? [{ field: 'funds', message: messages.funds }] : []),
  ]
}
