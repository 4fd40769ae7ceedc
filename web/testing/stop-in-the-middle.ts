import { troubleOf } from '../data/disk.ts'
import type { TestDevice } from './world.ts'

/** What happens later: a request arrives, or a player goes on that was frozen. */
export type Late = () => Promise<unknown>

/**
 * A player stops with its request `at`: gone, or frozen until it is thawed, with what it knew. The server has done its work and the answer lies
 * there; or, `before`, nothing has gone out yet and goes then.
 */
export async function stopInTheMiddle(
  device: TestDevice,
  play: () => Promise<unknown>,
  { later, at = 0, before = false }: { later?: (goOn: Late) => void; at?: number; before?: boolean } = {},
): Promise<void> {
  let asked = 0
  await new Promise<void>((stopped) => {
    device.wire = async (deliver) => {
      if (asked++ !== at) return deliver()
      const answer = before ? null : await deliver()
      // What it asks for when it goes on is not stopped again.
      device.wire = (next) => next()
      return new Promise((goOn) => {
        later?.(() => {
          goOn(answer ?? deliver())
          return playing
        })
        stopped()
      })
    }
    // Without a session, or where the probe hears nothing, it never comes to the wire.
    const playing = play().catch(unlessEnded)
    void playing.then(() => stopped())
  })
  device.wire = (deliver) => deliver()
}

/** A player that was frozen when its process ended finds no database when it goes on, and another a full disk. */
function unlessEnded(error: unknown): void {
  if (!troubleOf(error)) throw error
}
