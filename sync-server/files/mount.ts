import type { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { removeFile } from '#shared/commands/file-facts.ts'
import { addFile, restoreFile } from '#shared/commands/files.ts'
import { filePlace, savedFile } from '#shared/queries/files.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import type { Server } from '../execute/execute.ts'
import { nothing } from '../rest/about.ts'
import { ask } from '../execute/ask.ts'
import { notFound } from '../execute/errors.ts'
import { idOf, type PhraseBook, type RestVariables, type Spoken, type Told } from '../rest/mount.ts'
import { bytes, discarded, file, saved, uploadedFile } from '../rest/shapes.ts'
import type { NewId } from '../store/ids.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import type { Disk, Held } from '../store/disk.ts'
import { leftUndone } from '../store/unavailable.ts'
import type { UploadLimits } from './allowance.ts'
import { fileAnswer } from './answer.ts'
import { download } from './download.ts'
import { keepFile, type KeptFile } from './keep.ts'
import { announcedBytes, receiveMultipart } from './multipart.ts'
import { mountTus } from './tus.ts'
import { createUploads } from './uploads.ts'

/** Where a file can be put, and which place the id in the address means. */
const places = {
  '/projects/:id/upload': (id: number) => ({ projectId: id, requestId: 0 }),
  '/requests/:id/upload': (id: number) => ({ projectId: 0, requestId: id }),
}

/** A form counts as begun for so long at most, should its process end. */
const FORM_MS = 3_600_000

/**
 * Everything of files that is bytes, and so comes before bodies are read as JSON. An upload's body becomes what the server found
 * out about the bytes it kept; the line of the phrase-book goes on from there.
 */
export function mountBytes<E extends RestVariables>(
  api: Hono<E>,
  server: Server,
  { blobs, disk, limits }: { blobs: Blobs; disk: Disk; limits: UploadLimits },
  newId: NewId,
): void {
  const uploads = createUploads(server, limits)
  for (const [path, placeOf] of Object.entries(places))
    api.post(path, async (c, next) => {
      const place = placeOf(idOf(c.req.param('id')))
      // Asked first, so that nobody sends megabytes for a no; the command asks again.
      if (!(await ask(server, c.var.actor, filePlace, place))) throw notFound()
      const bytes = announcedBytes(c.req.raw, server.organisation)
      const held = await disk.hold(bytes)
      try {
        const form = { key: randomUUID(), userId: c.var.actor.id, size: bytes, facts: null, lifeMs: FORM_MS }
        const { row } = await uploads.begin(form)
        let stored: KeptFile | undefined
        try {
          c.set('body', (stored = await receive(c.req.raw, held)))
          await next()
        } finally {
          await (stored ? uploads.spend(row.id, stored.size) : uploads.forget(row.id)).catch(leftUndone)
        }
      } finally {
        held.release()
      }
    })
  mountTus(api, server, { blobs, disk, uploads }, newId)
  api.get('/files/:id/:name', (c) => download(c, server, blobs))

  async function receive(request: Request, held: Held): Promise<KeptFile> {
    const { told, received } = await receiveMultipart(request, blobs, held, server.organisation)
    try {
      return await keepFile(blobs, received, told)
    } finally {
      blobs.discard(received)
    }
  }
}

export function mountFiles({ read, write }: PhraseBook): void {
  read(
    '/projects/:id/files',
    { says: 'The files of a tasking and of its request.', answer: z.array(file) },
    projectDetail,
    byId,
    ({ files }) => files.map(({ createdBy: _, ...row }) => ({ ...row, path: pathOfFile(row) })),
  )
  for (const [path, placeOf] of Object.entries(places))
    write(
      'POST',
      path,
      {
        says: `Attaches a file to a ${path.startsWith('/projects') ? 'tasking' : 'request, and so to all its taskings'}.`,
        when: 'A draft takes files of its owner alone.',
        refuses: [429, 507],
        sent: 'multipart/form-data',
        body: z.object({ file: bytes }),
        answer: saved(uploadedFile),
      },
      addFile,
      async ({ params, fields, newId }) => ({ id: await newId(), ...placeOf(idOf(params.id)), ...fields }),
      shownFile,
    )
  write(
    'DELETE',
    '/projects/files/:id',
    { says: 'Removes a file; within 30 days it can be brought back.', body: nothing, answer: saved(discarded) },
    removeFile,
    byId,
    ({ input }) => ({ id: input.id }),
  )
  write(
    'POST',
    '/projects/files/:id/restore',
    { says: 'Brings a removed file back.', body: nothing, answer: saved(uploadedFile) },
    restoreFile,
    byId,
    shownFile,
  )
}

const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })

/** The file as it is now; of one that was removed since, its id. */
async function shownFile({ ask, input }: Pick<Told, 'ask' | 'input'>): Promise<object> {
  const file = await ask(savedFile, { id: Number(input.id) })
  return file ? fileAnswer(file) : { id: input.id }
}
