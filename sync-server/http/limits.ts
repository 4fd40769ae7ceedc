import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { User } from '#shared/model/reference.ts'
import { createBuckets, type Rate } from './buckets.ts'

/**
 * What one person may ask for, on all devices together. A person with three busy devices comes to ten a second, a first sync
 * of 50,000 taskings to forty in all; a script goes on at twenty a second for ever.
 */
export const usualRate: Rate = { atOnce: 600, perSecond: 20 }

/** Every request of somebody who is signed in counts as one: rounds, news and REST alike. */
export function limitRequests(rate: Rate, now: () => string) {
  const take = createBuckets(rate, now)
  return createMiddleware<{ Variables: { actor: User } }>(async (c, next) => {
    const wait = take(c.var.actor.id)
    if (wait > 0)
      throw new HTTPException(429, {
        message: `Too many requests: ${rate.atOnce} at once, then ${rate.perSecond} a second. Go on in ${wait} s.`,
        cause: { retryAfter: wait },
      })
    await next()
  })
}
