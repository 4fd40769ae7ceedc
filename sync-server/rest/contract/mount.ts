import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Line } from '../about.ts'
import { linesBeside } from './beside.ts'
import { openApiOf } from './openapi.ts'
import { pageOf } from './page.ts'
import { style } from './style.ts'

/** `GET /openapi.json` and `GET /docs`, made on the first request, when every line has been said. */
export function mountContract<E extends object>(app: Hono<E>, lines: readonly Line[], version: string): void {
  const document = once(() => openApiOf(lines, linesBeside, version))
  const texts = {
    '/openapi.json': { type: 'application/json', text: once(() => JSON.stringify(document())) },
    '/docs': { type: 'text/html; charset=utf-8', text: once(() => pageOf(document())) },
    '/docs.css': { type: 'text/css; charset=utf-8', text: () => style },
  }
  for (const [path, { type, text }] of Object.entries(texts)) {
    const tag = once(() => `"${createHash('sha256').update(text()).digest('base64url').slice(0, 22)}"`)
    app.get(path, compress(), (c) => answerTagged(c, text(), tag(), type))
  }
}

/** May be kept, and is asked for again: it changes with the version of the server. */
function answerTagged(c: Context, text: string, tag: string, type: string): Response {
  const headers = { 'cache-control': 'no-cache', etag: tag, 'content-type': type }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known?.includes(tag) ? c.body(null, 304, headers) : c.body(text, 200, headers)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
