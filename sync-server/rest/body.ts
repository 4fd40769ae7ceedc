import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'

const MAX_BYTES = 64_000
const MAX_DEPTH = 20

/** Reads the JSON of a request into `c.var.body`; an empty body is `undefined`. */
export const jsonBody = createMiddleware<{ Variables: { body: unknown } }>(async (c, next) => {
  // Of an upload the bytes have been read, and what is known of them stands for its body.
  if (c.var.body === undefined && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const text = await readText(c.req.raw)
    if (text !== '') {
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
        throw new HTTPException(415, { message: 'Send application/json.' })
      c.set('body', parse(text))
    }
  }
  await next()
})

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLarge()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
const tooLarge = () => new HTTPException(413, { message: 'This is too large: at most 64 kB.' })

function parse(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new HTTPException(400, { message: 'This is not JSON.' })
  }
  if (isDeeperThan(MAX_DEPTH, body)) throw new HTTPException(400, { message: 'This is nested too deeply.' })
  return body
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner))
}
