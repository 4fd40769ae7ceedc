import { randomInt, randomUUID } from 'node:crypto'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import type { Effect } from '#shared/model/server-tables.ts'
import { later, type Line, type Post } from '../execute/effects.ts'
import type { Server } from '../execute/execute.ts'
import type { Log } from '../http/log.ts'
import { createHolding, RENEW_MS } from '../store/lease.ts'
import { about, isFinal, isOneAddress, type Carrier, type Letter } from './carriers.ts'
import { letterOfLines, linesReads } from './news.ts'
import type { Seal } from './seal.ts'

export type Outbox = ReturnType<typeof createOutbox>
type Sealed = Letter & { key: string }

/** After a failure a letter is tried again this much later; in the end every hour, until nobody needs it any more. */
const WAITS_MS = [5_000, 60_000, 10 * 60_000, 3_600_000]
/** A letter without a link of its own. */
const LIFE_MS = 3 * 24 * 3_600_000
/** A clock that was set is noticed after this time. */
const LONGEST_WAIT_MS = 60_000
/** Commits come in flocks. */
const SHORTEST_WAIT_MS = 20
const AT_ONCE = 100
const MOST_LINES = 500
const IDS = 2 ** 47

/**
 * What is still to be carried out: rows, written in the transaction of what they are about, so that a kill loses none and what was not
 * done is not told. It looks after each commit and when the next one is due. A row goes as soon as its letter was accepted, is refused for good, or nobody
 * needs it any more. Killed between the two, a letter arrives twice, with the same Message-ID. Of many processes one does all this: the lease is
 * renewed while letters are on their way, so nobody else takes them up.
 */
