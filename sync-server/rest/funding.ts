import * as z from 'zod/mini'
import { flag } from '#shared/model/fields.ts'
import { ALL_TEAMS, fundingTypes, poolCodesOfType } from '#shared/queries/funding.ts'
import { poolCodes } from '#shared/reference/pool-codes.ts'
import { asFlag, asNumber, listIn, only } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars } from './money.ts'
import { fundingType, listed, pageOf, poolCode } from './shapes.ts'

const codeInDollars = <C extends object>(code: C): C => inDollars(code, poolCodes.rest.money ?? [])

export function mountFunding({ read }: PhraseBook): void {
  read(
    '/resources/funding',
    {
      says: 'The pool types with their codes and figures, a page at a time.',
      who: 'seeResources',
      search: z.extend(listed, { team: z.optional(z.int()) }),
      answer: pageOf(fundingType),
    },
    fundingTypes,
    only('seeResources', (spoken) => ({ active: true, ...listIn(spoken), teamId: teamIn(spoken) })),
    ({ items, ...page }) => ({
      items: items.map((type) => ({ ...type, codes: type.codes.map(codeInDollars) })),
      ...page,
    }),
  )
  read(
    '/resources/pools/types/:typeId/codes',
    {
      says: 'The codes of a pool type, to pick from.',
      who: 'everybody',
      search: z.object({ active: z.optional(flag) }),
      answer: z.array(poolCode),
    },
    poolCodesOfType,
    ({ params, search }) => {
      const active = asFlag(search.active)
      return { typeId: idOf(params.typeId), ...(typeof active === 'boolean' ? { active } : {}) }
    },
    (codes) => codes.map(codeInDollars),
  )
}

function teamIn({ search }: Spoken): number {
  const team = asNumber(search.team)
  return typeof team === 'number' && Number.isSafeInteger(team) && team >= 0 ? team : ALL_TEAMS
}
