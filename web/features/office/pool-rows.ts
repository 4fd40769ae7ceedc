import type { AnyCommand } from '#shared/kernel/command.ts'
import type { AnyQuery } from '#shared/kernel/query.ts'
import { poolCodeDetail, poolCodes, savePoolCode } from '#shared/reference/pool-codes.ts'
import { poolTypeDetail, poolTypes, savePoolType } from '#shared/reference/pool-types.ts'
import type { Reference } from '#shared/reference/reference.ts'
import { paths } from '#web/parts/paths.ts'
import type { OfficeRows } from './office-rows.ts'

export type PoolTable = 'types' | 'codes'

const rowsAt = (table: PoolTable, of: unknown, save: unknown, detail: unknown): OfficeRows => ({
  ...{ of: of as Reference, save: save as AnyCommand, detail: detail as AnyQuery, path: `${paths.funding}/${table}` },
})

/** What the Funding screen keeps. */
export const pools = {
  types: rowsAt('types', poolTypes, savePoolType, poolTypeDetail),
  codes: rowsAt('codes', poolCodes, savePoolCode, poolCodeDetail),
}
