import * as z from 'zod/mini'
import { defineQuery } from '#shared/kernel/query.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { poolReads } from '#shared/reference/choices.ts'
import { asNumber } from './fields.ts'
import type { Spoken } from './mount.ts'

const shipNumber = z.int().check(z.nonnegative())
/** What a form says of the ship number besides what it takes. */
export const ship = { shipNumber: z.optional(shipNumber) }

const poolOfCode = defineQuery({
  name: 'poolOfCode',
  input: z.strictObject({ poolCode: z.string() }),
  reads: ({ poolCode }) => ({ pools: poolReads(poolCode) }),
  answer: (_, { pools }) => pools[0] ?? null,
})

/**
 * A ship number comes with its pool code and is chosen by nobody, so a form need not say it. One that does says the pool's, or sends back what
 * the row `before` has; 0 is what a form begins with.
 */
export async function shipErrors({ fields, ask }: Spoken, before?: Row | null): Promise<FieldError[]> {
  if (fields.shipNumber === undefined) return []
  const told = z.safeParse(shipNumber, asNumber(fields.shipNumber))
  if (!told.success) return [{ field: 'shipNumber', message: messages.shipNumber }]
  const poolCode = fields.poolCode ?? before?.poolCode
  const pool = typeof poolCode === 'string' ? await ask(poolOfCode, { poolCode }) : null
  // Without one something else is wrong, and said.
  const isRight = !pool || [0, pool.shipNumber, before?.shipNumber].includes(told.data)
  return isRight ? [] : [{ field: 'shipNumber', message: messages.shipOfPool(pool.poolCode, pool.shipNumber) }]
}

interface Row {
  poolCode: string
  shipNumber: number
}
