import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { createApp } from '../app.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { openBlobs } from '../store/blobs/open.ts'
import { bytesAt, pdf, sha256 } from '../testing/files.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import { startS3, type TestS3 } from '../testing/s3.ts'
import { defaultUploads } from './allowance.ts'

const PROJECT = 40_000_001
const bytes = pdf('0123456789'.repeat(30_000))
const third = Math.round(bytes.length / 3)

let s3: TestS3
let folder: string
let server: RestServer
/** Three processes: each with its own scratch, all over one store and one storage. */
let processes: ReturnType<typeof createApp>[]
let scratches: string[]

beforeEach(async () => {
  s3 = await startS3()
  folder = join(tmpdir(), `fieldpost-many-${randomUUID()}`)
  server = await restServer()
  scratches = []
  const own = (name: string): Blobs => {
    const blobs = openBlobs(join(folder, name), s3.place)
    scratches.push(blobs.scratch)
    return blobs
  }
  processes = ['one', 'two', 'three'].map((name) =>
    createApp({
      ...{ ...server.server, passwords: server.passwords, blobs: own(name), trustProxy: true },
      uploads: { ...defaultUploads, atOnce: 2 },
    }),
  )
  const project = put('projects', aBareProject({ id: PROJECT }))
  await server.store.transact({ reads: {} }, () => ({ changes: [project], value: 0 }))
})
afterEach(async () => {
  for (const { stop } of processes) stop()
  await server.close()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(
  at: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: RequestInit['body'],
) {
  const authorization = `Bearer ${await server.signIn('ana')}`
  return must(processes[at]).app.request(path, {
    method,
    headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body, duplex: 'half' } : {}),
  })
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const begin = (at: number, key: string) =>
  ask(at, 'POST', '/api/files/tus', {
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${base64('a.pdf')},projectId ${base64(String(PROJECT))},key ${base64(key)},sha256 ${base64(sha256(bytes))}`,
  })
const patch = (at: number, path: string, from: number, body: RequestInit['body']) =>
  ask(at, 'PATCH', path, { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }, body)
const standing = async (at: number, path: string) =>
  Number((await ask(at, 'HEAD', path)).headers.get('upload-offset') ?? -1)
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files
const calls = async () =>
  (await server.store.read({ reads: { calls: many('calls', {}) } })).calls.filter(({ name }) => name === 'addFile')
const left = () => [
  ...[...s3.objects.keys()].filter((key) => key.includes('incoming')),
  ...scratches.flatMap((scratch) => (existsSync(scratch) ? readdirSync(scratch) : [])),
]

/** Bytes that come, and then the line breaks. */
const cutAfter = (part: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(part),
    async pull(controller) {
      // Whoever reads has had what came, on a busy machine too.
      await new Promise((resolve) => setTimeout(resolve, 300))
      controller.error(new Error('The connection was reset'))
    },
  })

describe('an upload', () => {
  test('begun at one server, cut off there, goes on at a second and becomes a file at a third', async () => {
    const path = (await begin(0, 'a')).headers.get('location') ?? ''
    await patch(0, path, 0, cutAfter(bytes.subarray(0, third)))
    must(processes[0]).stop()
    // What came before the cut is not sent again.
    await expect.poll(() => standing(1, path)).toBe(third)
    expect((await patch(1, path, third, bytes.subarray(third, 2 * third))).status).toBe(204)
    const last = await patch(2, path, 2 * third, bytes.subarray(2 * third))
    const file = (await last.json()) as { id: number; path: string }
    expect([last.status, await rows()]).toMatchObject([200, [{ id: file.id, hash: sha256(bytes) }]])
    expect([left(), await standing(1, path)]).toEqual([[], bytes.length])
    const again = await patch(1, path, bytes.length, new Uint8Array())
    expect([await again.json(), (await rows()).length]).toEqual([file, 1])
    const { path: at } = file
    const fetch = async (asked: string, init?: RequestInit) => must(processes[1]).app.request(asked, init)
    expect((await bytesAt({ ...server, fetch }, 'ruth', at)).bytes.equals(bytes)).toBe(true)
  })

  test('that was cut off and is asked for at once by the same server stands behind what came', async () => {
    const path = (await begin(0, 'a')).headers.get('location') ?? ''
    await patch(0, path, 0, cutAfter(bytes.subarray(0, third)))
    expect(await standing(0, path)).toBe(third)
  })

  test('of which two servers get the same piece at once counts it once: the other has to ask again', async () => {
    const path = (await begin(0, 'a')).headers.get('location') ?? ''
    let waiting = 0
    let both = (): void => undefined
    const met = new Promise<void>((resolve) => (both = resolve))
    s3.before(async (asked) => {
      // Both pieces are on their way into the storage before either counts.
      if (asked.startsWith('PUT') && asked.includes('incoming') && ++waiting <= 2) {
        if (waiting === 2) both()
        await met
      }
    })
    // One got less of it than the other.
    const answers = await Promise.all([
      patch(0, path, 0, bytes.subarray(0, third)),
      patch(1, path, 0, bytes.subarray(0, third - 7)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const stands = await standing(2, path)
    expect([third, third - 7]).toContain(stands)
    expect(left()).toHaveLength(1)
    expect((await patch(2, path, stands, bytes.subarray(stands))).status).toBe(200)
    expect(await rows()).toMatchObject([{ hash: sha256(bytes) }])
  })

  test('that two servers finish at once is one file', async () => {
    const path = (await begin(0, 'a')).headers.get('location') ?? ''
    s3.be(503, (asked) => asked === `PUT fieldpost/${sha256(bytes)}`)
    const refused = await patch(0, path, 0, bytes)
    expect([refused.status, refused.headers.get('retry-after'), await rows()]).toEqual([503, '5', []])
    s3.be(null)
    const answers = await Promise.all([0, 1, 2].map((at) => patch(at, path, bytes.length, new Uint8Array())))
    const files = await Promise.all(answers.map((answer) => answer.json() as Promise<{ id: number }>))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(files.map(({ id }) => id)).size).toBe(1)
    expect([(await rows()).length, (await calls()).length, left()]).toEqual([1, 1, []])
  })

  test('counts for its person at every server, in pieces and in one form', async () => {
    expect((await begin(0, 'a')).status).toBe(201)
    expect((await begin(1, 'b')).status).toBe(201)
    // The same one again is no other.
    expect((await begin(2, 'a')).status).toBe(201)
    expect((await begin(2, 'c')).status).toBe(429)
    const form = new FormData()
    form.append('file', new Blob([pdf('one')]), 'one.pdf')
    expect((await ask(2, 'POST', `/api/projects/${PROJECT}/upload`, {}, form)).status).toBe(429)
  })

  test('whose piece the storage does not take stands where it stood', async () => {
    const path = (await begin(0, 'a')).headers.get('location') ?? ''
    await patch(0, path, 0, bytes.subarray(0, third))
    for (const trouble of [403, 500, 503, 'damaged', 'cut'] as const) {
      s3.be(trouble)
      const refused = await patch(1, path, third, bytes.subarray(third))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      s3.be(null)
      expect(await standing(2, path)).toBe(third)
    }
    expect((await patch(2, path, third, bytes.subarray(third))).status).toBe(200)
  })
})
