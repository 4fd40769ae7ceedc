import type { Hono } from 'hono'
import { addFile, removeFile, restoreFile } from '#shared/commands/files.ts'
import { filePlace, savedFile } from '#shared/queries/files.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import type { Server } from '../execute.ts'
import { ask } from '../rest/ask.ts'
import { notFound } from '../rest/errors.ts'
import { idOf, type PhraseBook, type RestVariables, type Spoken, type Told } from '../rest/mount.ts'
import type { NewId } from '../store/ids.ts'
import type { Blobs } from '../store/blobs.ts'
import { fileAnswer } from './answer.ts'
import { download } from './download.ts'
import { keepFile } from './keep.ts'
import { receiveMultipart } from './multipart.ts'
import { mountTus } from './tus.ts'

/** Where a file can be put, and which place the id in the address means. */
const places = {
  '/projects/:id/upload': (id: number) => ({ projectId: id, requestId: 0 }),
  '/requests/:id/upload': (id: number) => ({ projectId: 0, requestId: id }),
}

/**
 * Everything of files that is bytes, and so comes before bodies are read as JSON. An upload's body becomes what the server found
 * out about the bytes it kept; the line of the phrase-book goes on from there.
 */
export function mountBytes<E extends RestVariables>(api: Hono<E>, server: Server, blobs: Blobs, newId: NewId): void {
  for (const [path, placeOf] of Object.entries(places))
    api.post(path, async (c, next) => {
      const place = placeOf(idOf(c.req.param('id')))
      // Asked first, so that nobody sends megabytes for a no; the command asks again.
      if (!(await ask(server, c.var.actor, filePlace, place))) throw notFound()
      const { told, received } = await receiveMultipart(c.req.raw, blobs, server.organisation)
      try {
        c.set('body', await keepFile(blobs, received, told))
      } finally {
        blobs.discard(received)
      }
      await next()
    })
  mountTus(api, server, blobs, newId)
  api.get('/files/:id/:name', (c) => download(c, server, blobs))
}

export function mountFiles({ read, write }: PhraseBook): void {
  read(
    '/projects/:id/files',
    projectDetail,
    ({ params }) => ({ id: idOf(params.id) }),
    ({ files }) => files.map((file) => ({ ...file, path: pathOfFile(file) })),
  )
  for (const [path, placeOf] of Object.entries(places))
    write(
      'POST',
      path,
      addFile,
      async ({ params, fields, newId }) => ({ id: await newId(), ...placeOf(idOf(params.id)), ...fields }),
      shownFile,
    )
  write('DELETE', '/projects/files/:id', removeFile, byId, ({ input }) => ({ id: input.id }))
  write('POST', '/projects/files/:id/restore', restoreFile, byId, shownFile)
}

const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })

/** The file as it is now; of one that was removed since, its id. */
async function shownFile({ ask, input }: Pick<Told, 'ask' | 'input'>): Promise<object> {
  const file = await ask(savedFile, { id: Number(input.id) })
  return file ? fileAnswer(file) : { id: input.id }
}
