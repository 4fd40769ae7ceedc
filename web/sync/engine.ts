import { versionOf, type StreamPage } from '#shared/protocol/sync.ts'
import { deviceName, type Device, type Problem } from '../data/device.ts'
import { noteTrouble, onDisk } from '../data/disk.ts'
import { isReachable } from '../net/reachability.ts'
import { savesData } from '../net/saves-data.ts'
import { loadSession } from '../session/session.ts'
import { resultOver } from './beats.ts'
import { holdLeft } from './hold.ts'
import type { Actor } from './perform.ts'
import type { RoundResult } from './round.ts'
import { playRounds, type Wish } from './rounds.ts'
import { sessionOf } from './session-of.ts'
import { keepStream } from './stream.ts'
import { takePage } from './take-page.ts'

/**
 * Decides when to send: after a command, on news, when the link or the page comes back, after a back-off, when somebody
 * presses *Send now*. It only makes things faster: every rule that keeps work safe holds without it.
 */
export interface Engine {
  /** Asks for a round soon. `kept`: a call has just been kept on this device, so nobody has to look whether one waits. */
  ask: (options?: { kept: boolean } | void) => void
  /** One round at once, or as soon as the one that runs is over; whatever the back-off or Field Mode say. What can still be undone stays. */
  round: () => Promise<RoundResult>
  /** The same, and what could still be undone goes with it. */
  sendNow: () => Promise<RoundResult>
  /** True while the news stream is open and heard of. */
  isLive: () => boolean
  onLive: (listener: () => void) => () => void
  /** Begins to listen and to send; returns what ends it. */
  start: () => () => void
}

/** What a round has left behind is asked for again, and not at once. */
const STILL_MS = 250
const QUIET_MS = { live: 300_000, deaf: 60_000 }
/** While somebody looks, a probe that hears nothing (8 s) and the wait after it are 20 s together. */
const BACK_OFF = { first: 1_000, most: 300_000, visible: 12_000 }
/**
 * A round that has heard nothing for so long may hang on a link that fell silent. The server is asked then, with more patience than else,
 * because what goes up may be in the way; whoever looks is told within 20 s.
 */
const HANGS_MS = 6_000
const PATIENCE_MS = 12_000
const LOOK_MS = 1_000
/** A touch tries again at once, but not each of a person's taps. */
const TOUCH_GAP_MS = 2_000
/** So long a restored server can get again what it has forgotten. */
const KEEP_JUDGED_MS = 30 * 86_400_000
/** What has been here for too long goes once in so long, and the first look has the disk to itself. */
const PRUNE_EVERY_MS = 86_400_000
const TIDY_AFTER_MS = 60_000
const SYNC_TAG = 'fieldpost-round'

