import { create } from 'zustand'
import * as messages from '#shared/model/messages.ts'
import { MAX_CALL_BYTES } from '#shared/model/limits.ts'
import { within } from './within.ts'
import { isFullBeside } from '../session/beside.ts'
import type { Device } from './device.ts'

/** `full`: there is no room. `closed`: the browser does not let this page at its database, and does not say why. */
export type Trouble = 'full' | 'closed'

/**
 * What the last write on this device showed: `null` = it went through. `isShut`: the database does not even open, so nothing can be read
 * either. `openings` counts how often it had to be opened again; whoever watches its rows then looks anew.
 */
export const useDisk = create<{ trouble: Trouble | null; isShut: boolean; openings: number }>()(() => ({
  trouble: null,
  isShut: false,
  openings: 0,
}))

/**
 * A page's own database. A tab of an earlier version that sleeps may keep it from being opened: that is said for as long as it does. And a
 * browser may throw it away on a full disk, and open an empty one instead.
 */
export function watched(device: Device): Device {
  let isBlocked = false
  let wasOpen = false
  device.on('populate', () => void (device.isAnew = wasOpen))
  device.on('blocked', () => {
    isBlocked = true
    useDisk.setState({ trouble: 'closed', isShut: true })
  })
  // Of a full disk an opening says nothing.
  device.on(
    'ready',
    () => {
      if (isBlocked) wrote(null)
      isBlocked = false
      wasOpen = true
      if (device.isAnew) lookAgain(device)
    },
    true,
  )
  return device
}

/** A write that this device has not taken, not even on a database opened anew. Its message is a sentence for the person. */
export class NotKept extends Error {
  constructor(trouble: Trouble, cause: unknown) {
    super(trouble === 'full' ? messages.deviceFull : messages.deviceClosed, { cause })
    this.name = 'NotKept'
  }
}

/**
 * Carries out a write of this page. A connection that has died is closed, opened again, and the write tried once more: `again`
 * is true then, because the first may have reached the disk all the same. The standing state follows what came of it.
 * @throws NotKept when this device does not take it; anything else as it was thrown.
 */
export async function onDisk<T>(device: Device, write: (again: boolean) => PromiseLike<T>): Promise<T> {
  const take = async (again: boolean) => {
    // A command would find nothing in it, and judge by that.
    if (device.isAnew) throw new DOMException('Thrown away', 'InvalidStateError')
    return wrote(await write(again))
  }
  try {
    return await take(false)
  } catch (first) {
    if (!isTrouble(first)) throw first
    try {
      await openAgain(device)
      return await take(true)
    } catch (second) {
      if (!isTrouble(second)) throw second
      throw await notKept(device, first, second)
    }
  }
}

/** For a failure that nobody caught: what the device did, or null when it was something else. */
export const troubleOf = (error: unknown): Trouble | null =>
  error instanceof NotKept || isTrouble(error) ? (isFull(error) ? 'full' : 'closed') : null

/**
 * A write failed in a place that looks after itself, such as a round: the standing state says so, and the page tries to get over it. False
 * when the error is something else.
 */
export function noteTrouble(device: Device, error: unknown): boolean {
  const trouble = troubleOf(error)
  if (!trouble) return false
  if (device.isRemoved) return true
  useDisk.setState((disk) => ({ trouble: disk.trouble === 'full' ? 'full' : trouble }))
  lookAgain(device)
  return true
}

/**
 * What a live query reads. A dead connection is opened again, and the query asked anew, instead of ending with its page. What an empty database
 * says that came in place of another is not an answer.
 */
export async function readAlive<T>(device: Device, read: () => PromiseLike<T> | T): Promise<T> {
  let cause: unknown
  try {
    const answer = await read()
    if (!device.isAnew) return answer
  } catch (error) {
    // Aborted is also what a query is that was overtaken by its next.
    if (!isTrouble(error) || nameOf(error) === 'AbortError') throw error
    cause = error
  }
  lookAgain(device)
  // By this name a live query bears it without ending its page, and asks again once the database is open (`openings`).
  throw Object.assign(new Error('Opened again', { cause }), { name: 'DatabaseClosedError' })
}

