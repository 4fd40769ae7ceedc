import contentDisposition from 'content-disposition'
import { HTTPException } from 'hono/http-exception'
import { pipeline, Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import type { ByteTools } from '#shared/lib/zip.ts'
import type { FindFilters } from '#shared/queries/find.ts'
import { fileFormats, taskingFile, type FileFormat } from '#shared/queries/tasking-file.ts'
import type { Spoken } from './mount.ts'

/** One that is being read, and one more while somebody waits for it. */
const MOST_AT_ONCE = 2

/** Answers with a list as a file, streamed (C-258): a portion is read when the one before it has left. @throws 429 beyond two of a person. */
export function createFiles() {
  const running = new Map<number, number>()

  async function* counted(userId: number, bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    running.set(userId, (running.get(userId) ?? 0) + 1)
    try {
      yield* bytes
    } finally {
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    }
  }

  return (format: FileFormat, filters: FindFilters, { actor, ask }: Spoken): Response => {
    if ((running.get(actor.id) ?? 0) >= MOST_AT_ONCE)
      throw new HTTPException(429, {
        message: 'Two files are being made for you already. Go on when one of them has arrived.',
        cause: { retryAfter: 5 },
      })
    const bytes = counted(actor.id, taskingFile(format, filters, ask, tools))
    // Begun before the answer, so that it counts; a generator that was never begun is never ended either.
    const first = bytes.next()
    return new Response(streamOf(first, bytes), {
      headers: {
        'content-type': fileFormats[format],
        'content-disposition': contentDisposition(`taskings.${format}`),
        'cache-control': 'private, no-store',
      },
    })
  }
}

const streamOf = (first: Promise<IteratorResult<Uint8Array>>, bytes: AsyncGenerator<Uint8Array>): ReadableStream => {
  let next: Promise<IteratorResult<Uint8Array>> | null = first
  // Whoever goes before the first bytes are there leaves nobody to hear of it.
  first.catch(() => undefined)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await (next ?? bytes.next())
        next = null
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}

const tools: ByteTools = {
  encode: (text) => Buffer.from(text),
  // What fails in the source breaks the pipe, and so the reading of it.
  deflate: (parts) => pipeline(Readable.from(parts), createDeflateRaw(), () => undefined),
}
