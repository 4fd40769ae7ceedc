import * as z from 'zod/mini'
import { many, whole } from '../kernel/reads.ts'
import { faulty, refuse } from '../kernel/refusal.ts'
import { called, cents, chosen, line, MAX_CENTS, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import type { PoolCode } from '../model/reference.ts'
import { figuresOf } from '../rules/funding.ts'
import { detailOf } from './ask.ts'
import { importOf } from './import.ts'
import { defineReference, MAX_NAME } from './reference.ts'
import { saveOf } from './save.ts'

/** Its running totals follow its taskings and are never written from here. Taskings name a code by its text, so a code in use keeps it. */
export const poolCodes = defineReference({
  table: 'poolCodes',
  entity: 'PoolCode',
  words: { one: 'a pool code', many: 'pool codes' },
  fields: {
    projectTypeId: { label: 'Pool Type', input: chosen(messages.projectType), told: 'type' },
    poolCode: { label: 'Pool Code', input: called(messages.poolCodeText, MAX_NAME) },
    shipNumber: { label: 'Ship Number', input: z.int(messages.ship).check(z.nonnegative(messages.ship)) },
    funds: {
      label: 'Funds',
      kind: 'money',
      input: z.int(messages.funds).check(z.nonnegative(messages.funds), z.maximum(MAX_CENTS, messages.money)),
    },
  },
  named: { by: 'poolCode', twice: 'refused', key: 'codeKey' },
  who: { sees: 'seeResources', writes: 'writeFunding' },
  signed: true,
  usedBy: { column: 'poolCode' },
  also: (row) => withFigures(row),
  follow: (existing) => ({
    projects: whole(many('projects', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
    requests: whole(many('requests', { poolCode: existing?.poolCode ?? '-' }, { limit: 1 })),
  }),
  law({ existing, after, found: { projects, requests } }, faults, taken) {
    const isInUse = projects.length > 0 || requests.length > 0
    const keeps = after.poolCode === existing?.poolCode && after.projectTypeId === existing.projectTypeId
    return faulty(faults, taken) ?? (isInUse && !keeps ? refuse('closed', { message: codeInUse }) : null)
  },
  rest: {
    path: '/resources/pools/codes',
    detail: 'One pool code with its figures, and how many open taskings it pays for.',
    note: '; its totals follow its taskings',
    told: { codeKey: line, projection: cents, balance: z.int(), utilization: ref },
    money: ['funds', 'actual', 'estimated', 'pending', 'projection', 'balance'],
    example: { projectTypeId: 1, poolCode: 'BK-300', shipNumber: 7, funds: 25000 },
  },
})

const codeInUse = 'This pool code is in use and keeps its name and its type. Deactivate it and add another one.'

export const savePoolCode = saveOf(poolCodes)
export const poolCodeDetail = detailOf(poolCodes)
export const [importPoolCode, poolCodeImport] = importOf(poolCodes, savePoolCode)

export const withFigures = <C extends PoolCode>(code: C) => {
  const { projection, balance, utilization } = figuresOf(code)
  return { ...code, projection, balance, utilization }
}
