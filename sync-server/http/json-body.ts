import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { gunzipSync } from 'node:zlib'
import { MAX_BODY_BYTES } from '#shared/model/limits.ts'

/** What a room takes as a body. */
interface Takes {
  /** Bytes, as they travel and unzipped. */
  most: number
  /** Said when there are more: what is wrong, and what to do next. */
  tooLarge: string
  /** The name of what goes too deep, for `errors`; `path` tells how many values came before it at each level. */
  nameOf?: (path: readonly number[]) => string
}

export const restBody: Takes = {
  most: MAX_BODY_BYTES,
  tooLarge: 'This is too large: at most 64 kB. Shorten the texts, or send less at once.',
}

const MAX_DEPTH = 20
/** What one person, or one address of nobody, may have on its way at once: sixty rounds of the size devices send. */
const MOST_UNDER_WAY = 4_000_000

interface Asked {
  Variables: { body: unknown; address: string; actor?: { id: number } }
}

/**
 * The one way a JSON body comes in, plain or gzipped: into `c.var.body`, and `undefined` when it is empty. What is too much is
 * refused by what it announces, else as soon as it is; nothing more of it is read, and its connection is let go.
 * @throws HTTPException 400, 413, 415, 429
 */
export function createBodies() {
  const underWay = new Map<string, number>()

  async function within(who: string, bytes: number, read: () => Promise<Buffer>): Promise<Buffer> {
    const others = underWay.get(who) ?? 0
    if (others + bytes > MOST_UNDER_WAY)
      throw new HTTPException(429, {
        message: 'Too much is being sent at once. Send it again when the rest is through.',
        cause: { retryAfter: 2 },
      })
    underWay.set(who, others + bytes)
    try {
      return await read()
    } finally {
      const left = (underWay.get(who) ?? 0) - bytes
      if (left > 0) underWay.set(who, left)
      else underWay.delete(who)
    }
  }

  return (takes: Takes) =>
    createMiddleware<Asked>(async (c, next) => {
      // Of an upload the bytes have been read, and what is known of them stands for its body.
      if (c.var.body === undefined && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
        const announced = Number(c.req.header('content-length') ?? takes.most)
        if (announced > takes.most) throw tooLarge(takes)
        const who = c.get('actor')?.id ?? c.var.address
        const raw = await within(String(who), announced, () => bytesOf(c, takes))
        if (raw.length > 0) c.set('body', parse(textOf(c, raw, takes), takes))
      }
      await next()
    })
}

const tooLarge = ({ tooLarge: message }: Takes) => new HTTPException(413, { message })
const malformed = (message: string, more: object = {}) => new HTTPException(400, { message, ...more })

async function bytesOf(c: Context, takes: Takes): Promise<Buffer> {
  try {
    // What is announced is also the most that comes: node ends the body there.
    if (c.req.header('content-length') !== undefined) return Buffer.from(await c.req.arrayBuffer())
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > takes.most) throw tooLarge(takes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw error instanceof HTTPException ? error : malformed('This ends early. Send it again.')
  }
}

function textOf(c: Context, raw: Buffer, takes: Takes): string {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415, { message: 'Send application/json.' })
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding === 'identity') return raw.toString('utf8')
  if (encoding !== 'gzip') throw new HTTPException(415, { message: 'Send gzip or no content encoding.' })
  try {
    // Not in the background, where a thousand bombs would grow side by side; a megabyte takes a few milliseconds.
    return gunzipSync(raw, { maxOutputLength: takes.most }).toString('utf8')
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(takes) : malformed('This is not gzip.')
  }
}

/** What comes as JSON, wherever it was packed; the mark that some programs write before it is none of it (RFC 8259, 8.1). @throws HTTPException 400 */
export function parse(text: string, { nameOf }: Pick<Takes, 'nameOf'> = {}): unknown {
  const path = pathBelow(MAX_DEPTH, text)
  if (path) {
    const message = `This is nested too deeply: at most ${MAX_DEPTH} levels.`
    throw malformed(message, nameOf ? { cause: { errors: [{ field: nameOf(path), message }] } } : {})
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw malformed('This is not JSON.')
  }
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The way to the first value deeper than `most` levels, or null. Looks at the text, before anything is made of it: what
 * walks through a value level by level runs out of stack some thousand levels down.
 */
export function pathBelow(most: number, text: string): number[] | null {
  const path: number[] = []
  for (let at = 0, isText = false; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (path.length === most) return path
      path.push(0)
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) path.pop()
    else if (code === COMMA && path.length > 0) path[path.length - 1] = (path.at(-1) ?? 0) + 1
  }
  return null
}
