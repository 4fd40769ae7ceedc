import * as z from 'zod/mini'
import { isDay } from '../lib/day.ts'

/** The building blocks of every row and every input. Schemas validate and never transform. */
const MAX_TEXT = 20_000

export const id = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
/** A reference to another row; `0` means "not chosen". */
export const ref = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))
export const text = z.string().check(z.maxLength(MAX_TEXT))
export const line = z.string().check(z.maxLength(500))
export const day = z.string().check(z.refine(isDay, 'Invalid date'))
export const instant = z.iso.datetime({ precision: 3 })
export const MAX_CENTS = 100_000_000_000_000
/** Integer US cents, never negative. */
export const cents = z.int().check(z.nonnegative(), z.maximum(MAX_CENTS))
export const flag = z.boolean()

/** A required text with the specification's message; spaces around it do not count. */
export const atLeast = (length: number, message: string) =>
  z.string(message).check(
    z.maxLength(MAX_TEXT),
    z.refine((value) => value.trim().length >= length, message),
  )

/** A required choice with the specification's message. */
export const chosen = (message: string) => z.int(message).check(z.positive(message))

export const audit = { createDate: instant, createdById: ref, modifiedDate: instant, modifiedById: ref }
