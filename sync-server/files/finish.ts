import { HTTPException } from 'hono/http-exception'
import { addFile, storeFile } from '#shared/commands/files.ts'
import { many } from '#shared/kernel/reads.ts'
import { refusals, sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import type { User } from '#shared/model/reference.ts'
import type { UploadRow } from '#shared/model/server-tables.ts'
import { savedFile } from '#shared/queries/files.ts'
import { execute, type Server } from '../execute/execute.ts'
import { ask } from '../execute/ask.ts'
import { notFound } from '../execute/errors.ts'
import { BytesMissing, type Blobs } from '../store/blobs/blobs.ts'
import type { Disk } from '../store/disk.ts'
import { leftUndone } from '../store/unavailable.ts'
import { fileAnswer } from './answer.ts'
import { callIdOf, type Facts } from './facts.ts'
import { keepFile, type KeptFile } from './keep.ts'
import type { Uploads } from './uploads.ts'

/** Who asks, and from where. */
export interface Sender {
  actor: User
  address: string
}

interface Finishing {
  blobs: Blobs
  disk: Disk
  uploads: Uploads
}

/**
 * Makes a file of an upload whose bytes are all here: once, however often it is asked for, by whichever process, and whenever one ended. The diary
 * says whether it has been made.
 */
export function createFinish(server: Server, { blobs, disk, uploads }: Finishing) {
  const running = new Map<string, Promise<object>>()

  return (sender: Sender, key: string): Promise<object> => {
    const finishing = running.get(key) ?? finish(sender, key).finally(() => running.delete(key))
    running.set(key, finishing)
    return finishing
  }

  async function finish(sender: Sender, key: string): Promise<object> {
    const row = await uploads.find(key)
    if (!row) throw notFound()
    // An upload that was begun anew after it had arrived has become a file already, under the id it had then.
    const id = (await madeOf(key)) ?? (await make(sender, row))
    if (!row.ended) {
      await uploads.end(row.id)
      await blobs.dropPieces(String(row.id)).catch(leftUndone)
    }
    const file = await ask(server, sender.actor, savedFile, { id })
    return file ? fileAnswer(file) : { id }
  }

  async function madeOf(key: string): Promise<number | undefined> {
    const { calls } = await server.store.read({ reads: { calls: many('calls', { callId: callIdOf(key) }) } })
    return (calls.find(({ verdict }) => verdict === 'applied')?.input as { id: number } | undefined)?.id
  }

  async function make(sender: Sender, row: UploadRow): Promise<number> {
    try {
      return await record(sender, row)
    } catch (error) {
      // Another process may have made the file meanwhile, and so have needed its pieces no more.
      const made = error instanceof BytesMissing ? await madeOf(row.key) : undefined
      if (made !== undefined) return made
      // It will never be anything else; whereas a server that cannot save now may be asked again.
      if (!(error instanceof HTTPException) && !(error instanceof BytesMissing)) throw error
      await (error instanceof BytesMissing ? uploads.forget(row.id) : uploads.spend(row.id, row.size))
      await blobs.dropPieces(String(row.id)).catch(leftUndone)
      throw error instanceof BytesMissing ? gone() : error
    }
  }

  async function record({ actor, address }: Sender, row: UploadRow): Promise<number> {
    const { filename, fileId, projectId, requestId, announced, sha256 } = row.facts as Facts
    const id = Number(fileId)
    const { size, hash, name } = await kept(row, { filename, sha256 })
    const [command, input] = announced
      ? [storeFile, { id, size, hash }]
      : [addFile, { id, projectId: Number(projectId), requestId: Number(requestId), name, size, hash }]
    const about = { userId: actor.id, device: 0, seq: null, at: server.now() }
    const verdict = await execute(
      { ...server, address },
      { ...about, callId: callIdOf(row.key), name: command.name, input },
    )
    if (typeof verdict === 'string') throw new HTTPException(401, { message: 'Sign in to go on.' })
    if (verdict.refusal) throw refused(verdict.refusal)
    return id
  }

  async function kept(row: UploadRow, { filename, sha256 }: Pick<Facts, 'filename' | 'sha256'>): Promise<KeptFile> {
    const held = await disk.hold(row.size)
    try {
      const received = await blobs.assemble(String(row.id), row.pieces, row.size)
      try {
        if (received.size < row.size) throw new BytesMissing('Pieces of an upload are not as they were.')
        if (sha256 && sha256 !== received.hash) throw damaged()
        return await keepFile(blobs, received, filename)
      } finally {
        blobs.discard(received)
      }
    } finally {
      held.release()
    }
  }
}

const gone = () =>
  new HTTPException(410, { message: 'What came of this upload is gone. Begin it anew.', cause: { code: 'GONE' } })

const damaged = () =>
  new HTTPException(422, {
    message: 'The file did not arrive as it was sent. Send it again.',
    cause: { code: 'DAMAGED' },
  })

function refused(refusal: Refusal): HTTPException {
  const { status, code } = refusals[refusal.refused]
  return new HTTPException(status, { message: sentenceOf(refusal), cause: { code } })
}
