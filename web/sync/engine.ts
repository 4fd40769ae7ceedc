import { versionOf } from '#shared/protocol/sync.ts'
import type { Device } from '../data/device.ts'
import { isReachable } from '../net/reachability.ts'
import { readSession } from '../session/kept-session.ts'
import { loadSession } from '../session/session.ts'
import { followNews } from './live.ts'
import type { RoundResult } from './round.ts'
import { playRounds } from './rounds.ts'

/**
 * Decides when to send: after a command, on news, when the link or the page comes back, after a back-off, when somebody
 * presses *Send now*. It only makes things faster: every rule that keeps work safe holds without it.
 */
export interface Engine {
  /** Asks for a round soon. */
  ask: () => void
  /** Tries at once, whatever the back-off or Field Mode say. */
  sendNow: () => Promise<RoundResult>
  /** True while the news stream is open. */
  isLive: () => boolean
  onLive: (listener: () => void) => () => void
  /** Begins to listen and to send; returns what ends it. */
  start: () => () => void
}

const DEBOUNCE_MS = 250
const QUIET_MS = 60_000
const BACK_OFF = { first: 1_000, most: 300_000 }
/** So long the Outbox shows what was sent, and a restored server can get it again. */
const KEEP_JUDGED_MS = 7 * 86_400_000
const SYNC_TAG = 'fieldpost-round'

export function createEngine(device: Device): Engine {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<RoundResult> | undefined
  let askedMeanwhile = false
  let live = false
  let stopped = new AbortController()

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!stopped.signal.aborted) timer = setTimeout(() => void runUnlessFieldMode(), ms)
  }
  const ask = () => {
    if (running) askedMeanwhile = true
    else schedule(DEBOUNCE_MS)
    void registerBackgroundSync()
  }
  const runUnlessFieldMode = async () => {
    if (!(await device.get('fieldMode'))) await run()
  }
  const run = (): Promise<RoundResult> => {
    running ??= playWherePossible(device)
      .then(async (result) => {
        await planNext(result)
        return result
      })
      .finally(() => {
        running = undefined
        if (askedMeanwhile) schedule(DEBOUNCE_MS)
        askedMeanwhile = false
      })
    return running
  }
  const planNext = async (result: RoundResult) => {
    if (result.kind === 'busy') return schedule(1_000)
    const contact = await device.get('contact')
    if (result.kind === 'problem') {
      // The round may have been played by the service worker: the screens learn here that the session is paused.
      if (result.problem === 'sign-in') await loadSession()
      if (result.problem === 'sign-in' || result.problem === 'update') return
      const wait = result.retryAfterMs ?? jittered(contact.failures)
      await device.set('contact', { ...contact, problem: await nameOfProblem(), nextTry: Date.now() + wait })
      return schedule(wait)
    }
    const held = await device.outbox.orderBy('seq').first()
    if (held) return schedule(Math.max(DEBOUNCE_MS, held.holdUntil - Date.now() + 50))
    if (!live) schedule(QUIET_MS)
  }

  const setLive = (value: boolean) => {
    live = value
    for (const listener of listeners) listener()
  }

  const wake = () => {
    if (document.visibilityState === 'visible') ask()
  }
  const onOnline = () => {
    void device.get('contact').then((contact) => device.set('contact', { ...contact, failures: 0 }))
    ask()
  }

  return {
    start: () => {
      stopped = new AbortController()
      const { signal } = stopped
      window.addEventListener('online', onOnline, { signal })
      document.addEventListener('visibilitychange', wake, { signal })
      void keepStream(device, signal, setLive, ask)
      void device.judged
        .where('judged')
        .below(Date.now() - KEEP_JUDGED_MS)
        .delete()
      ask()
      return () => {
        stopped.abort()
        clearTimeout(timer)
      }
    },
    ask,
    sendNow: async () => {
      const now = Date.now()
      await device.outbox
        .where('seq')
        .above(0)
        .modify((call) => {
          if (call.holdUntil > now) call.holdUntil = 0
        })
      return run()
    },
    isLive: () => live,
    onLive: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Full jitter: a crowd that lost the same link does not come back at the same moment. */
const jittered = (failures: number): number =>
  BACK_OFF.first + Math.random() * Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** Math.min(failures, 12))

const nameOfProblem = async () => (navigator.onLine === false && !(await isReachable()) ? 'offline' : 'unreachable')

/** In the service worker where one controls this page, so that the work outlives the tab; else here. */
async function playWherePossible(device: Device): Promise<RoundResult> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return playRounds(device)
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<RoundResult | null>((resolve) => {
    port1.onmessage = (event: MessageEvent<RoundResult>) => resolve(event.data)
    // A worker that was ended says nothing; the page then does the round itself.
    setTimeout(() => resolve(null), 75_000)
  })
  worker.postMessage({ type: 'play-rounds' }, [port2])
  return (await answer) ?? playRounds(device)
}

/** Asks the browser to wake the service worker when there is a connection, also with the app closed. */
async function registerBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
  await sync?.register(SYNC_TAG).catch(() => undefined)
}

/** One stream a browser: the tab that holds the lock listens, the others see its rows change. */
async function keepStream(
  device: Device,
  signal: AbortSignal,
  setLive: (live: boolean) => void,
  ask: () => void,
): Promise<void> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const listen = async () => {
    for (let failures = 0; !signal.aborted;) {
      const session = await readSession()
      const isWanted = document.visibilityState === 'visible' && !(await device.get('fieldMode')) && session?.alive
      if (!isWanted) {
        await wait(1_000)
        continue
      }
      const dropped = new AbortController()
      const stop = () => dropped.abort()
      signal.addEventListener('abort', stop)
      try {
        await followNews(session.token, dropped.signal, (version) => {
          failures = 0
          setLive(true)
          void device.get('position').then(({ cursor }) => {
            if (version > versionOf(cursor)) ask()
          })
        })
      } catch {
        // No stream: the timer asks instead.
      } finally {
        signal.removeEventListener('abort', stop)
      }
      setLive(false)
      failures++
      ask()
      await wait(jittered(Math.min(failures, 6)))
    }
  }
  if (!('locks' in navigator)) return listen()
  await navigator.locks.request('fieldpost-live', { signal }, listen).catch(() => undefined)
}
