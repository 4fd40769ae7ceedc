import * as z from 'zod/mini'
import { savePoolCode, savePoolType } from '#shared/commands/funding.ts'
import { flag } from '#shared/model/fields.ts'
import { ALL_TEAMS, fundingTypes, poolCodeDetail, poolCodesOfType, poolTypeDetail } from '#shared/queries/funding.ts'
import { asFlag, asNumber, formOf, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars, toCents } from './money.ts'
import {
  dollars,
  fundingType,
  listed,
  pageOf,
  poolCode,
  poolCodeDetail as poolCodeShape,
  poolType,
  saved,
} from './shapes.ts'

const codeMoney = ['funds', 'actual', 'estimated', 'pending', 'projection', 'balance'] as const
type CodeMoney = Record<(typeof codeMoney)[number], number>
const codeInDollars = <C extends CodeMoney>(code: C): C => inDollars(code, codeMoney)

const typeForm = formOf(savePoolType, 'name', 'teamId')
const codeForm = z.extend(formOf(savePoolCode, 'projectTypeId', 'poolCode', 'shipNumber'), {
  funds: z.optional(dollars),
})

export function mountFunding({ read, write }: PhraseBook): void {
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
  read(
    '/resources/pools/codes/:id',
    {
      says: 'One pool code with its figures, and how many open taskings it pays for.',
      who: 'seeResources',
      answer: poolCodeShape,
    },
    poolCodeDetail,
    only('seeResources', ({ params }) => ({ id: idOf(params.id) })),
    codeInDollars,
  )

  write(
    saveMethods,
    '/resources/pools/types',
    {
      says: 'Creates a pool type, or updates the one that `id` names.',
      who: 'writeFunding',
      body: typeForm,
      answer: saved(poolType),
      example: { name: 'Banking Reform', teamId: 3 },
    },
    savePoolType,
    (spoken) => savedIn(spoken, typeForm),
    async ({ ask, input }) => (await ask(poolTypeDetail, { id: Number(input.id) })) ?? { id: input.id },
  )
  write(
    saveMethods,
    '/resources/pools/codes',
    {
      says: 'Creates a pool code, or updates the one that `id` names; its totals follow its taskings.',
      who: 'writeFunding',
      body: codeForm,
      answer: saved(poolCodeShape),
      example: { projectTypeId: 1, poolCode: 'BK-300', shipNumber: 7, funds: 25000 },
    },
    savePoolCode,
    async (spoken) => {
      const input = await savedIn(spoken, codeForm)
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
