import { hash, verify } from '@node-rs/argon2'
import { HTTPException } from 'hono/http-exception'

interface PasswordCost {
  /** KiB. */
  memoryCost: number
  timeCost: number
}
export const realCost: PasswordCost = { memoryCost: 64 * 1024, timeCost: 3 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** `stored` null does the same work and answers false, so that nobody can tell a stranger from a wrong password. */
  verify(stored: string | null, password: string): Promise<boolean>
}

const AT_ONCE = 2
const WAITING = 30

/** argon2id, at most two at a time (64 MiB each); a crowd waits, and a larger one is asked to come back. */
export function createPasswords(
  cost: PasswordCost = realCost,
  { atOnce = AT_ONCE, waiting = WAITING } = {},
): Passwords {
  const options = { ...cost, parallelism: 1 }
  const inTurn = createQueue(atOnce, waiting)
  const nobody = hash('nobody has this password', options)
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (stored, password) =>
      inTurn(async () => {
        const fits = await verify(stored ?? (await nobody), password)
        return fits && stored !== null
      }),
  }
}

function createQueue(atOnce: number, waiting: number) {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting)
        throw new HTTPException(503, {
          message: 'Many people are signing in. Try again in a moment.',
          cause: { retryAfter: 5 },
        })
      await new Promise<void>((resolve) => line.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
