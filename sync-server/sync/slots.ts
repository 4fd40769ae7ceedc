import { HTTPException } from 'hono/http-exception'

/** Lets each person do so much of something at once, and asks the rest to come again. */
export function createSlots(atOnce: number) {
  const taken = new Map<number, number>()
  return async <T>(person: number, work: () => Promise<T>): Promise<T> => {
    const others = taken.get(person) ?? 0
    if (others >= atOnce)
      throw new HTTPException(429, {
        message: `${atOnce} devices of yours fetch everything at this moment. This one goes on shortly.`,
        cause: { retryAfter: 2 },
      })
    taken.set(person, others + 1)
    try {
      return await work()
    } finally {
      const left = (taken.get(person) ?? 1) - 1
      if (left > 0) taken.set(person, left)
      else taken.delete(person)
    }
  }
}
