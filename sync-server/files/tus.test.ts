import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Upload, type UploadOptions } from 'tus-js-client'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { must } from '#shared/lib/must.ts'
import { listen } from '../http/listen.ts'
import { sweepUploads } from '../operations/prune.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { openFolder } from '../store/blobs/folder.ts'
import { openBlobs } from '../store/blobs/open.ts'
import { aBareProject, aFile } from '#shared/testing/samples.ts'
import { bytesAt, pdf, sha256, upload } from '../testing/files.ts'
import { restServer } from '../testing/rest.ts'
import { startS3, type TestS3 } from '../testing/s3.ts'

const PROJECT = 40_000_001
const DAY_MS = 86_400_000
const MB = 1024 * 1024
let server: Server
let s3: TestS3 | undefined
const engines: [name: string, open: () => Promise<Blobs>][] = [
  ['a folder', () => Promise.resolve(openFolder(join(tmpdir(), `fieldpost-tus-${randomUUID()}`)))],
  [
    'a bucket',
    async () => {
      s3 = await startS3()
      return openBlobs(join(tmpdir(), `fieldpost-tus-${randomUUID()}`), s3.place)
    },
  ],
]
type Server = Awaited<ReturnType<typeof restServer<Blobs>>>

const bytes = pdf('tus'.repeat(1_000))
const base64 = (text: string) => Buffer.from(text).toString('base64')
const metadata = (facts: Record<string, string | number>) =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${base64(String(value))}`)
    .join(',')
const offset = 'application/offset+octet-stream'

async function as(who: string, method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) {
  const authorization = `Bearer ${await server.signIn(who)}`
  return server.fetch(path, {
    method,
    headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  })
}
const begin = async (who = 'ana', facts: Record<string, string | number> = {}, length = bytes.length) =>
  as(who, 'POST', '/api/files/tus', {
    'upload-length': String(length),
    'upload-metadata': metadata({ filename: 'Report.pdf', projectId: PROJECT, ...facts }),
  })
const patch = (who: string, path: string, from: number, part: Uint8Array) =>
  as(who, 'PATCH', path, { 'upload-offset': String(from), 'content-type': offset }, part)
const begun = async (who = 'ana') => (await begin(who)).headers.get('location') ?? ''
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files
/** What lies there of uploads: pieces, and what was received and is not discarded. */
const left = () => [
  ...(existsSync(server.blobs.scratch)
    ? readdirSync(server.blobs.scratch, { recursive: true, withFileTypes: true })
    : []
  )
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...[...(s3?.objects.keys() ?? [])].filter((key) => key.includes('incoming')),
]
const uploads = async () => (await server.store.read({ reads: { uploads: many('uploads', {}) } })).uploads
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>

/** A file that somebody has announced, as out of their queue. */
async function announced(more: object = {}) {
  const fact = aFile({ projectId: PROJECT, requestId: 0, name: 'Report.pdf', type: '', stored: false, ...more })
  const of = { size: bytes.length, hash: sha256(bytes), createdById: 1, ...more }
  await server.store.transact({ reads: {} }, () => ({ changes: [put('files', { ...fact, ...of })], value: 0 }))
  return { announced: fact.id }
}
const idOf = async (who: string) => {
  const { users } = await server.store.read({ reads: { users: many('users', {}) } })
  return users.find(({ email }) => email.startsWith(who))?.id ?? 0
}

describe.each(engines)('uploads in pieces, kept in %s', (_, open) => {
  beforeEach(async () => {
    server = await restServer({ organisation: { maxFileMb: 4 }, blobs: await open() })
    const project = put('projects', aBareProject({ id: PROJECT }))
    await server.store.transact({ reads: {} }, () => ({ changes: [project], value: 0 }))
  })
  afterEach(async () => {
    await server.close()
    await s3?.stop()
    s3 = undefined
  })

  test('in two pieces: the last is answered with the file, which is as if it had come in one', async () => {
    const created = await begin()
    const path = created.headers.get('location') ?? ''
    expect([created.status, path]).toEqual([201, expect.stringMatching(/^\/api\/files\/tus\/[0-9a-f]{32}$/)])
    expect(created.headers.get('upload-expires')).not.toBeNull()
    const first = await patch('ana', path, 0, bytes.subarray(0, 1_000))
    expect([first.status, first.headers.get('upload-offset'), await rows()]).toEqual([204, '1000', []])
    const head = await as('ana', 'HEAD', path)
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '1000',
      String(bytes.length),
    ])
    const last = await patch('ana', path, 1_000, bytes.subarray(1_000))
    const file = await json(last)
    expect([last.status, file]).toMatchObject([
      200,
      { name: 'Report.pdf', size: bytes.length, type: 'application/pdf' },
    ])
    expect((await bytesAt(server, 'ruth', String(file.path))).bytes.equals(bytes)).toBe(true)
    expect(await rows()).toMatchObject([{ id: file.id, hash: sha256(bytes), projectId: PROJECT, requestId: 0 }])
    for (const answer of [created, first, head, last])
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('who asks is told what the server can, and that it is for this site alone', async () => {
    const answer = await as('ana', 'OPTIONS', '/api/files/tus')
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      204,
      {
        'tus-version': '1.0.0',
        'tus-max-size': String(4 * MB),
        'tus-extension': 'creation,creation-with-upload,termination,expiration',
      },
    ])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('begun and sent in one request', async () => {
    const answer = await as(
      'ana',
      'POST',
      '/api/files/tus',
      {
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ filename: 'a.pdf', projectId: PROJECT }),
        'content-type': offset,
      },
      bytes,
    )
    expect([answer.status, await json(answer)]).toMatchObject([201, { name: 'a.pdf' }])
    expect(await rows()).toHaveLength(1)
  })

  test('an upload is its owner’s alone: for others it is not there', async () => {
    const path = await begun()
    for (const [method, headers] of [
      ['HEAD', {}],
      ['PATCH', { 'upload-offset': '0', 'content-type': offset }],
      ['DELETE', {}],
    ] as const)
      expect((await as('mia', method, path, headers)).status, method).toBe(404)
    expect((await server.fetch(path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(401)
    expect((await as('ana', 'GET', path)).status).toBe(404)
    expect((await as('ana', 'DELETE', path)).status).toBe(204)
    expect((await as('ana', 'HEAD', path)).status).toBe(404)
    expect(left()).toEqual([])
  })

  test.each([
    ['a tasking that is not there', { projectId: 999 }, 404],
    ['no place at all', { projectId: 0 }, 404],
    ['a place that is none', { projectId: '../..' }, 404],
    ['two places', { requestId: 7 }, 404],
    ['a kind that is not taken', { filename: 'a.exe' }, 415],
    ['no name', { filename: '' }, 415],
    ['somebody else’s facts', { userId: 2, fileId: 7 }, 201],
  ])('begun with %s', async (_, facts, status) => {
    const answer = await begin('ana', facts)
    expect(answer.status).toBe(status)
    if (status > 300) expect(await json(answer)).toMatchObject({ code: expect.any(String) as string })
    if (status === 201)
      expect(await uploads()).toMatchObject([
        { userId: 1, facts: { userId: '1', fileId: expect.not.stringMatching(/^7$/) as string } },
      ])
  })

  test('what the protocol does not allow is told in our words', async () => {
    const path = await begun()
    const problems: [Promise<Response>, number, RegExp][] = [
      [as('ana', 'POST', '/api/files/tus', { 'tus-resumable': '0.2.0' }), 400, /tus-resumable/],
      [as('ana', 'POST', '/api/files/tus', { 'upload-length': '-1' }), 400, /upload-length/],
      [as('ana', 'POST', '/api/files/tus', { 'upload-defer-length': '1' }), 400, /creation-defer-length/],
      [begin('ana', {}, 4 * MB + 1), 413, /at most 4 MB/],
      [patch('ana', path, 7, bytes), 409, /Upload-Offset/],
      [patch('ana', path, 0, Buffer.alloc(bytes.length + 1)), 413, /too large/],
      [as('ana', 'PATCH', path, { 'upload-offset': '0', 'content-type': 'text/plain' }, bytes), 400, /content-type/],
      [patch('ana', '/api/files/tus/..%2f..%2fx', 0, bytes), 404, /does not exist/],
      [patch('ana', `/api/files/tus/${'0'.repeat(32)}`, 0, bytes), 404, /does not exist/],
    ]
    for (const [asked, status, message] of problems) {
      const answer = await asked
      expect([answer.status, await json(answer)]).toMatchObject([
        status,
        { message: expect.stringMatching(message) as string, requestId: expect.any(String) as string },
      ])
    }
    const authorization = `Bearer ${await server.signIn('ana')}`
    const without = await server.fetch('/api/files/tus', { method: 'POST', headers: { authorization } })
    expect([without.status, await json(without)]).toMatchObject([412, { code: 'PRECONDITION_FAILED' }])
    expect(await rows()).toEqual([])
  })

  test('bytes that are not what the name says are refused at the end, and the upload is gone', async () => {
    const wrong = Buffer.alloc(bytes.length, 'MZ\x00')
    const path = await begun()
    const answer = await patch('ana', path, 0, wrong)
    expect([answer.status, (await json(answer)).message]).toEqual([
      415,
      'The content of Report.pdf is not what its ending .pdf says.',
    ])
    expect([await rows(), left()]).toEqual([[], []])
    expect((await as('ana', 'HEAD', path)).status).toBe(404)
  })

  test('a server that ended between the last byte and the row finishes when it is asked how far the upload came', async () => {
    const path = await begun()
    await patch('ana', path, 0, bytes.subarray(0, 10))
    // The rest came, and then the process ended: nothing but its piece is left of the request.
    const [row] = await uploads()
    const rest = await server.blobs.receive(Readable.from([bytes.subarray(10)]), MB)
    await server.blobs.putPiece(String(row?.id), '10-x', rest)
    server.blobs.discard(rest)
    const whole = { ...must(row), arrived: bytes.length, pieces: [...must(row).pieces, '10-x'] }
    await server.store.transact({ reads: {} }, () => ({ changes: [put('uploads', whole)], value: 0 }))
    for (let asked = 0; asked < 3; asked++) {
      const head = await as('ana', 'HEAD', path)
      expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(bytes.length)])
    }
    const [file, ...others] = await rows()
    expect([file?.hash, others]).toEqual([sha256(bytes), []])
    const told = (await as('ana', 'HEAD', path)).headers.get('upload-metadata') ?? ''
    expect(told).toContain(`fileId ${base64(String(file?.id))}`)
  })

  test('a lost last answer is asked for again: the same file, no second one, and its bytes are out of reach', async () => {
    const path = await begun()
    const first = await json(await patch('ana', path, 0, bytes))
    const again = await json(await patch('ana', path, bytes.length, Buffer.alloc(0)))
    expect(again).toEqual(first)
    await patch('ana', path, bytes.length, Buffer.from('more'))
    expect([left(), await uploads()]).toMatchObject([[], [{ ended: true, pieces: [], arrived: bytes.length }]])
    expect((await bytesAt(server, 'ana', String(first.path))).bytes.equals(bytes)).toBe(true)
    expect((await as('ana', 'DELETE', path)).status).toBe(204)
    expect((await bytesAt(server, 'ana', String(first.path))).bytes.equals(bytes)).toBe(true)
    expect(await rows()).toHaveLength(1)
  })

  test('begun again under the same key it is the same upload, where it stood; another person’s key is another one', async () => {
    const facts = { key: 'of-the-phone-1' }
    const first = (await begin('ana', facts)).headers.get('location') ?? ''
    await patch('ana', first, 0, bytes.subarray(0, 1_000))
    const again = (await begin('ana', facts)).headers.get('location')
    expect(again).toBe(first)
    expect((await as('ana', 'HEAD', first)).headers.get('upload-offset')).toBe('1000')
    expect((await begin('mia', facts)).headers.get('location')).not.toBe(first)
  })

  test('begun anew after it has arrived and was forgotten, it becomes the same file and no second one', async () => {
    const facts = { key: 'of-the-phone-1', sha256: sha256(bytes) }
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    const file = await json(await patch('ana', path, 0, bytes))
    server.clock.advance(DAY_MS + 1_000)
    const anew = (await begin('ana', facts)).headers.get('location') ?? ''
    expect(await json(await patch('ana', anew, 0, bytes))).toEqual(file)
    expect(await rows()).toHaveLength(1)
  })

  test('whoever guesses somebody’s key takes nothing from them: no device gives its call the name of an upload', async () => {
    const location = (await begin('ana', { key: 'report-1' })).headers.get('location') ?? ''
    const round = (device: number, calls: object[]) =>
      server.as('pete', 'POST', 'sync', { protocol: PROTOCOL, device, cursor: null, from: 1, calls, limit: 100 })
    const device = Number((await round(0, [])).body.device)
    const input = { id: device * IDS_PER_DEVICE + 1, projectId: PROJECT, comment: 'First come' }
    const id = `tus-${location.split('/').at(-1)}`
    await round(device, [{ seq: 1, id, name: 'addComment', input, at: new Date().toISOString() }])
    const answer = await patch('ana', location, 0, bytes)
    expect([answer.status, await rows()]).toMatchObject([200, [{ name: 'Report.pdf', createdById: 1 }]])
  })

  test('a key is of one file: with another one it is refused before a byte goes, also once the first is a file', async () => {
    await server.store.transact({ reads: {} }, () => ({
      changes: [put('projects', aBareProject({ id: PROJECT + 1 }))],
      value: 0,
    }))
    const other = Buffer.alloc(bytes.length, '%PDF other')
    const facts = { key: 'of-a-script', sha256: sha256(bytes) }
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    const refused = async () => {
      const others = [
        begin('ana', { ...facts, filename: 'Other.pdf' }),
        begin('ana', { ...facts, projectId: PROJECT + 1 }),
        begin('ana', { ...facts, sha256: sha256(other) }),
        begin('ana', facts, bytes.length + 1),
      ]
      for (const answer of await Promise.all(others))
        expect([answer.status, await json(answer)]).toMatchObject([
          422,
          { code: 'VALIDATION', message: 'This key came with another file.' },
        ])
    }
    await refused()
    expect((await patch('ana', path, 0, bytes)).status).toBe(200)
    await refused()
    server.clock.advance(DAY_MS + 1_000)
    await refused()
    expect((await begin('ana', facts)).status).toBe(201)
    expect((await begin('ana', { key: facts.key })).status).toBe(201)
    expect((await begin('mia', { ...facts, filename: 'Other.pdf' })).status).toBe(201)
    expect(await rows()).toHaveLength(1)
  })

  test('one that has expired is begun anew, not met again', async () => {
    const facts = { key: 'of-the-phone-1' }
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    await patch('ana', path, 0, bytes.subarray(0, 1_000))
    server.clock.advance(DAY_MS + 1_000)
    expect((await as('ana', 'HEAD', path)).status).toBe(410)
    await begin('ana', facts)
    expect((await as('ana', 'HEAD', path)).headers.get('upload-offset')).toBe('0')
    expect(left()).toEqual([])
  })

  test('bytes with another hash than was told become no file, and can be sent anew', async () => {
    const facts = { key: 'of-the-phone-1', sha256: sha256(bytes) }
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    const damaged = Buffer.from(bytes)
    damaged[20] = 0
    const refused = await patch('ana', path, 0, damaged)
    expect([refused.status, await json(refused)]).toMatchObject([422, { code: 'DAMAGED' }])
    expect([await rows(), left()]).toEqual([[], []])
    const anew = (await begin('ana', facts)).headers.get('location') ?? ''
    expect((await patch('ana', anew, 0, bytes)).status).toBe(200)
    expect(await rows()).toMatchObject([{ hash: sha256(bytes) }])
  })

  test('a disk that takes nothing is told as such, and the upload can go on when it does again', async () => {
    const path = await begun()
    await patch('ana', path, 0, bytes.subarray(0, 10))
    const hidden = `${server.blobs.scratch}-hidden`
    renameSync(server.blobs.scratch, hidden)
    writeFileSync(server.blobs.scratch, 'in the way')
    expect((await begin()).status).toBe(503)
    expect((await upload(server, 'ana', `projects/${PROJECT}/upload`, 'a.txt', 'a')).status).toBe(503)
    const refused = await patch('ana', path, 10, bytes.subarray(10))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    rmSync(server.blobs.scratch)
    renameSync(hidden, server.blobs.scratch)
    expect((await patch('ana', path, 10, bytes.subarray(10))).status).toBe(200)
  })

  test('an upload that is not finished is gone after a day, with its pieces', async () => {
    const path = await begun()
    await patch('ana', path, 0, bytes.subarray(0, 10))
    await patch('ana', path, 10, bytes.subarray(10, 20))
    expect([await sweepUploads(server.server, server.blobs), left().length]).toEqual([0, 2])
    server.clock.advance(DAY_MS + 1_000)
    expect(await sweepUploads(server.server, server.blobs)).toBe(1)
    expect([(await as('ana', 'HEAD', path)).status, left()]).toEqual([404, []])
  })

  test('whose pieces are gone is begun anew, and one that became a file before is that file', async () => {
    const facts = { key: 'of-the-phone-1' }
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    await patch('ana', path, 0, bytes.subarray(0, 1_000))
    await server.blobs.dropPieces(String((await uploads())[0]?.id))
    const lost = await patch('ana', path, 1_000, bytes.subarray(1_000))
    expect([lost.status, await json(lost)]).toMatchObject([410, { code: 'GONE' }])
    expect((await as('ana', 'HEAD', path)).status).toBe(404)
    const anew = (await begin('ana', facts)).headers.get('location') ?? ''
    const file = await json(await patch('ana', anew, 0, bytes))
    const [row] = await uploads()
    // As another process left it that ended just then.
    const before = put('uploads', { ...must(row), ended: false, pieces: ['0-gone'] })
    await server.store.transact({ reads: {} }, () => ({ changes: [before], value: 0 }))
    expect(await json(await patch('ana', anew, bytes.length, Buffer.alloc(0)))).toEqual(file)
    expect(await rows()).toHaveLength(1)
  })

  test(
    'a client on a bad link, cut off in the middle of a piece, goes on where it was',
    { timeout: 30_000 },
    async () => {
      const large = pdf('0123456789'.repeat(200_000))
      const { port, stop } = await listen(server.app, { port: 0, host: '127.0.0.1' })
      let passed = 0
      let cuts = 0
      const proxy = createServer((client) => {
        const upstream = connect(port, '127.0.0.1')
        client.on('data', (chunk: Buffer) => {
          passed += chunk.length
          // Twice, after 300 kB each.
          if (cuts < 2 && passed > 300_000 * (cuts + 1)) {
            cuts++
            client.destroy()
            upstream.destroy()
            return
          }
          upstream.write(chunk)
        })
        upstream.on('data', (chunk) => client.write(chunk))
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          one.on('error', () => other.destroy())
          one.on('close', () => other.destroy())
        }
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const token = await server.signIn('ana')
      const file = await new Promise<string>((resolve, reject) => {
        const options: UploadOptions = {
          endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/files/tus`,
          headers: { authorization: `Bearer ${token}` },
          metadata: { filename: 'Large.pdf', projectId: String(PROJECT) },
          chunkSize: 256 * 1024,
          retryDelays: [50, 100, 200, 400],
          onError: reject,
          onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
        }
        new Upload(large, options).start()
      })
      expect([cuts, passed]).toEqual([2, expect.any(Number)])
      // What had arrived was not sent again.
      expect(passed).toBeLessThan(large.length * 1.5)
      const { path } = JSON.parse(file) as { path: string }
      expect((await bytesAt(server, 'ruth', path)).bytes.equals(large)).toBe(true)
      expect(await rows()).toHaveLength(1)
      proxy.close()
      await stop()
    },
  )

  test('bytes that name an announced file make that one whole, once, however often and by whichever upload', async () => {
    const facts = await announced({ createdById: await idOf('ana') })
    const paths = await Promise.all(
      [1, 2].map(async (n) => (await begin('ana', { ...facts, key: `key-${n}` })).headers.get('location') ?? ''),
    )
    for (const path of paths) expect((await patch('ana', path, 0, bytes)).status).toBe(200)
    expect(await rows()).toMatchObject([
      { id: facts.announced, stored: true, type: 'application/pdf', name: 'Report.pdf' },
    ])
    expect((await bytesAt(server, 'ruth', `/api/files/${facts.announced}/x`)).bytes.equals(bytes)).toBe(true)
  })

  test('nobody else’s bytes become an announced file, nor other bytes than were announced, nor more, nor at another place', async () => {
    const other = PROJECT + 1
    await server.store.transact({ reads: {} }, () => ({
      changes: [put('projects', aBareProject({ id: other }))],
      value: 0,
    }))
    const facts = await announced({ createdById: await idOf('ana') })
    expect((await begin('mia', facts)).status).toBe(404)
    expect((await begin('ana', { ...facts, projectId: other })).status).toBe(404)
    expect((await begin('ana', { announced: 999 })).status).toBe(404)
    expect((await begin('ana', facts, bytes.length + 1)).status).toBe(422)
    const wrong = Buffer.from(bytes)
    wrong[wrong.length - 8] = 0x41
    // Whatever hash its sender tells now: the announced one counts.
    const path = (await begin('ana', { ...facts, sha256: sha256(wrong) })).headers.get('location') ?? ''
    const answer = await patch('ana', path, 0, wrong)
    expect([answer.status, (await json(answer)).code]).toEqual([422, 'DAMAGED'])
    expect(await rows()).toMatchObject([{ stored: false, type: '' }])
  })

  test('the bytes of an announced file are nobody’s to have, also where the server knows such bytes from somewhere else', async () => {
    const secret = await upload(server, 'mia', `projects/${PROJECT}/upload`, 'Secret.pdf', bytes)
    const { announced: fileId } = await announced({ createdById: await idOf('ana') })
    for (const who of ['ana', 'mia']) expect((await bytesAt(server, who, `/api/files/${fileId}/x`)).status).toBe(404)
    expect((await bytesAt(server, 'ana', secret.body.path)).status).toBe(200)
  })

  test('an announced file that is removed while its bytes come takes none', async () => {
    const facts = await announced({ createdById: await idOf('ana') })
    const path = (await begin('ana', facts)).headers.get('location') ?? ''
    expect((await as('mia', 'DELETE', `/api/projects/files/${facts.announced}`)).status).toBe(200)
    expect((await patch('ana', path, 0, bytes)).status).toBe(404)
    expect(await rows()).toEqual([])
  })
})
