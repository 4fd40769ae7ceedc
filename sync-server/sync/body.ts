import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { HTTPException } from 'hono/http-exception'
import type { Context } from 'hono'

const MAX_ROUND_BYTES = 1_000_000
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** The JSON of a round's request, plain or gzipped, at most 1 MB either way. */
export async function readRoundBody(c: Context): Promise<unknown> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415, { message: 'Send application/json.' })
  const raw = Buffer.from(await c.req.arrayBuffer())
  if (raw.length > MAX_ROUND_BYTES) throw tooLarge()
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw new HTTPException(415, { message: 'Send gzip or no content encoding.' })
  try {
    const plain = encoding === 'gzip' ? await unzip(raw, { maxOutputLength: MAX_ROUND_BYTES }) : raw
    return JSON.parse(plain.toString('utf8'))
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new HTTPException(400, { message: 'This is not JSON.' })
  }
}
const tooLarge = () => new HTTPException(413, { message: 'A round takes at most 1 MB. Send fewer calls at once.' })

/** Answers JSON in the smallest encoding the device takes. Brotli at 4: the best bytes for a millisecond. */
export async function answerJson(c: Context, body: unknown): Promise<Response> {
  const text = JSON.stringify(body)
  const accepts = c.req.header('accept-encoding') ?? ''
  c.header('content-type', 'application/json; charset=utf-8')
  c.header('vary', 'accept-encoding')
  if (text.length < 150) return c.body(text)
  const plain = Buffer.from(text)
  if (/\bbr\b/.test(accepts)) {
    c.header('content-encoding', 'br')
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    return c.body(new Uint8Array(await brotli(plain, { params })))
  }
  if (/\bgzip\b/.test(accepts)) {
    c.header('content-encoding', 'gzip')
    return c.body(new Uint8Array(await zip(plain)))
  }
  return c.body(text)
}
