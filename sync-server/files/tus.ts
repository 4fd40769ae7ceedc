import { MemoryLocker, Server as TusServer, type Upload } from '@tus/server'
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { createHash, randomBytes } from 'node:crypto'
import { must } from '#shared/lib/must.ts'
import { maxFileBytes } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { filePlace, savedFile } from '#shared/queries/files.ts'
import { otherBytes } from '#shared/rules/files.ts'
import type { Server } from '../execute/execute.ts'
import { ask } from '../execute/ask.ts'
import { notFound } from '../execute/errors.ts'
import type { RestVariables } from '../rest/mount.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { asUnavailable } from '../store/blobs/scratch.ts'
import type { Disk } from '../store/disk.ts'
import type { NewId } from '../store/ids.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { factsOf, type Facts } from './facts.ts'
import { createFinish, type Sender } from './finish.ts'
import { checkKind, tooLarge } from './keep.ts'
import { standsElsewhere, TusStore } from './tus-store.ts'
import type { Uploads } from './uploads.ts'

const PATH = '/api/files/tus'

/**
 * Uploads that can go on where they were cut off (tus 1.0), for slow links: each piece is a request of its own. Begun with
 * `filename` and `projectId` or `requestId` as metadata; the last piece is answered with the file, and a question after it tells
 * `fileId`. What is not finished after 24 hours is gone. Who also tells a `key` of their own begins the same upload however often they
 * begin, and gets one file of it; another file under that key is refused, and bytes with another `sha256` than was told become none. With the id
 * of a file that its sender has `announced` the bytes make that one whole.
 */
export function mountTus<E extends RestVariables>(
  api: Hono<E>,
  server: Server,
  { blobs, disk, uploads }: { blobs: Blobs; disk: Disk; uploads: Uploads },
  newId: NewId,
): void {
  const senders = new WeakMap<Request, Sender>()
  const problems = new WeakMap<Request, unknown>()
  const store = new TusStore({ blobs, disk, uploads, now: server.now })
  const finish = createFinish(server, { blobs, disk, uploads })
  const tus = new TusServer({
    path: PATH,
    datastore: store,
    relativeLocation: true,
    locker: new MemoryLocker({ acquireLockTimeout: 5_000 }),
    lockDrainTimeout: 500,
    maxSize: () => maxFileBytes(server.organisation),
    namingFunction: (request, metadata) => nameOf(actorOf(request), metadata?.['key']),
    getFileIdFromRequest: (_, last) => (/^[0-9a-f]{32}$/.test(last ?? '') ? last : undefined),
    onUploadCreate: async (request, upload) => ({ metadata: await begin(actorOf(request), upload) }),
    onUploadFinish: async (request, upload) => ({
      // The protocol would have 204, without room for the file; its clients take any success.
      ...(request.method === 'PATCH' ? { status_code: 200 } : {}),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await finish(senderOf(request), upload.id)),
    }),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await store.getUpload(id)
      if (factsOf(upload).userId !== String(actorOf(request).id)) throw notFound()
      // All bytes are here, but nobody was told what became of them: the server ended in between.
      if (request.method === 'HEAD' && upload.offset === upload.size) await finish(senderOf(request), upload.id)
    },
    onResponseError(request, problem) {
      problems.set(request, problem)
      return undefined
    },
  })

  const senderOf = (request: object): Sender => must(senders.get(request as Request))
  const actorOf = (request: object): User => senderOf(request).actor

  async function begin(actor: User, { metadata, size }: Upload): Promise<Facts> {
    const {
      filename = null,
      projectId = null,
      requestId = null,
      announced: factId = null,
      sha256 = null,
    } = metadata ?? {}
    const place = { projectId: Number(projectId ?? 0), requestId: Number(requestId ?? 0) }
    if (!(await ask(server, actor, filePlace, place))) throw notFound()
    const fact = factId === null ? null : await announced(actor, Number(factId), place, size)
    const name = fact?.name ?? filename ?? ''
    checkKind(name)
    return {
      filename: name,
      projectId: String(place.projectId),
      requestId: String(place.requestId),
      fileId: String(fact?.id ?? (await newId())),
      announced: fact ? 'yes' : '',
      userId: String(actor.id),
      sha256: fact?.hash || (sha256 ?? ''),
    }
  }

  /** The row that bytes are to make whole. `storeFile` asks again; this is so that nobody sends megabytes for a no. */
  async function announced(actor: User, id: number, place: { projectId: number; requestId: number }, size?: number) {
    const fact = await ask(server, actor, savedFile, { id })
    if (fact?.createdById !== actor.id) throw notFound()
    if (fact.projectId !== place.projectId || fact.requestId !== place.requestId) throw notFound()
    if (fact.size !== size) throw said(422, 'VALIDATION', otherBytes)
    return fact
  }

  async function answer(c: Context<E>): Promise<Response> {
    const request = c.req.raw
    senders.set(request, c.var)
    const told = await tus.handleWeb(request)
    if (told.status >= 400) throw answerFor(problems.get(request), told.status, await told.text())
    // No other site talks to this server.
    for (const [name, value] of told.headers) if (!name.startsWith('access-control-')) c.header(name, value)
    return c.newResponse(told.body, told.status as StatusCode)
  }

  function answerFor(problem: unknown, status: number, text: string): unknown {
    if (problem instanceof HTTPException || problem instanceof StoreUnavailable) return problem
    // What the library says has a status; the disk and a defect have none.
    if (problem instanceof Error && !('status_code' in problem)) return asUnavailable(problem)
    if (status === 413) return tooLarge(server.organisation)
    if (status === 404) return notFound()
    if (/failed to acquire lock|lock acquired/.test(text))
      return said(423, 'LOCKED', 'Another request is sending this.')
    const [code, sentence] = sentences[status] ?? ['MALFORMED', text.trim()]
    return said(code === 'MALFORMED' ? 400 : status, code, sentence)
  }

  api.on(['POST', 'OPTIONS'], '/files/tus', answer)
  api.on(['PATCH', 'DELETE', 'OPTIONS'], '/files/tus/:upload', answer)
  api.get('/files/tus/:upload', (c, next) => (c.req.method === 'HEAD' ? answer(c) : next()))
}

/** An upload's name: a secret, which only a key of the same person leads to again. */
const nameOf = (actor: User, key: string | null | undefined): string =>
  key ? createHash('sha256').update(`${actor.id} ${key}`).digest('hex').slice(0, 32) : randomBytes(16).toString('hex')

const sentences: Record<number, [code: string, sentence: string]> = {
  409: ['VERSION_CONFLICT', standsElsewhere],
  410: ['GONE', 'This upload has expired. Begin it anew.'],
  412: ['PRECONDITION_FAILED', 'Send the header Tus-Resumable: 1.0.0.'],
}

const said = (status: number, code: string, message: string) =>
  new HTTPException(status as ContentfulStatusCode, { message, cause: { code } })
