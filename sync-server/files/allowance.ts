import { HTTPException } from 'hono/http-exception'
import { maxFileBytes, type Organisation } from '#shared/model/limits.ts'

/** What one person may send, so that nobody fills the disk for all. */
export interface UploadLimits {
  /** Uploads that are begun and not finished. */
  atOnce: number
  /** Bytes that those have announced. */
  atOnceBytes: number
  /** Bytes within 24 hours. */
  dayBytes: number
}
export const defaultUploads: UploadLimits = { atOnce: 20, atOnceBytes: 500_000_000, dayBytes: 2_000_000_000 }

const MEGABYTE = 1_000_000

/** A megabyte at least, so that many small ones count too. */
export const counted = (bytes: number): number => Math.max(bytes, MEGABYTE)

/**
 * Whether somebody may begin one more, beside those that are begun (their sizes) and what they have sent today. A file of the largest size
 * always fits into limits that are empty. @throws HTTPException 429
 */
export function checkAllowance(
  limits: UploadLimits,
  organisation: Organisation,
  { size, begun, sent }: { size: number; begun: number[]; sent: number },
): void {
  const largest = maxFileBytes(organisation) + MEGABYTE
  const going = begun.reduce((sum, other) => sum + counted(other), counted(size))
  if (begun.length >= limits.atOnce || going > Math.max(limits.atOnceBytes, largest)) throw tooManyAtOnce(begun.length)
  if (sent + going > Math.max(limits.dayBytes, largest)) throw tooMuchToday(limits.dayBytes)
}

const tooManyAtOnce = (uploads: number): HTTPException =>
  new HTTPException(429, {
    message: `You have begun ${uploads} uploads that are not finished. Finish some of them or give them up, then send this file again.`,
    cause: { code: 'TOO_MANY_UPLOADS', retryAfter: 60 },
  })

const tooMuchToday = (dayBytes: number): HTTPException =>
  new HTTPException(429, {
    message: `One person can attach ${Math.round(dayBytes / MEGABYTE)} MB in 24 hours, and you have. Send this file again tomorrow.`,
    cause: { code: 'TOO_MANY_UPLOADS', retryAfter: 3_600 },
  })
