import { createMiddleware } from 'hono/factory'
import { randomUUID } from 'node:crypto'
import type { Note } from './note.ts'

/** One JSON line an entry. Never bodies, tokens, passwords or search terms. */
export type Log = (entry: Record<string, unknown>) => void

const HELD_MS = 200
const HELD_CHARS = 64_000

/**
 * Requests that were answered are told a few at a time: a write for each took a sixth of the processor. What is more than that, an event
 * or an error, is said at once with all before it, and so is the rest when the process ends; only a kill takes a fifth of a second with it.
 */
export function createPrintLog(print: (lines: string) => unknown = (lines) => process.stdout.write(lines)): Log {
  let held = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = held
    held = ''
    if (lines) print(lines)
  }
  process.once('exit', say)
  return (entry) => {
    held += `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`
    if (entry.level === 'error' || entry.event || held.length > HELD_CHARS) say()
    else timer ??= setTimeout(say, HELD_MS).unref()
  }
}
export const noLog: Log = () => undefined

/** Gives every request its id, which the answer carries and the log repeats. Whatever was refused by right is noted here. */
export const withRequestId = (log: Log) =>
  createMiddleware<{
    Variables: { requestId: string; note: Note; address?: string; actor?: { id: number } }
  }>(async (c, next) => {
    const requestId = randomUUID()
    const start = performance.now()
    c.set('requestId', requestId)
    c.set('note', (event, about) =>
      log({ level: 'info', event, ...about, by: c.get('actor')?.id, address: c.get('address'), requestId }),
    )
    c.header('x-request-id', requestId)
    await next()
    if (c.res.status === 403) c.var.note('not-allowed', { method: c.req.method, path: c.req.path })
    const ms = Math.round(performance.now() - start)
    log({
      level: c.res.status >= 500 ? 'error' : 'info',
      requestId,
      method: c.req.method,
      path: withoutSecret(c.req.path),
      status: c.res.status,
      ms,
      user: c.get('actor')?.id,
    })
  })

/** The address of a calendar is all that it takes to read it. */
const withoutSecret = (path: string): string => path.replace(/^(\/api\/calendar\/).+/, '$1…')
