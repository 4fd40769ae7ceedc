import { pause } from './pause.ts'

/** A file of the app that does not arrive: the link, a server that is busy, or a version that is gone. */
export class PartLost extends Error {}

/** Tries three times within some seconds; whoever shows something in its place goes on from there. */
export async function fetchPatiently<T>(load: () => Promise<T>, wait = waitForLink): Promise<T> {
  for (const ms of [1_000, 3_000]) {
    try {
      return await load()
    } catch {
      await wait(ms)
    }
  }
  return load().catch((error: unknown) => {
    throw new PartLost('A file of the app did not arrive', { cause: error })
  })
}

const waitForLink = (ms: number) => pause(ms, 'online').over
