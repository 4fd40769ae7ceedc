import contentDisposition from 'content-disposition'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Readable } from 'node:stream'
import { savedFile } from '#shared/queries/files.ts'
import type { Server } from '../execute/execute.ts'
import { ask } from '../execute/ask.ts'
import { notFound } from '../execute/errors.ts'
import { idOf, type RestVariables } from '../rest/mount.ts'
import type { Blobs } from '../store/blobs/blobs.ts'

/**
 * The bytes of a file for whoever may see what it belongs to. A browser saves them and never shows or runs them as a page of
 * this site (C-157). One range is answered with 206, so that a download can go on; several are answered with everything.
 */
export async function download<E extends RestVariables>(
  c: Context<E>,
  server: Server,
  blobs: Blobs,
): Promise<Response> {
  const file = await ask(server, c.var.actor, savedFile, { id: idOf(c.req.param('id')) })
  // Of an announced one only its author's word says what its bytes are, and they may be somebody else's.
  if (!file?.stored) throw notFound()
  const { hash, size, name, type } = file
  const etag = `"${hash}"`
  c.header('etag', etag)
  c.header('cache-control', 'private, no-store')
  if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304)

  const range = isSame(c.req.header('if-range'), etag) ? rangeOf(c.req.header('range'), size) : null
  if (range === 'outside') {
    c.header('content-range', `bytes */${size}`)
    throw new HTTPException(416, { message: `This file has ${size} bytes.`, cause: { code: 'OUT_OF_RANGE' } })
  }
  c.header('content-type', type)
  c.header('content-disposition', contentDisposition(name))
  c.header('content-security-policy', "sandbox; default-src 'none'")
  c.header('accept-ranges', 'bytes')
  c.header('content-length', String(range ? range.end - range.start + 1 : size))
  if (range) c.header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status)
  return c.body(Readable.toWeb(await blobs.read(hash, range ?? undefined)) as ReadableStream, status)
}

const names = (list: string | undefined, etag: string): boolean =>
  list?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false

const isSame = (condition: string | undefined, etag: string): boolean => condition === undefined || condition === etag

/** `bytes=0-99`, `bytes=100-` or `bytes=-100`; null when everything is to be answered. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || (from === '' && Number(to) === 0)) return 'outside'
  return start > end ? null : { start, end }
}
