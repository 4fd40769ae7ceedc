import { randomInt, randomUUID } from 'node:crypto'
import { put, remove } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import type { Server } from '../execute.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { about, isFinal, isOneAddress, type Carrier, type Letter } from './carriers.ts'
import type { Seal } from './seal.ts'

/** A letter on its way. */
interface Waiting {
  id: number
  letter: Letter & { key: string }
  until: string
  isKept: boolean
}
export type Outbox = ReturnType<typeof createOutbox>

/** After a failure a letter is tried again this much later; in the end every hour, until nobody needs it any more. */
const WAITS_MS = [5_000, 60_000, 10 * 60_000, 3_600_000]
/** A letter without a link of its own. */
const LIFE_MS = 3 * 24 * 3_600_000
/** More letters than these at a time are not taken: something is wrong. */
const MOST_WAITING = 2_000
const IDS = 2 ** 47

/**
 * Letters that have not gone out: rows, so that a kill loses none that was taken. A row goes as soon as its letter was accepted, is
 * refused for good, or nobody needs it any more. Killed between the two, a letter arrives twice,
 * with the same Message-ID.
 */
export function createOutbox(
  { store, now }: Pick<Server, 'store' | 'now'>,
  carrier: Carrier,
  seal: Seal,
  log: (entry: Record<string, unknown>) => void,
  waits: readonly number[] = WAITS_MS,
) {
  const timers = new Set<NodeJS.Timeout>()
  /** Rows that nobody needs any more; more than the last one where it could not be deleted. */
  const over = new Set<number>()
  let waiting = 0
  let isStopped = false

  async function send({ until, ...letter }: Letter & { until?: string }): Promise<void> {
    if (!isOneAddress(letter.to))
      return log({ level: 'error', event: 'mail-refused', why: 'The address cannot be written to.' })
    if (waiting >= MOST_WAITING)
      return log({ level: 'error', event: 'mail-refused', why: 'Too many letters are waiting.' })
    waiting += 1
    const createDate = now()
    const fresh = { ...letter, key: randomUUID() }
    const row = {
      id: randomInt(1, IDS),
      sealed: seal.close(JSON.stringify(fresh)),
      createDate,
      expireDate: until ?? new Date(Date.parse(createDate) + LIFE_MS).toISOString(),
    }
    const isKept = await keep(row)
    void deliver({ id: row.id, letter: fresh, until: row.expireDate, isKept }, 0)
  }

  /** A disk that is full keeps nobody from getting a letter, as long as the process lives. */
  const keep = (row: Parameters<typeof put<'letters'>>[1]): Promise<boolean> =>
    store
      .transact({ reads: {} }, () => ({ changes: [put('letters', row)], value: true }))
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
        log({ level: 'error', event: 'mail-not-kept', message: error.message })
        return false
      })

  async function deliver(waiting: Waiting, attempt: number): Promise<void> {
    try {
      await carrier.carry(waiting.letter)
    } catch (error) {
      return isStopped ? undefined : tryLater(waiting, attempt, error)
    }
    await finish(waiting)
  }

  function tryLater(waiting: Waiting, attempt: number, error: unknown): Promise<void> | undefined {
    const wait = waits[Math.min(attempt, waits.length - 1)]
    const isOver = wait === undefined || isFinal(error) || Date.parse(now()) + wait >= Date.parse(waiting.until)
    log({ level: 'error', event: 'mail-failed', attempt: attempt + 1, retry: !isOver, ...about(error) })
    if (isOver) return finish(waiting)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(waiting, attempt + 1)
    }, wait)
    timer.unref()
    timers.add(timer)
    return undefined
  }

  async function finish({ id, isKept }: Waiting): Promise<void> {
    waiting -= 1
    if (!isKept) return
    over.add(id)
    const ids = [...over]
    try {
      await store.transact({ reads: {} }, () => ({
        changes: ids.map((gone) => remove('letters', gone)),
        value: null,
      }))
      for (const gone of ids) over.delete(gone)
    } catch (error) {
      log({ level: 'error', event: 'mail-not-forgotten', message: String(error) })
    }
  }

  return {
    send,
    reachesPeople: carrier.reachesPeople,

    /** Sends what a server before this one left. Resolves when all of it is under way. */
    async start(): Promise<void> {
      const { letters } = await store.read({ reads: { letters: many('letters', {}) } })
      for (const { id, sealed, expireDate } of letters) {
        waiting += 1
        const text = seal.open(sealed)
        const letter = text === null ? null : (JSON.parse(text) as Waiting['letter'])
        const left = { id, letter: letter as Waiting['letter'], until: expireDate, isKept: true }
        if (letter && expireDate > now()) void deliver(left, 0)
        else {
          log({ level: 'info', event: 'mail-discarded', why: letter ? 'Its link is over.' : 'Its key is another one.' })
          await finish(left)
        }
      }
    },

    /** What has not gone out stays written down. */
    stop(): void {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      carrier.stop()
    },
  }
}