export function createOutbox(
  { store, now, organisation }: Pick<Server, 'store' | 'now' | 'organisation'>,
  { carrier, seal, publicUrl }: { carrier: Carrier; seal: Seal; publicUrl: string },
  log: Log,
  waits: readonly number[] = WAITS_MS,
) {
  /** Letters that are on their way, or wait for a try that could not be written down. */
  const busy = new Set<number>()
  const mayCarry = createHolding(store, 'letters')
  /** Accepted, and not deleted yet; more than the last one where the disk takes nothing. */
  const over = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let timerAt = Infinity
  let looking: Promise<void> | null = null
  let isAskedAgain = false
  let isStopped = false

  const row = (kind: Effect['kind'], receiver: string, says: object, dueDate: string, expireDate?: string): Change => {
    const createDate = now()
    const id = randomInt(1, IDS)
    const sealed = seal.close(JSON.stringify(says))
    const end = expireDate ?? later(dueDate, LIFE_MS)
    return put('effects', { id, kind, receiver, sealed, attempts: 0, createDate, dueDate, expireDate: end })
  }

  const post: Post = {
    reachesPeople: carrier.reachesPeople,
    publicUrl,
    line: (kind, receiver, dueDate, line) => row(kind, receiver, line, dueDate),
    letter({ until, ...letter }) {
      if (isOneAddress(letter.to))
        return [row('letter', '', { ...letter, key: randomUUID() } satisfies Sealed, now(), until)]
      log({ level: 'error', event: 'mail-refused', why: 'The address cannot be written to.' })
      return []
    },
  }

  function wake(after = SHORTEST_WAIT_MS): void {
    const at = Date.now() + after
    if (isStopped || at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timerAt = Infinity
      void look()
    }, after)
    timer.unref()
  }

  /** One look at a time; it never throws. */
  function look(): Promise<void> {
    if (looking) isAskedAgain = true
    return (looking ??= lookOnce()
      .catch((error: unknown) => log({ level: 'error', event: 'mail-not-read', message: String(error) }))
      .finally(() => {
        looking = null
        wake(isAskedAgain ? SHORTEST_WAIT_MS : busy.size > 0 ? RENEW_MS : LONGEST_WAIT_MS)
        isAskedAgain = false
      }))
  }

  async function lookOnce(): Promise<void> {
    if (!(await mayCarry())) return wake(RENEW_MS)
    if (over.size > 0) await forget()
    const { due, next } = await store.read({
      reads: {
        due: many('effects', { dueDate: { to: now() } }, { order: 'dueDate', limit: AT_ONCE + busy.size }),
        next: many('effects', { dueDate: { from: now() } }, { order: 'dueDate', limit: 1 }),
      },
    })
    const free = due.filter(({ id }) => !busy.has(id) && !over.has(id))
    for (const effect of free) if (effect.kind === 'letter') void deliver(effect)
    const lines = free.filter(({ kind }) => kind !== 'letter')
    const bundles = new Map(lines.map((line) => [`${line.kind} ${line.receiver}`, line]))
    for (const line of bundles.values()) await bundle(line)
    if (lines.length > 0 || free.length >= AT_ONCE) wake()
    if (next[0]) wake(Math.max(SHORTEST_WAIT_MS, Date.parse(next[0].dueDate) - Date.parse(now())))
  }

  /** All lines of one person become one letter. */
  async function bundle({ kind, receiver }: Effect): Promise<void> {
    // What needs somebody within minutes goes along; a digest waits for its hour.
    const until = kind === 'digest' ? { dueDate: { to: now() } } : {}
    const { rows } = await store.read({
      reads: { rows: many('effects', { receiver, kind, ...until }, { order: 'createDate', limit: MOST_LINES }) },
    })
    const dated = rows.flatMap((one) => {
      const line = one.expireDate > now() ? opened<Line>(one) : null
      return line ? [{ line, at: Date.parse(one.createDate) }] : []
    })
    // As things happened; what happened together, as it is called: the ids of these rows are drawn.
    const lines = dated.sort((a, b) => a.at - b.at || a.line.projectId - b.line.projectId).map(({ line }) => line)
    const reads = { ...linesReads(receiver, lines), $still: many('effects', { id: rows.map(({ id }) => id) }) }
    await store.transact({ reads }, ({ $still, ...found }) => {
      const letter = letterOfLines({ receiver, kind, lines, organisation, publicUrl }, found)
      const gone = $still.map(({ id }) => remove('effects', id))
      return { changes: [...gone, ...(letter && $still.length > 0 ? post.letter(letter) : [])], value: null }
    })
  }

  const opened = <T>({ sealed }: Effect): T | null => {
    const text = seal.open(sealed)
    return text === null ? null : (JSON.parse(text) as T)
  }

  async function deliver(effect: Effect): Promise<void> {
    const letter = opened<Sealed>(effect)
    if (!letter || effect.expireDate <= now()) {
      log({ level: 'info', event: 'mail-discarded', why: letter ? 'Its link is over.' : 'Its key is another one.' })
      return finish(effect)
    }
    busy.add(effect.id)
    try {
      await carrier.carry(letter)
    } catch (error) {
      return isStopped ? undefined : tryLater(effect, error)
    }
    await finish(effect)
  }

  async function tryLater(effect: Effect, error: unknown): Promise<void> {
    const wait = waits[Math.min(effect.attempts, waits.length - 1)] ?? LONGEST_WAIT_MS
    const dueDate = later(now(), wait)
    const attempts = effect.attempts + 1
    const isOver = isFinal(error) || dueDate >= effect.expireDate
    log({ level: 'error', event: 'mail-failed', attempt: attempts, retry: !isOver, ...about(error) })
    if (isOver) return finish(effect)
    try {
      const reads = { $still: many('effects', { id: effect.id }) }
      await store.transact({ reads }, ({ $still }) => ({
        changes: $still.map((still) => put('effects', { ...still, attempts, dueDate })),
        value: null,
      }))
      busy.delete(effect.id)
    } catch (failure) {
      log({ level: 'error', event: 'mail-not-noted', message: String(failure) })
      setTimeout(() => busy.delete(effect.id), wait).unref()
    }
    wake(wait)
  }

  async function finish({ id }: Effect): Promise<void> {
    over.add(id)
    busy.delete(id)
    await forget()
  }

  async function forget(): Promise<void> {
    const ids = [...over]
    try {
      await store.transact({ reads: {} }, () => ({
        changes: ids.map((gone) => remove('effects', gone)),
        value: null,
      }))
      for (const gone of ids) over.delete(gone)
    } catch (error) {
      log({ level: 'error', event: 'mail-not-forgotten', message: String(error) })
    }
  }

  /** What was wrong with the relay may be mended. */
  const nothingWaits = () =>
    store.transact({ reads: { letters: many('effects', { receiver: '', kind: 'letter' }) } }, ({ letters }) => ({
      changes: letters.map((letter) => put('effects', { ...letter, dueDate: now() })),
      value: null,
    }))

  const stopListening = store.onCommit(() => wake())

  return {
    post,

    /** Tries what a server before this one left. Resolves when all that is due is under way. */
    async start(): Promise<void> {
      try {
        if (await mayCarry()) await nothingWaits()
      } catch (error) {
        log({ level: 'error', event: 'mail-not-noted', message: String(error) })
      }
      await look()
    },

    /** What has not gone out stays written down. */
    stop(): void {
      isStopped = true
      stopListening()
      clearTimeout(timer)
      carrier.stop()
    },
  }
}
