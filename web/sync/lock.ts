import { BEAT_MS, SILENCE_MS } from './beats.ts'

/**
 * Runs `work` once no other tab or worker of this browser does, under one web lock held around one round. Whoever
 * holds it says every five seconds that it is alive; whoever waits takes it over only after fifteen seconds of silence,
 * because a frozen tab must not stop the others, and on a slow link nothing may travel twice; whoever was taken over sees it by
 * `isMine`, and begins nothing more. Where there are no locks it simply runs.
 */
export async function exclusively<T>(name: string, work: (isMine: () => boolean) => Promise<T>): Promise<T> {
  const locks = webLocks()
  if (!locks) return work(() => true)
  const waiting = waitForSilence(name)
  let done: Promise<T> | undefined
  let isMine = true
  const hold = () => {
    waiting.stop()
    return (done = whileBeating(name, () => work(() => isMine)))
  }
  try {
    await locks.request(name, { signal: waiting.silence }, hold)
  } catch (error) {
    if (!done && !waiting.silence.aborted) throw error
    isMine = !done
    if (!done)
      await locks.request(name, { steal: true }, hold).catch((stolen: unknown) => {
        if (!done) throw stolen
        isMine = false
      })
  }
  // Whoever lost the lock to another one was silent for long; its work goes on to its end all the same.
  return done as unknown as Promise<T>
}

/** Undefined where the browser has none, or the page is not secure. */
export const webLocks = (): LockManager | undefined => globalThis.navigator?.locks

/** One tab or worker at a time, for what is short: nobody is taken to have fallen silent. */
export const alone = <T>(name: string, work: () => Promise<T>): Promise<T> => webLocks()?.request(name, work) ?? work()

async function whileBeating<T>(name: string, work: () => Promise<T>): Promise<T> {
  const channel = new BroadcastChannel(name)
  const beat = () => channel.postMessage(0)
  beat()
  const timer = setInterval(beat, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    channel.close()
  }
}

function waitForSilence(name: string): { silence: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const channel = new BroadcastChannel(name)
  const begin = () => setTimeout(() => controller.abort(), SILENCE_MS)
  let timer = begin()
  channel.onmessage = () => {
    clearTimeout(timer)
    timer = begin()
  }
  const stop = () => {
    clearTimeout(timer)
    channel.close()
  }
  controller.signal.addEventListener('abort', stop)
  return { silence: controller.signal, stop }
}
