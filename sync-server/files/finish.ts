import type { Upload } from '@tus/server'
import { HTTPException } from 'hono/http-exception'
import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { addFile, storeFile } from '#shared/commands/files.ts'
import { many } from '#shared/kernel/reads.ts'
import { refusals, sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import type { User } from '#shared/model/reference.ts'
import { savedFile } from '#shared/queries/files.ts'
import { execute, type Server } from '../execute/execute.ts'
import { ask } from '../execute/ask.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { adopt } from '../store/blobs/scratch.ts'
import { fileAnswer } from './answer.ts'
import { keepFile } from './keep.ts'

/**
 * What is written down of an upload when it begins; `fileId` is the id its row will have, or has already when it was `announced`, `userId` whose it
 * is, `sha256` what its sender says its bytes are, empty when nothing is said.
 */
export type Facts = Record<
  'filename' | 'projectId' | 'requestId' | 'fileId' | 'announced' | 'userId' | 'sha256',
  string
>
export const factsOf = (upload: Upload): Facts => upload.metadata as Facts

/** Makes a file of an upload whose bytes are all here: once, however often it is asked for, and whenever the server ended. */
export function createFinish(server: Server, blobs: Blobs, forget: (uploadId: string) => Promise<void>) {
  const running = new Map<string, Promise<object>>()

  return (actor: User, upload: Upload): Promise<object> => {
    const { id } = upload
    const finishing = running.get(id) ?? finish(actor, upload).finally(() => running.delete(id))
    running.set(id, finishing)
    return finishing
  }

  async function finish(actor: User, upload: Upload): Promise<object> {
    const place = join(blobs.scratch, upload.id)
    const callId = `tus-${upload.id}`
    const { calls } = await server.store.read({ reads: { calls: many('calls', { callId }) } })
    // An upload that was begun anew after it had arrived has become a file already, under the id it had then.
    const made = calls.find(({ verdict }) => verdict === 'applied')?.input as { id: number } | undefined
    const id = made?.id ?? Number(factsOf(upload).fileId)
    try {
      if (!made) await record(actor, upload, place, callId)
    } catch (error) {
      // It will never be anything else; whereas a server that cannot save now may be asked again.
      if (error instanceof HTTPException) await forget(upload.id).catch(() => undefined)
      throw error
    }
    await makeHollow(place, must(upload.size))
    const file = await ask(server, actor, savedFile, { id })
    return file ? fileAnswer(file) : { id }
  }

  async function record(actor: User, upload: Upload, place: string, callId: string): Promise<void> {
    const { filename, fileId, projectId, requestId, announced, sha256 } = factsOf(upload)
    const received = await adopt(place)
    if (sha256 && sha256 !== received.hash) throw damaged()
    const kept = await keepFile(blobs, received, filename)
    const { size, hash } = kept
    const id = Number(fileId)
    const [{ name }, input] = announced
      ? [storeFile, { id, size, hash }]
      : [addFile, { id, projectId: Number(projectId), requestId: Number(requestId), ...kept }]
    const call = { userId: actor.id, device: 0, seq: null, callId, name, input, at: server.now() }
    const verdict = await execute(server, call)
    if (typeof verdict === 'string') throw new HTTPException(401, { message: 'Sign in to go on.' })
    if (verdict.refusal) throw refused(verdict.refusal)
  }
}

const damaged = () =>
  new HTTPException(422, {
    message: 'The file did not arrive as it was sent. Send it again.',
    cause: { code: 'DAMAGED' },
  })

function refused(refusal: Refusal): HTTPException {
  const { status, code } = refusals[refusal.refused]
  return new HTTPException(status, { message: sentenceOf(refusal), cause: { code } })
}

/**
 * What was sent is a blob now. A hole of the same size stays in its place, takes no space, and answers who asks how far the
 * upload came; the blob is out of the protocol's reach.
 */
async function makeHollow(path: string, size: number): Promise<void> {
  const hollow = `${path}.${randomUUID()}`
  const file = await open(hollow, 'wx', 0o600)
  try {
    await file.truncate(size)
  } finally {
    await file.close()
  }
  await rename(hollow, path)
}
