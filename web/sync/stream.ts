import { liveQuery } from 'dexie'
import type { Device } from '../data/device.ts'
import type { KeptSession } from '../session/kept-session.ts'
import { followNews, SessionOver, type StreamEvent } from './live.ts'
import { sessionOf } from './session-of.ts'

interface Listener {
  onEvent: (event: StreamEvent, actor: KeptSession) => void
  /** There is no stream any more, for whatever reason. */
  onEnd: () => void
  /** The server does not know the session: a round says so. */
  onSessionOver: () => void
  /** How long to wait after so many failures in a row, in ms. */
  wait: (failures: number, most: number) => number
}

const LOOK_MS = 1_000
const MOST_MS = 60_000

/**
 * One stream a browser: the visible tab that holds the lock listens, the others see its rows change. A tab that is hidden
 * lets go of stream and lock, so that another one can have them.
 */
export async function keepStream(device: Device, signal: AbortSignal, listener: Listener): Promise<void> {
  while (!signal.aborted) {
    if (document.visibilityState !== 'visible') {
      await pause(LOOK_MS)
      continue
    }
    const turn = new AbortController()
    const end = () => {
      if (signal.aborted || document.visibilityState !== 'visible') turn.abort()
    }
    signal.addEventListener('abort', end, { signal: turn.signal })
    document.addEventListener('visibilitychange', end, { signal: turn.signal })
    // A lock that was not had because the turn is over is no fault; a database that does not answer is asked again, and not at once.
    await alone(turn.signal, () => listen(device, turn.signal, listener)).catch(() => pause(LOOK_MS))
    turn.abort()
  }
}

async function alone(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('fieldpost-live', { signal }, work)
  else await work()
}

async function listen(device: Device, signal: AbortSignal, { onEvent, onEnd, onSessionOver, wait }: Listener) {
  for (let failures = 0; !signal.aborted;) {
    const session = await sessionOf(device)
    const at = session?.alive ? await standing(device) : undefined
    // Ended while the disk was asked: nobody hears of that any more.
    if (signal.aborted) return
    if (!session || !at || at.fieldMode) {
      await pause(LOOK_MS)
      continue
    }
    const turn = new AbortController()
    const end = () => turn.abort()
    signal.addEventListener('abort', end, { signal: turn.signal })
    const quiet = liveQuery(() => device.get('fieldMode')).subscribe((isOn) => isOn && end())
    try {
      await followNews(session.token, at.cursor, turn.signal, (event) => {
        failures = 0
        onEvent(event, session)
      })
    } catch (error) {
      if (error instanceof SessionOver) onSessionOver()
    }
    quiet.unsubscribe()
    end()
    onEnd()
    if (!signal.aborted) await pause(wait(++failures, MOST_MS), signal)
  }
}

const standing = (device: Device) =>
  device.transaction('r', device.meta, async () => ({
    fieldMode: await device.get('fieldMode'),
    cursor: (await device.get('position')).cursor,
  }))

/** No longer than there is a reason to wait. */
const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
