import type { FieldError } from '#shared/kernel/refusal.ts'
import { MAX_BODY_BYTES } from '#shared/model/limits.ts'
import type { RowCheck } from '#shared/reference/import.ts'
import type { Reference, Shown } from '#shared/reference/reference.ts'
import type { ReadRow } from './csv.ts'
import { bodyOf } from './office-values.ts'

/** A row of a file, with all that is wrong with it. `isTwice`: its name exists, which some lists allow. */
export type CheckedRow = Omit<ReadRow, 'errors'> & { errors: readonly FieldError[]; isTwice: boolean }

/** What could not be read is not said a second time as missing. */
export function judged(row: ReadRow, check: RowCheck | undefined): CheckedRow {
  const more = (check?.errors ?? []).filter(({ field }) => !row.errors.some((error) => error.field === field))
  return { ...row, errors: [...row.errors, ...more], isTwice: check?.isTwice ?? false }
}

/** Rows that go together, by their lines in the file and as they are sent. */
export interface Attempt {
  lines: readonly number[]
  rows: readonly object[]
}

/** As many of the first as one body carries, whose bytes are counted as they travel. */
export function attemptOf(of: Reference, fine: readonly CheckedRow[]): Attempt {
  const encoder = new TextEncoder()
  let left = MAX_BODY_BYTES - '{"rows":[]}'.length
  const rows = fine.map(({ values, isTwice }) => ({ ...bodyOf(of, values), ...(isTwice ? { twice: true } : {}) }))
  const end = rows.findIndex((row) => (left -= encoder.encode(JSON.stringify(row)).length + 1) < 0)
  const many = end < 0 ? rows.length : end
  return { lines: fine.slice(0, many).map(({ line }) => line), rows: rows.slice(0, many) }
}

export const errorAt = ({ errors }: CheckedRow, name: string): string | undefined =>
  errors.find(({ field }) => field === name)?.message

/** In one cell, for the file that is mended. */
export const sayAll = (columns: readonly Shown[], row: CheckedRow): string =>
  row.errors
    .map(({ field, message }) => `${columns.find(({ name }) => name === field)?.label ?? field}: ${message}`)
    .join('; ')
