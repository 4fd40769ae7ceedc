import { HTTPException } from 'hono/http-exception'
import { many } from '#shared/kernel/reads.ts'
import { maxFileBytes } from '#shared/model/limits.ts'
import type { Server } from '../execute/execute.ts'

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

export type Allowance = ReturnType<typeof createAllowance>

const MEGABYTE = 1_000_000
export const DAY_MS = 86_400_000

/**
 * What each person has begun, in memory: whoever opens the uploads of before a restart tells them again. What they have sent is
 * the files that are theirs, each of them a megabyte at least, so that many small ones count too. A file of the largest size
 * always fits into limits that are empty.
 */
export function createAllowance({ store, now, organisation }: Server, limits: UploadLimits) {
  const largest = maxFileBytes(organisation) + MEGABYTE
  const begun = new Map<number, Map<unknown, { bytes: number; until: number }>>()

  function liveOf(userId: number) {
    const mine = begun.get(userId) ?? new Map<unknown, { bytes: number; until: number }>()
    for (const [upload, { until }] of mine) if (until <= Date.parse(now())) mine.delete(upload)
    begun.set(userId, mine)
    return mine
  }

  async function sentToday(userId: number): Promise<number> {
    const from = new Date(Date.parse(now()) - DAY_MS).toISOString()
    const mine = many('files', { createdById: userId, createDate: { from } }, { only: ['size', 'stored'] })
    const { files } = await store.read({ reads: { files: mine } })
    return files.reduce((sum, { size, stored }) => sum + (stored ? counted(size) : 0), 0)
  }

  return {
    /** Counts an upload as begun; it is over when it is ended, or after a day. @throws HTTPException 429 */
    async begin(userId: number, upload: unknown, bytes: number): Promise<void> {
      const sent = await sentToday(userId)
      const mine = liveOf(userId)
      const going = [...mine.values()].reduce((sum, other) => sum + counted(other.bytes), 0) + counted(bytes)
      if (mine.size >= limits.atOnce || going > Math.max(limits.atOnceBytes, largest)) throw tooManyAtOnce(mine.size)
      if (sent + going > Math.max(limits.dayBytes, largest)) throw tooMuchToday(limits.dayBytes)
      mine.set(upload, { bytes, until: Date.parse(now()) + DAY_MS })
    },
    /** One of before a restart, until it expires. */
    recall(userId: number, upload: unknown, bytes: number, until: number): void {
      liveOf(userId).set(upload, { bytes, until })
    },
    end(userId: number, upload: unknown): void {
      const mine = begun.get(userId)
      mine?.delete(upload)
      if (mine?.size === 0) begun.delete(userId)
    },
  }
}

const counted = (bytes: number): number => Math.max(bytes, MEGABYTE)

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