export function createEngine(device: Device, play = playWherePossible, isReached = isReachable): Engine {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Infinity
  let running: Promise<RoundResult> | undefined
  let live = false
  /** The stream was asked for and is not there; and whether no round has begun since that is known. */
  let isDeaf = false
  let isDoubtful = false
  /** The newest version the stream has told of since the last round began. */
  let heard = 0
  /** Failures in a row, of rounds alone; 0 again at any sign that the link may be back. */
  let misses = 0
  let taking = Promise.resolve()
  let failedAt = 0
  /** Somebody has asked since the last round began. */
  let isAsked = false
  /** Until it is started, too: who asks before that is heard at the start. */
  let life = AbortSignal.abort()
  let prunedAt = -Infinity

  /** No later than in `ms`. */
  const schedule = (ms: number) => {
    const at = performance.now() + ms
    if (life.aborted || running || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => void runUnlessFieldMode(), ms)
  }
  const unschedule = () => {
    clearTimeout(timer)
    due = Infinity
  }
  /** At once; while a round runs, as soon as it is over. */
  const ask: Engine['ask'] = (options) => {
    isAsked = true
    schedule(0)
    void registerBackgroundSync(device, options?.kept ?? false).catch(() => undefined)
  }
  const runUnlessFieldMode = async () => {
    unschedule()
    const fieldMode = await device.get('fieldMode').catch(() => false)
    if (!fieldMode) await run()
  }
  const run = (wish: Wish = {}): Promise<RoundResult> => {
    running ??= runOnce(wish)
    return running
  }
  /** What has just been saved or asked for, a round that has begun before may have missed. */
  const runAnew = async (): Promise<RoundResult> => {
    const inFieldMode = await device.get('fieldMode').catch(() => false)
    await running
    return run({ news: true, inFieldMode })
  }
  const runOnce = async (wish: Wish): Promise<RoundResult> => {
    unschedule()
    const news = heard > 0 || wish.news === true
    heard = 0
    isAsked = false
    isDoubtful = false
    const result = await watched(play(device, { ...wish, news })).catch(broken)
    if (result.kind === 'done') await prune().catch((error: unknown) => void noteTrouble(device, error))
    const next = await planNext(result).catch(() => BACK_OFF.visible)
    running = undefined
    if (next !== null) schedule(next)
    return result
  }
  /** By the server's clock, as a good round has just shown it: this device's own may have been set years ahead. */
  const prune = async () => {
    if (performance.now() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = performance.now()
    const { skew } = await device.get('contact')
    const now = Date.now() + skew
    const oldest = new Date(now - KEEP_JUDGED_MS).toISOString()
    await device.judged.filter(({ received }) => received < oldest).delete()
    const signal = life
    setTimeout(() => void (signal.aborted || tidyLater(device, now).catch(() => undefined)), TIDY_AFTER_MS)
  }
  /**
   * Tells the truth about the link while a round is under way that hears nothing, here or in the worker. The round itself goes on: on a
   * slow link nothing may travel twice, and it ends by its own time limit.
   */
  const watched = async (round: Promise<RoundResult>): Promise<RoundResult> => {
    let isOver = false
    void watch(() => isOver).catch(() => undefined)
    try {
      return await round
    } finally {
      isOver = true
    }
  }
  const watch = async (isOver: () => boolean) => {
    let heard = (await device.get('contact')).lastOk
    for (let since = performance.now(); ;) {
      await pause(LOOK_MS)
      if (isOver()) return
      const { lastOk } = await device.get('contact')
      if (lastOk !== heard) since = performance.now()
      heard = lastOk
      if (!isVisible() || performance.now() - since < HANGS_MS) continue
      const problem = (await isReached(PATIENCE_MS)) ? null : nameOfProblem()
      await device.change('contact', (contact) =>
        isOver() ? contact : { ...contact, problem, sending: problem ? 0 : contact.sending },
      )
      since = performance.now()
    }
  }
  /** How long until the next round; null when only the person can bring it about. */
  const planNext = async (result: RoundResult): Promise<number | null> => {
    if (result.kind === 'problem') {
      failedAt = performance.now()
      // The round may have been played by the service worker: the screens learn here that the session is paused.
      if (result.problem === 'sign-in') {
        await loadSession()
        // Of the session before: whoever has signed in meanwhile was asked for when nothing could begin.
        return (await sessionOf(device))?.alive ? STILL_MS : null
      }
      if (result.problem === 'update' || result.problem === 'server') return result.retryAfterMs
      const wait = result.retryAfterMs ?? jittered(++misses, isVisible() ? BACK_OFF.visible : BACK_OFF.most)
      const problem = nameOfProblem()
      await device.change('contact', (contact) => ({ ...contact, problem, nextTry: Date.now() + wait }))
      return wait
    }
    misses = 0
    const [waiting, { cursor }] = await device.transaction('r', device.outbox, device.meta, () =>
      Promise.all([device.outbox.orderBy('seq').first(), device.get('position')]),
    )
    if (waiting) return Math.max(isAsked ? 0 : STILL_MS, waiting.held ? holdLeft(waiting.id) + 50 : 0)
    if (heard > versionOf(cursor)) return 0
    if (isDoubtful) return BACK_OFF.first
    // The browser says that there is no link, and the server was heard: perhaps for the last time.
    if (navigator.onLine === false && isVisible()) return BACK_OFF.visible
    return quietMs()
  }

  const quietMs = () => (live || savesData() ? QUIET_MS.live : QUIET_MS.deaf)
  const setLive = (value: boolean) => {
    isDoubtful ||= !value && !isDeaf
    live = value
    isDeaf = !value
    for (const listener of listeners) listener()
    // What the stream does not tell any more is asked for; its end is also the first that is heard of a link that broke, and so is that it cannot
    // be had. Where it never can that starts one round.
    if (!value) schedule(isDoubtful ? BACK_OFF.first : quietMs())
  }
  const onNews = (version: number) => {
    const compare = async () => {
      if (version <= versionOf((await device.get('position')).cursor)) return
      heard = Math.max(heard, version)
      ask()
    }
    compare().catch((error: unknown) => void noteTrouble(device, error))
  }
  /** One after the other; what is not taken, a round brings. */
  const onPage = (page: StreamPage, actor: Actor) => {
    taking = taking
      .then(() => takePage(device, actor, page))
      .catch((error: unknown) => void noteTrouble(device, error))
      .then((isTaken) => (isTaken ? undefined : onNews(versionOf(page.cursor))))
  }

  /** Something that a dead link would not bring, or a person who looks: no back-off any more. */
  const hope = () => {
    misses = 0
    ask()
  }
  /** A round that is under way may have had its answer before. */
  const doubt = () => {
    isDoubtful = true
    ask()
  }
  const onTouch = () => {
    if (misses > 0 && performance.now() - failedAt > TOUCH_GAP_MS) hope()
  }
  const onVisible = () => {
    if (isVisible()) hope()
  }

  return {
    start: () => {
      const ending = new AbortController()
      const { signal } = ending
      life = signal
      window.addEventListener('online', hope, { signal })
      window.addEventListener('offline', doubt, { signal })
      window.addEventListener('focus', onTouch, { signal })
      for (const touch of ['pointerdown', 'keydown']) document.addEventListener(touch, onTouch, { signal })
      document.addEventListener('visibilitychange', onVisible, { signal })
      void keepStream(device, signal, {
        onEvent: (event, actor) => {
          setLive(true)
          if ('page' in event) onPage(event.page, actor)
          else onNews(event.version)
        },
        onEnd: () => setLive(false),
        onSessionOver: ask,
        wait: jittered,
      })
      prunedAt = -Infinity
      ask()
      return () => {
        ending.abort()
        unschedule()
      }
    },
    ask,
    round: runAnew,
    sendNow: async () => {
      // On a full disk they are sent when their six seconds are over.
      await onDisk(device, () => device.outbox.toCollection().modify({ held: false })).catch(() => undefined)
      return runAnew()
    },
    isLive: () => live,
    onLive: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  /** A round that throws has a fault of its own; the next is tried all the same. */
  async function broken(error: unknown): Promise<RoundResult> {
    if (!noteTrouble(device, error)) console.error(error)
    const problem: Problem = 'unreachable'
    await device
      .change('contact', (contact) => ({ ...contact, problem, failures: contact.failures + 1, sending: 0 }))
      .catch(() => undefined)
    return { kind: 'problem', problem, retryAfterMs: null }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isVisible = (): boolean => document.visibilityState === 'visible'

/** Full jitter: a crowd that lost the same link does not come back at the same moment. */
const jittered = (misses: number, most: number): number =>
  BACK_OFF.first + Math.random() * Math.min(most - BACK_OFF.first, BACK_OFF.first * 2 ** Math.min(misses, 12))

/** Of a server that has just not answered. */
const nameOfProblem = (): Problem => (navigator.onLine === false ? 'offline' : 'unreachable')

/**
 * In the service worker where one controls this page, so that the work outlives the tab; else here. A worker that has died
 * is silent, and one whose round breaks says so: the page then plays itself.
 */
async function playWherePossible(device: Device, wish: Wish): Promise<RoundResult> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return playRounds(device, wish)
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'play-rounds', ...wish }, [port2])
  return (await resultOver<RoundResult>(port1)) ?? playRounds(device, wish)
}

/**
 * While work waits: asks the browser to wake the service worker when there is a connection, also with the app closed. For a call that was just
 * kept nothing of the database is asked first: a round may be writing to it, and the page may be closed meanwhile.
 */
async function registerBackgroundSync(device: Device, kept: boolean): Promise<void> {
  if (!kept && (await device.outbox.count()) === 0) return
  const { sync } = ((await navigator.serviceWorker?.ready) ?? {}) as {
    sync?: { register: (tag: string) => Promise<void> }
  }
  await sync?.register(SYNC_TAG)
}

async function tidyLater(device: Device, now: number): Promise<void> {
  const session = await loadSession()
  if (!session || deviceName(session.user.id) !== device.name) return
  const { tidy } = await import('./tidy.ts')
  await onDisk(device, () => tidy(device, session.organisation, now))
}
