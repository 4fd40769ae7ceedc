import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { pageOf } from '../lib/paging.ts'
import { flag, id } from '../model/fields.ts'
import type { ProjectType } from '../model/reference.ts'
import { byName, eachOf } from '../reference/ask.ts'
import { withFigures } from '../reference/pool-codes.ts'

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
    return eachOf(pageOf(byName(shown, 'name'), input.page ?? 1), (type) => ({
      ...type,
      team: teams.find((team) => team.id === type.teamId)?.name ?? '',
      codes: byName(codesOf(type), 'poolCode').map(withFigures),
    }))
  },
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
    type
      ? byName(
          codes.filter((code) => active === undefined || code.active === active),
          'poolCode',
        ).map(withFigures)
      : null,
})
