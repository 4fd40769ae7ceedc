import { savePoolCode, savePoolType } from '#shared/commands/funding.ts'
import { ALL_TEAMS, fundingTypes, poolCodeDetail, poolCodesOfType, poolTypeDetail } from '#shared/queries/funding.ts'
import { asFlag, asNumber, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars, toCents } from './money.ts'

const codeMoney = ['funds', 'actual', 'estimated', 'pending', 'projection', 'balance'] as const
type CodeMoney = Record<(typeof codeMoney)[number], number>
const codeInDollars = <C extends CodeMoney>(code: C): C => inDollars(code, codeMoney)

export function mountFunding({ read, write }: PhraseBook): void {
  read(
    '/resources/funding',
    fundingTypes,
    only('seeResources', (spoken) => ({ active: true, ...listIn(spoken), teamId: teamIn(spoken) })),
    ({ items, ...page }) => ({
      items: items.map((type) => ({ ...type, codes: type.codes.map(codeInDollars) })),
      ...page,
    }),
  )
  read(
    '/resources/pools/types/:typeId/codes',
    poolCodesOfType,
    ({ params, search }) => {
      const active = asFlag(search.active)
      return { typeId: idOf(params.typeId), ...(typeof active === 'boolean' ? { active } : {}) }
    },
    (codes) => codes.map(codeInDollars),
  )
  read(
    '/resources/pools/codes/:id',
    poolCodeDetail,
    only('seeResources', ({ params }) => ({ id: idOf(params.id) })),
    codeInDollars,
  )

  write(
    saveMethods,
    '/resources/pools/types',
    savePoolType,
    (spoken) => savedIn(spoken, { texts: ['name'], numbers: ['teamId'] }),
    async ({ ask, input }) => (await ask(poolTypeDetail, { id: Number(input.id) })) ?? { id: input.id },
  )
  write(
    saveMethods,
    '/resources/pools/codes',
    savePoolCode,
    async (spoken) => {
      const input = await savedIn(spoken, { texts: ['poolCode'], numbers: ['projectTypeId', 'shipNumber', 'funds'] })
      return input.funds === undefined ? input : { ...input, funds: toCents(input.funds) }
    },
    async ({ ask, input }) => {
      const code = await ask(poolCodeDetail, { id: Number(input.id) })
      return code ? codeInDollars(code) : { id: input.id }
    },
  )
}

function teamIn({ search }: Spoken): number {
  const team = asNumber(search.team)
  return typeof team === 'number' && Number.isSafeInteger(team) && team >= 0 ? team : ALL_TEAMS
}
