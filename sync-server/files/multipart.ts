import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { HTTPException } from 'hono/http-exception'
import { maxFileBytes, type Organisation } from '#shared/model/limits.ts'
import { TooManyBytes, type Blobs, type Received } from '../store/blobs/blobs.ts'
import type { Held } from '../store/disk.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { checkKind, tooLarge } from './keep.ts'

/** The field of the form that the file is in (C-242). */
const FIELD = 'file'
/** Besides the file a form may have a few small fields, which mean nothing here. */
const limits = { files: 1, fields: 20, parts: 21, fieldSize: 1_000, headerPairs: 20, headerSize: 8_000 }
/** What a form may take besides its file. */
const FRAME_BYTES = 64_000

interface Arrived {
  /** The file's name as it was told. */
  told: string
  received: Received
}

/** How many bytes a form may bring at most: as many as it says, or those of the largest file. @throws HTTPException 413 */
export function announcedBytes(request: Request, organisation: Organisation): number {
  const most = maxFileBytes(organisation) + FRAME_BYTES
  const announced = Number(request.headers.get('content-length') ?? most)
  if (announced > most) throw tooLarge(organisation)
  return announced
}

/**
 * Reads the one file of a multipart form straight to the disk. Whatever is wrong stops the reading at once, and nothing stays.
 * @throws HTTPException 400, 413, 415 · NoRoom
 */
export async function receiveMultipart(
  request: Request,
  blobs: Blobs,
  held: Held,
  organisation: Organisation,
): Promise<Arrived> {
  const most = maxFileBytes(organisation)
  const form = openForm(request.headers.get('content-type') ?? '')
  if (!request.body) throw noFile()

  let arriving: Promise<Arrived> | undefined
  let stream: BusboyFileStream | undefined
  // Also when it has ended: without a listener an error that comes late would end the process.
  const stop = (error: Error) => void form.destroy(error)
  form.on('error', () => undefined)
  form.on('filesLimit', () => stop(malformed('Send one file at a time.')))
  form.on('partsLimit', () => stop(malformed('This form has too many parts.')))
  form.on('fieldsLimit', () => stop(malformed('This form has too many fields.')))
  form.on('file', (field: string | undefined, file: BusboyFileStream, told: string | undefined) => {
    file.on('error', stop)
    stream = file
    try {
      if (field !== FIELD) throw malformed(`Send the file in the field "${FIELD}".`)
      checkKind(told ?? '')
      arriving = blobs.receive(held.watch(file), most).then((received) => ({ told: told ?? '', received }))
      arriving.catch(stop)
    } catch (error) {
      file.resume()
      stop(error as Error)
    }
  })

  let problem: unknown
  try {
    const body = Readable.fromWeb(request.body as ReadableStream<Uint8Array>)
    await pipeline(body, upTo(most + FRAME_BYTES), form)
  } catch (error) {
    problem = error
    stream?.destroy(error as Error)
  }
  const [arrived] = await Promise.allSettled([arriving])
  if (arrived.status === 'rejected') throw answerFor(arrived.reason, organisation)
  if (problem && arrived.value) blobs.discard(arrived.value.received)
  if (problem) throw answerFor(problem, organisation)
  if (!arrived.value) throw noFile()
  return arrived.value
}

function openForm(contentType: string): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new HTTPException(415, { message: 'Send multipart/form-data.' })
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw malformed('This form does not say where its parts end.')
  }
}

const upTo = (most: number) =>
  async function* (bytes: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > most) throw new TooManyBytes()
      yield chunk
    }
  }

const malformed = (message: string) => new HTTPException(400, { message })
const noFile = () => malformed(`There is no file in this form. Send it in the field "${FIELD}".`)

function answerFor(problem: unknown, organisation: Organisation): unknown {
  if (problem instanceof TooManyBytes) return tooLarge(organisation)
  if (problem instanceof HTTPException || problem instanceof StoreUnavailable) return problem
  return malformed('This form ends early, or it is not one.')
}
