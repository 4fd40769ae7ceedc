import * as z from 'zod/mini'
import { isDay, isInstant } from '../lib/day.ts'
import { emailPattern } from '../lib/email.ts'
import * as messages from './messages.ts'

/** The building blocks of every row and every input. Schemas validate and never transform. */
const MAX_TEXT = 20_000
const MAX_LINE = 500

export const id = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
/** A reference to another row; `0` means "not chosen". */
export const ref = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))

/** U+0000 ends a text for much of what may read it later. */
const isReadable = (text: string): boolean => !text.includes('\u0000')
/** No control characters, no line breaks, no half signs (in UTF-8 all of these are one), and nothing that turns the direction: `\u202egnp.exe` shows as `exe.png`. */
const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u.test(text)

const ofText = (max: number) => [
  z.maxLength(max, messages.tooLong(max)),
  z.refine<string>(isReadable, messages.unreadableText),
]
const ofLine = (max: number) => [z.maxLength(max, messages.tooLong(max)), z.refine<string>(isOneLine, messages.oneLine)]
const hasAtLeast = (length: number, message: string) =>
  z.refine<string>((value) => value.trim().length >= length, message)

export const text = z.string().check(...ofText(MAX_TEXT))
export const line = z.string().check(...ofLine(MAX_LINE))
export const day = z.string(messages.day).check(z.refine(isDay, messages.day))
/** A required day with the message for none; one that does not exist has its own. */
export const dayOf = (message: string) =>
  z.string(message).check(z.minLength(1, { error: message, abort: true }), z.refine(isDay, messages.day))
/** As `toISOString` writes it. Zod's own pattern would cost every device 700 bytes. */
export const instant = z.string().check(z.refine(isInstant, { params: { format: 'datetime' } }))
export const MAX_CENTS = 100_000_000_000_000
/** Integer US cents, never negative. */
export const cents = z.int(messages.amount).check(z.nonnegative(messages.amount), z.maximum(MAX_CENTS, messages.money))
/** What one tasking may cost: a thousandth of what a pool holds, so that none can fill a pool that others pay from. */
const MAX_COST = MAX_CENTS / 1_000
export const cost = z.int(messages.amount).check(z.nonnegative(messages.amount), z.maximum(MAX_COST, messages.cost))
export const flag = z.boolean()

/** A required text with the specification's message; spaces around it do not count. */
export const atLeast = (length: number, message: string, max = MAX_TEXT) =>
  z.string(message).check(...ofText(max), hasAtLeast(length, message))
/** The same in one line: names, titles, codes. */
export const lineOf = (length: number, message: string, max = MAX_LINE) =>
  z.string(message).check(...ofLine(max), hasAtLeast(length, message))
export const called = (message: string, max?: number) => lineOf(3, message, max)
/** An address as it is typed, with the message for what is none. */
export const emailOf = (message: string) => z.string(message).check(...ofLine(200), z.regex(emailPattern, message))

/** A required choice with the specification's message. */
export const chosen = (message: string) => z.int(message).check(z.positive(message))

export const audit = { createDate: instant, createdById: ref, modifiedDate: instant, modifiedById: ref }
