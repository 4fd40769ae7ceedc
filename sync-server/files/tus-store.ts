import { DataStore, Upload } from '@tus/server'
import { HTTPException } from 'hono/http-exception'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { must } from '#shared/lib/must.ts'
import type { UploadRow } from '#shared/model/server-tables.ts'
import { notFound } from '../execute/errors.ts'
import type { Blobs, Received } from '../store/blobs/blobs.ts'
import { asUnavailable, makeFolder } from '../store/blobs/scratch.ts'
import type { Disk } from '../store/disk.ts'
import { leftUndone } from '../store/unavailable.ts'
import { factsOf } from './facts.ts'
import { DAY_MS, type Uploads } from './uploads.ts'

export const standsElsewhere = 'This is not where the upload stands. Ask for its Upload-Offset and go on from there.'

/** So that a row stays small. A phone sends 32 kB at least. */
const MOST_PIECES = 10_000

/**
 * Uploads as the protocol asks for them: where one stands is a row, what has come are pieces where all files are kept. No process has anything
 * of an upload that another one needs.
 */
export class TusStore extends DataStore {
  // The length is known: a file is chosen, not recorded.
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #blobs: Blobs
  readonly #disk: Disk
  readonly #uploads: Uploads
  readonly #now: () => string
  /** Scar: when a line breaks, the library lets go of the upload at once, while what came is still being stored. */
  readonly #ending = new Map<string, Promise<unknown>>()

  constructor({ blobs, disk, uploads, now }: { blobs: Blobs; disk: Disk; uploads: Uploads; now: () => string }) {
    super()
    this.#blobs = blobs
    this.#disk = disk
    this.#uploads = uploads
    this.#now = now
  }

  override getExpiration = () => DAY_MS

  /** @throws NoRoom · HTTPException 429 */
  override async create(upload: Upload): Promise<Upload> {
    const facts = factsOf(upload)
    const size = must(upload.size)
    const { row, instead, isNew } = await this.#uploads.begin({
      ...{ key: upload.id, userId: Number(facts.userId), size, facts },
    })
    try {
      if (isNew) await this.#canTake(size)
    } catch (error) {
      await this.#uploads.forget(row.id)
      throw error
    }
    for (const { id } of instead) await this.#blobs.dropPieces(String(id)).catch(leftUndone)
    return this.#shown(row)
  }

  /** Stores what comes as one piece; of one that is cut off, what came. Only then does it count. @throws NoRoom */
  override async write(readable: Readable, key: string, offset: number): Promise<number> {
    let cut: Error | undefined
    const written = this.#receive(key, offset, readable, (error) => {
      cut = error
      const ending = written.then(leave, leave).then(() => this.#ending.delete(key))
      this.#ending.set(key, ending)
    })
    const arrived = await written
    if (cut) throw cut
    return arrived
  }

  override async getUpload(key: string): Promise<Upload> {
    await this.#ending.get(key)
    return this.#shown(await this.#row(key))
  }

  override async remove(key: string): Promise<void> {
    const { id } = await this.#row(key)
    await this.#uploads.forget(id)
    await this.#blobs.dropPieces(String(id)).catch(leftUndone)
  }

  async #receive(key: string, offset: number, readable: Readable, tell: (error: Error) => void): Promise<number> {
    const row = await this.#row(key)
    if (row.pieces.length >= MOST_PIECES) throw tooManyPieces()
    const held = await this.#disk.hold(row.size - offset)
    try {
      const received = await this.#blobs.receive(untilCut(held.watch(readable), tell), row.size - offset)
      try {
        if (received.size > 0) await this.#count(row, offset, received)
        return offset + received.size
      } finally {
        this.#blobs.discard(received)
      }
    } finally {
      held.release()
    }
  }

  async #canTake(size: number): Promise<void> {
    await makeFolder(this.#blobs.scratch).catch((error: unknown) => {
      throw asUnavailable(error)
    })
    ;(await this.#disk.hold(size)).release()
  }

  /** A name of its own for each attempt: who comes too late has written over nothing. */
  async #count({ id }: UploadRow, offset: number, received: Received): Promise<void> {
    const piece = `${offset}-${randomBytes(6).toString('hex')}`
    await this.#blobs.putPiece(String(id), piece, received)
    if (await this.#uploads.arrived(id, offset, piece, received.size)) return
    await this.#blobs.dropPieces(String(id), [piece]).catch(leftUndone)
    throw new HTTPException(409, { message: standsElsewhere, cause: { code: 'VERSION_CONFLICT' } })
  }

  async #row(key: string): Promise<UploadRow> {
    const row = await this.#uploads.find(key)
    if (!row) throw notFound()
    return row
  }

  #shown({ key, size, arrived, facts, createDate }: UploadRow): Upload {
    const age = Date.parse(this.#now()) - Date.parse(createDate)
    // The library counts from the machine's clock, and we from the server's.
    const creation_date = new Date(Date.now() - age).toISOString()
    return new Upload({ id: key, size, offset: arrived, metadata: facts ?? {}, creation_date })
  }
}

const leave = () => undefined

/** What comes until it ends or something goes wrong, which is told. */
async function* untilCut(bytes: AsyncIterable<Uint8Array>, tell: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    tell(error as Error)
  }
}

const tooManyPieces = () =>
  new HTTPException(422, {
    message: 'This upload came in too many pieces. Send the file again.',
    cause: { code: 'VALIDATION' },
  })
