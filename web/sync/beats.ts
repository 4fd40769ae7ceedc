/** Whoever plays a round for others says so often that it is alive. */
export const BEAT_MS = 5_000
/** After so long without a word it is taken for dead. */
export const SILENCE_MS = 15_000
const BEAT = 'still here'

/** Does `work` for whoever holds the other end of the port: a beat every five seconds, then the result; null if it breaks. */
export async function answerOver<T>(port: MessagePort, work: () => Promise<T>): Promise<void> {
  const beat = () => port.postMessage(BEAT)
  beat()
  const timer = setInterval(beat, BEAT_MS)
  const result = await work().catch(() => null)
  clearInterval(timer)
  port.postMessage(result)
}

/** The result of the work done at the other end of the port; null when that broke, or nothing was heard for fifteen seconds. */
export function resultOver<T>(port: MessagePort): Promise<T | null> {
  return new Promise((resolve) => {
    const end = (result: T | null) => {
      clearTimeout(timer)
      port.close()
      resolve(result)
    }
    const wait = () => setTimeout(() => end(null), SILENCE_MS)
    let timer = wait()
    port.onmessage = ({ data }: MessageEvent<T | null | typeof BEAT>) => {
      clearTimeout(timer)
      if (data === BEAT) timer = wait()
      else end(data)
    }
  })
}
