import * as z from 'zod/mini'
import { flag } from '#shared/model/fields.ts'
import { ALL_TEAMS, fundingTypes, fundingYear, poolCodesOfType } from '#shared/queries/funding.ts'
import { poolCodes } from '#shared/reference/pool-codes.ts'
import { asFlag, asNumber, listIn } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars } from './money.ts'
import { fundingType, fundingYear as fundingYearShape, listed, pageOf, poolCode } from './shapes.ts'

const codeInDollars = <C extends object>(code: C): C => inDollars(code, poolCodes.rest.money ?? [])

const figures = ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance', 'before', 'later']
const viewIn = (spoken: Spoken) => ({ active: listIn(spoken).active ?? true, teamId: teamIn(spoken) })
const team = { team: z.optional(z.int()) }

export function mountFunding({ read }: PhraseBook): void {
  read(
    '/resources/funding',
    {
      says: 'The pool types with their codes and figures, a page at a time.',
      who: 'seeResources',
      search: z.extend(listed, team),
      answer: pageOf(fundingType),
    },
    fundingTypes,
    (spoken) => ({ ...viewIn(spoken), page: listIn(spoken).page }),
    ({ items, ...page }) => ({
      items: items.map((type) => ({ ...inDollars(type, figures), codes: type.codes.map(codeInDollars) })),
      ...page,
    }),
  )
  read(
    '/resources/funding/year',
    {
      says: 'What the codes of that view spend and are estimated at, by month of the fiscal year.',
      who: 'seeResources',
      search: z.object({ active: z.optional(flag), ...team }),
      answer: fundingYearShape,
    },
    fundingYear,
    viewIn,
    ({ months, ...year }) => ({
      ...inDollars(year, figures),
      months: months.map((month) => inDollars(month, figures)),
    }),
  )
  read(
    '/resources/pools/types/:typeId/codes',
    {
      says: 'The codes of a pool type, to pick from.',
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