const troubles = /^(QuotaExceeded|DatabaseClosed|InvalidState|Unknown|OpenFailed|Abort|TransactionInactive)Error$/
/** Many rows at once fail as one error with a failure for each. */
const failuresOf = (error: unknown): unknown[] => (error as { failures?: unknown[] } | null)?.failures ?? []
const isTrouble = (error: unknown): boolean => troubles.test(nameOf(error)) || failuresOf(error).some(isTrouble)
const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? ''

/** Chromium calls a full disk by several names; `inner` is what Dexie wraps, `cause` what we do. */
function isFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const {
    name = '',
    message = '',
    inner,
    cause,
  } = error as { name?: string; message?: string; inner?: unknown; cause?: unknown }
  return (
    /quota|no.space|full disk|(disk|device) is full/i.test(`${name} ${message}`) ||
    [inner, cause, ...failuresOf(error)].some(isFull)
  )
}

function wrote<T>(value: T): T {
  if (useDisk.getState().trouble) useDisk.setState({ trouble: null, isShut: false })
  return value
}

async function notKept(device: Device, first: unknown, second: unknown): Promise<NotKept> {
  // A transaction that was aborted often tells no reason, so a single row is tried. Where a little fits and this did not, it is the room.
  const third: unknown = await probe(device)
    .then(() => null)
    .catch((error: unknown) => error)
  const isNowFull =
    third === null || [first, second, third].some(isFull) || (await within(ANSWER_MS, isFullBeside(), () => false))
  const trouble = isNowFull || useDisk.getState().trouble === 'full' ? 'full' : 'closed'
  useDisk.setState({ trouble })
  lookAgain(device)
  return new NotKept(trouble, second)
}

const opening = new WeakMap<Device, Promise<void>>()

/** A browser whose disk is full may not even say no. */
const ANSWER_MS = 10_000
const answered = (device: Device, work: PromiseLike<unknown>): Promise<unknown> =>
  within(ANSWER_MS, work, () => {
    // Every write would wait for an opening that is never answered. Dexie calls it off only by closing for good.
    device.close()
    throw new DOMException('No answer', 'OpenFailedError')
  })

/** Closes and opens; everybody who asks meanwhile waits for the same. After a failed opening Dexie refuses everything until this. */
function openAgain(device: Device): Promise<void> {
  const now = opening.get(device)
  if (now) return now
  const work = (async () => {
    if (device.isRemoved) throw new NotKept('closed', 'Deleted')
    device.close({ disableAutoOpen: false })
    await answered(device, device.open())
    useDisk.setState({ isShut: false })
    if (device.isAnew) lookAgain(device)
    else readAnew()
  })().finally(() => opening.delete(device))
  opening.set(device, work)
  return work
}

const readAnew = () => useDisk.setState(({ openings }) => ({ openings: openings + 1 }))

const LOOK_MS = 5_000
const looking = new WeakSet<Device>()

/**
 * Until the database is open and takes a write as large as a call may be: nothing but a write tells whether there is room again. An empty one in
 * place of what the browser threw away is neither read nor written to any sooner: until then a page keeps what it shows, and what is typed in it.
 * And it takes two writes of that, one look apart: for a moment there is the room of what was thrown away.
 */
function lookAgain(device: Device): void {
  if (looking.has(device)) return
  looking.add(device)
  let taken = 0
  const look = async () => {
    if (device.isRemoved) return
    try {
      await probe(device).catch(() => openAgain(device).then(() => probe(device)))
      taken += 1
      if (device.isAnew && taken < 2) return void setTimeout(() => void look(), LOOK_MS)
      looking.delete(device)
      const { isAnew } = device
      device.isAnew = false
      // Half-typed words are written before what shows them may go.
      wrote(null)
      if (isAnew) readAnew()
    } catch (error) {
      taken = 0
      // A read does not tell either why its database is gone. What was full is full until a write goes through: so little may fit beside it.
      const isFullNow =
        useDisk.getState().trouble === 'full' || isFull(error) || (await within(ANSWER_MS, isFullBeside(), () => false))
      if (device.isRemoved) return
      const isShut = !device.isOpen()
      useDisk.setState(({ trouble }) => ({
        isShut,
        trouble: isFullNow || trouble === 'full' ? 'full' : isShut ? 'closed' : trouble,
      }))
      setTimeout(() => void look(), LOOK_MS)
    }
  }
  void look()
}

const probe = (device: Device): Promise<unknown> =>
  answered(
    device,
    device.set('probe', 'x'.repeat(MAX_CALL_BYTES)).then(() => device.meta.delete('probe')),
  )
