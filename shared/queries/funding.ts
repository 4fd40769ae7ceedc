import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { count, many, one } from '../kernel/reads.ts'
import { flag, id } from '../model/fields.ts'
import type { PoolCode, ProjectType } from '../model/reference.ts'
import { openPhases } from '../model/status.ts'
import { figuresOf } from '../rules/funding.ts'
import { authorsOf, eachOf, nameOf, pageBy, signed } from './resources.ts'

/** Every team, of the filter's "All". */
export const ALL_TEAMS = -1

/**
 * The Funding screen: pool types with their codes. The active view shows active codes of active types; the inactive one
 * shows inactive types, and active types for the sake of their inactive codes (C-180).
 */
export const fundingTypes = defineQuery({
  name: 'fundingTypes',
  input: z.strictObject({ page: z.optional(z.int()), active: flag, teamId: z.int() }),
  reads: ({ teamId }) => ({
    types: many('projectTypes', teamId === ALL_TEAMS ? {} : { teamId }),
    codes: many('poolCodes', {}),
    teams: many('teams', {}),
  }),
  answer(input, { types, codes, teams }) {
    const codesOf = (type: ProjectType) =>
      codes.filter((code) => code.projectTypeId === type.id && (!type.active || code.active === input.active))
    const shown = types.filter((type) => type.active === input.active || (type.active && codesOf(type).length > 0))
    return eachOf(pageBy(shown, input, nameOf), (type) => ({
      ...type,
      team: teams.find((team) => team.id === type.teamId)?.name ?? '',
      codes: byCode(codesOf(type)).map(withFigures),
    }))
  },
})

export const poolTypeDetail = defineQuery({
  name: 'poolTypeDetail',
  input: z.strictObject({ id }),
  reads: (input) => ({ type: one('projectTypes', input.id) }),
  follow: ({ type }) => authorsOf(type ? [type] : []),
  answer: (_, { type, people }) => (type ? signed(type, people) : null),
})

/** The codes of one type, to pick from; null for a type that is not there. */
export const poolCodesOfType = defineQuery({
  name: 'poolCodesOfType',
  input: z.strictObject({ typeId: id, active: z.optional(flag) }),
  reads: ({ typeId }) => ({
    type: one('projectTypes', typeId),
    codes: many('poolCodes', { projectTypeId: typeId }),
  }),
  answer: ({ active }, { type, codes }) =>
    type ? byCode(codes.filter((code) => active === undefined || code.active === active)).map(withFigures) : null,
})

/** One code, and how many open taskings it pays for: a warning before it is deactivated (C-181). */
export const poolCodeDetail = defineQuery({
  name: 'poolCodeDetail',
  input: z.strictObject({ id }),
  reads: (input) => ({ code: one('poolCodes', input.id) }),
  follow: ({ code }) => ({
    ...authorsOf(code ? [code] : []),
    type: one('projectTypes', code?.projectTypeId ?? 0),
    openTaskings: count('projects', { poolCode: code?.poolCode ?? '-', phase: openPhases }),
  }),
  answer: (_, { code, people, type, openTaskings }) =>
    code && type ? { ...withFigures(signed(code, people)), type: type.name, openTaskings } : null,
})

const byCode = <C extends PoolCode>(codes: C[]): C[] =>
  [...codes].sort((a, b) => a.poolCode.localeCompare(b.poolCode) || a.id - b.id)

const withFigures = <C extends PoolCode>(code: C) => {
  const { projection, balance, utilization } = figuresOf(code)
  return { ...code, projection, balance, utilization }
}
