import { FileConfigstore, FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { Readable } from 'node:stream'
import { must } from '#shared/lib/must.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import type { Disk } from '../store/disk.ts'
import { NoRoom } from '../store/unavailable.ts'
import { DAY_MS, type Allowance } from './allowance.ts'
import { factsOf } from './finish.ts'

/** Where uploads in pieces lie until they are whole. Its pieces keep to the room there is, and its uploads to what their person may. */
export class TusStore extends FileStore {
  readonly #disk: Disk
  readonly #allowance: Allowance

  constructor(blobs: Blobs, disk: Disk, allowance: Allowance) {
    // Scar: it makes its folder in the background, where a failure ends the process; so it is given one that is there.
    super({
      directory: '.',
      configstore: new FileConfigstore(blobs.scratch),
      expirationPeriodInMilliseconds: DAY_MS,
    })
    this.directory = blobs.scratch
    // The length is known: a file is chosen, not recorded.
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length')
    this.#disk = disk
    this.#allowance = allowance
  }

  /** Tells the allowance of the uploads that were begun before this server started. */
  async recall(): Promise<void> {
    for (const id of (await this.configstore.list?.()) ?? []) {
      const upload = await this.getUpload(id).catch(() => null)
      if (!upload?.creation_date || upload.offset === upload.size) continue
      const until = Date.parse(upload.creation_date) + DAY_MS
      this.#allowance.recall(Number(factsOf(upload).userId), id, must(upload.size), until)
    }
  }

  /** One that was begun before, and whose answer was lost, stands where it stood. @throws NoRoom · HTTPException 429 */
  override async create(upload: Upload): Promise<Upload> {
    const before = await this.getUpload(upload.id).catch(() => null)
    const isLive = Date.parse(before?.creation_date ?? '') + DAY_MS > Date.now()
    if (before && isLive && before.size === upload.size) return before
    const userId = Number(factsOf(upload).userId)
    const size = must(upload.size)
    await this.#allowance.begin(userId, upload.id, size)
    try {
      ;(await this.#disk.hold(size)).release()
      return await super.create(upload)
    } catch (error) {
      this.#allowance.end(userId, upload.id)
      throw error
    }
  }

  /** @throws NoRoom; what came before it stays. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { size } = await this.getUpload(id)
    const held = await this.#disk.hold(must(size) - offset)
    let problem: unknown
    const watched = Readable.from(held.watch(readable)).on('error', (error) => (problem = error))
    try {
      return await super.write(watched, id, offset)
    } catch (error) {
      // The library tells only that it could not write.
      if (!problem && (await this.#disk.isNearlyFull())) throw new NoRoom('The disk filled up while a piece came.')
      throw problem ?? error
    } finally {
      held.release()
    }
  }

  /** Nothing more is expected of it. */
  end(upload: Upload): void {
    this.#allowance.end(Number(factsOf(upload).userId), upload.id)
  }

  override async remove(id: string): Promise<void> {
    const upload = await this.getUpload(id).catch(() => null)
    await super.remove(id)
    if (upload) this.end(upload)
  }
}
