import type { FindFilters } from '#shared/queries/find.ts'
import { fileFormats, taskingFile, type FileFormat } from '#shared/queries/tasking-file.ts'
import type { ByteTools } from '#shared/lib/zip.ts'
import { askDevice } from '#web/data/use-query.ts'
import { fetchFile } from '#web/net/fetch-file.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { serverAddress } from './find-address.ts'

interface Source {
  open: Parameters<typeof askDevice>[0]
  filters: FindFilters
  /** The device holds all that is found; else the server is asked as whoever has this token. */
  isOnDevice: boolean
  token: string | undefined
}

/** Exactly what Find shows, as a file (C-258). Answers with the sentence that says why there is none. */
export async function saveTaskings(format: FileFormat, source: Source): Promise<string | undefined> {
  const { filters, isOnDevice, token } = source
  const got = isOnDevice
    ? await onDevice(format, source)
    : token
      ? await fetchFile(`/api/${serverAddress(filters, format)}`, token)
      : 'This device does not hold all of these taskings. Sign in again, and the server makes the file.'
  if (typeof got === 'string') return got
  saveFile(`taskings.${format}`, got)
  return undefined
}

async function onDevice(format: FileFormat, { open, filters }: Source): Promise<Blob> {
  const parts: BlobPart[] = []
  for await (const part of taskingFile(format, filters, (query, input) => askDevice(open, query, input), tools))
    parts.push(part as Uint8Array<ArrayBuffer>)
  return new Blob(parts, { type: fileFormats[format] })
}

const tools: ByteTools = {
  encode: (text) => new TextEncoder().encode(text),
  async *deflate(parts) {
    const { readable, writable } = new CompressionStream('deflate-raw')
    const written = write(parts, writable.getWriter())
    const reader = readable.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    await written
  },
}

async function write(
  parts: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    for await (const part of parts) await writer.write(part as Uint8Array<ArrayBuffer>)
    await writer.close()
  } catch (error) {
    // The reader hears of it too, and does not wait for ever.
    await writer.abort(error)
    throw error
  }
}
