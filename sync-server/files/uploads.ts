import { HTTPException } from 'hono/http-exception'
import { add, put, remove } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import type { CallRow, UploadRow } from '#shared/model/server-tables.ts'
import type { Server } from '../execute/execute.ts'
import { checkAllowance, counted, type UploadLimits } from './allowance.ts'
import { callIdOf, isMadeOf, isOneFile, type Facts } from './facts.ts'

export const DAY_MS = 86_400_000
export type Uploads = ReturnType<typeof createUploads>

type Beginning = Pick<UploadRow, 'key' | 'userId' | 'size' | 'facts'> & { lifeMs?: number }

/** What all processes know of the uploads that are begun: one row each, so that any of them can go on, and all count the same. */
export function createUploads({ store, now, organisation }: Server, limits: UploadLimits) {
  /** Writes a row as it follows from what it is now; false, and nothing written, when `next` has no answer to that. */
  const change = (id: number, next: (row: UploadRow) => UploadRow | null): Promise<boolean> =>
    store.transact({ reads: { row: one('uploads', id) } }, ({ row }) => {
      const changed = row ? next(row) : null
      return { changes: changed ? [put('uploads', changed)] : [], value: changed !== null }
    })

  return {
    /**
     * One that was begun before, and whose answer was lost, stands where it stood; else a new row takes the place of those in `instead`, whose
     * pieces nobody needs any more. @throws HTTPException 422, 429
     */
    async begin({ key, userId, size, facts, lifeMs = DAY_MS }: Beginning) {
      const reads = {
        mine: many('uploads', { userId }),
        before: many('uploads', { key }),
        calls: many('calls', { callId: callIdOf(key), verdict: 'applied' }),
      }
      return store.transact({ reads }, ({ mine, before, calls }, freshId) => {
        const createDate = now()
        const isLive = (row: UploadRow) => row.expireDate > createDate
        const [same] = before.filter(isLive)
        if (facts) refuseOther({ size, facts: facts as Facts }, same, calls)
        if (same) return { changes: [], value: { row: same, instead: [], isNew: false } }
        const others = mine.filter((row) => isLive(row) && row.key !== key)
        const begun = others.filter(({ ended }) => !ended).map((row) => row.size)
        // Files may be gone again, with a draft that was thrown away; their bytes are kept for a day all the same.
        const sent = others.filter(({ ended }) => ended).reduce((sum, row) => sum + counted(row.size), 0)
        checkAllowance(limits, organisation, { size, begun, sent })
        const expireDate = new Date(Date.parse(createDate) + lifeMs).toISOString()
        const of = { key, userId, size, facts, createDate, expireDate }
        const row: UploadRow = { ...of, id: freshId, arrived: 0, pieces: [], ended: false }
        return {
          changes: [...before.map(({ id }) => remove('uploads', id)), add('uploads', row)],
          value: { row, instead: before, isNew: true },
        }
      })
    },

    async find(key: string): Promise<UploadRow | undefined> {
      const { rows } = await store.read({ reads: { rows: many('uploads', { key }) } })
      return rows[0]
    },

    /** So many bytes more are kept as a piece. False when the upload stands elsewhere by now: then they do not count. */
    arrived: (id: number, offset: number, piece: string, size: number): Promise<boolean> =>
      change(id, (row) =>
        row.arrived === offset && !row.ended
          ? { ...row, arrived: offset + size, pieces: [...row.pieces, piece] }
          : null,
      ),

    /** It is a file. */
    end: (id: number): Promise<boolean> => change(id, (row) => ({ ...row, ended: true, pieces: [] })),

    /** Its bytes were stored, whatever became of them: they count for a day, and nobody finds it any more. */
    spend: (id: number, size: number): Promise<boolean> =>
      change(id, (row) => ({
        ...row,
        ...{ key: `spent-${id}`, size, facts: null, ended: true, pieces: [] },
        expireDate: new Date(Date.parse(row.createDate) + DAY_MS).toISOString(),
      })),

    /** Nothing of it was stored, or nothing is any more. What has ended stays: it counts for a day. */
    async forget(id: number): Promise<void> {
      await store.transact({ reads: { row: one('uploads', id) } }, ({ row }) => ({
        changes: row && !row.ended ? [remove('uploads', id)] : [],
        value: null,
      }))
    },
  }
}

/** Whoever sends another file under a key would be told of the first one's success, and the bytes would be lost. */
function refuseOther(
  begun: { size: number; facts: Facts },
  same: UploadRow | undefined,
  calls: readonly CallRow[],
): void {
  const isOther = same ? !isOneFile(begun, { size: same.size, facts: same.facts as Facts }) : false
  if (isOther || !calls.every((call) => isMadeOf(call, begun)))
    throw new HTTPException(422, { message: 'This key came with another file.', cause: { code: 'VALIDATION' } })
}
