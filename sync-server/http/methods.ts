import { createMiddleware } from 'hono/factory'
import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** What is spoken here; anything else, TRACE first of all, is nobody's. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const methodNotAllowed = (allow: readonly string[]) =>
  new HTTPException(405, {
    message: `This address does not take that. It takes ${allow.join(', ')}.`,
    cause: { allow: allow.join(', ') },
  })

export const knownMethods = createMiddleware(async (c, next) => {
  if (!methods.includes(c.req.method)) throw methodNotAllowed(methods)
  await next()
})

/** Before anybody is asked who they are: which addresses there are is no secret, they are in the API's document. */
export const knownPaths = (api: Pick<Hono, 'router'>) =>
  createMiddleware(async (c, next) => {
    const path = c.req.path.slice('/api'.length)
    if (!isTaken(api, c.req.method, path)) {
      const allow = methods.filter((method) => isTaken(api, method, path))
      if (allow.length > 0) throw methodNotAllowed(allow)
    }
    await next()
  })

/** Whether a line answers, and not only what every request passes on its way. HEAD is answered by whoever answers GET. */
const isTaken = ({ router }: Pick<Hono, 'router'>, method: string, path: string): boolean =>
  router.match(method === 'HEAD' ? 'GET' : method, path)[0].some(([[, route]]) => route.method !== 'ALL')

/**
 * What GET would answer is thrown away: a body that nobody will read is given up at once, or what makes it waits for its reader for ever (a place
 * among the files of a list, a news stream).
 */
export const withoutBody = createMiddleware(async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
})
