import { HTTPException } from 'hono/http-exception'
import type { Server } from '../execute/execute.ts'
import type { Note } from '../http/note.ts'
import { createSpareCount } from './spare-count.ts'
import { countAttempt, type Guesses } from './throttle.ts'

const spareCounts = new WeakMap<Server, ReturnType<typeof createSpareCount>>()

/** Lets a guess at a password be judged. @throws HTTPException 429 when it must wait. */
export async function letGuess(server: Server, guesses: Guesses, note: Note, about: object): Promise<void> {
  const spareCount = spareCounts.get(server) ?? createSpareCount(server.now)
  spareCounts.set(server, spareCount)
  const wait = await countAttempt(server, guesses).catch(spareCount(guesses))
  if (wait === 0) return
  note('throttled', { ...about, wait })
  throw new HTTPException(429, {
    message: `Too many attempts. Try again in ${wait} seconds.`,
    cause: { retryAfter: wait },
  })
}
