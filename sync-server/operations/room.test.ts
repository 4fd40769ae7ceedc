import { existsSync, readdirSync, statSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { aProjectIn } from '#shared/testing/samples.ts'
import { defaultUploads } from '../files/allowance.ts'
import { ballastOf } from '../store/disk.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { pdf, sendForm } from '../testing/files.ts'
import { restServer } from '../testing/rest.ts'
import { aCountedDisk, aRealDisk, BALLAST, FOR_US, RESERVE, type SmallDisk } from '../testing/small-disk.ts'

const MB = 1_000_000
const FIRST = 42_300_001
const PROJECTS = 60
const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function aServerOn(small: SmallDisk) {
  opened.push(() => small.remove())
  const { store, disk, blobs } = small
  const server = await restServer({
    store,
    disk,
    blobs,
    organisation: { maxFileMb: 1 },
    uploads: { ...defaultUploads, atOnce: 100 },
  })
  opened.push(
    () => disk.close(),
    () => server.close(),
  )
  await disk.mend()
  const taskings = Array.from({ length: PROJECTS }, (_, n) =>
    put(
      'projects',
      aProjectIn('interim', { id: FIRST + n, requestId: 0, projectTypeId: 3, shipNumber: 12, createdById: 1 }),
    ),
  )
  await store.transact({ reads: {} }, () => ({ changes: taskings, value: null }))
  let bytes = 0
  let approved = 0
  const json = { 'content-type': 'application/json' }
  return {
    ...server,
    ...small,
    /** As somebody who is signed in already. */
    attach(size: number) {
      const form = new FormData()
      form.append('file', new Blob([pdf(`${++bytes}`), Buffer.alloc(size)]), 'a.pdf')
      return server.as('ana', 'POST', `projects/${FIRST}/upload`, form)
    },
    signInFor: async (password = 'fieldpost-demo') => {
      const body = JSON.stringify({ email: 'mia@fieldpost.example', password })
      const address = `10.0.${approved}.${++bytes % 250}`
      return (
        await server.fetch('/api/login', { method: 'POST', body, headers: { ...json, 'x-forwarded-for': address } })
      ).status
    },
    approve: async () => (await server.post('adam', `projects/${FIRST + approved++}/approve`, {})).status,
    comment: (text: string) => server.post('mia', `projects/${FIRST}/comments`, { comment: text }),
    ready: async () => {
      const answer = await server.fetch('/api/ready')
      return [answer.status, (await answer.json()) as { database: string; disk: string }] as const
    },
  }
}
const ok = { database: 'ok', disk: 'ok' }

test.each([
  // Without the right to mount, the one below proves the same.
  ['a file system of its own, where one may be mounted', () => aRealDisk() ?? aCountedDisk()],
  ['a disk that is counted', aCountedDisk],
])(
  'files stop at the reserve, and when others take that too, people go on signing in and deciding, on %s',
  { timeout: 60_000 },
  async (_, make) => {
    const server = await aServerOn(make())
    expect(statSync(ballastOf(server.database)).size).toBe(BALLAST)
    const tasking = `projects/${FIRST}`

    // Uploads, till they are refused: the reserve is left.
    let kept = 0
    let answer = await server.attach(MB)
    for (; answer.status === 200 && kept < 40; answer = await server.attach(MB)) kept += 1
    expect([answer.status, answer.body]).toMatchObject([
      507,
      { code: 'NO_ROOM', message: expect.stringMatching(/nearly full.*try again when there is room/) as string },
    ])
    // What the database's log has of a real disk the files cannot have, and how much that is is the machine's affair.
    const log = server.isReal ? statSync(`${server.database}-wal`).size : 0
    expect(kept + log / MB).toBeGreaterThan(8)
    expect(readdirSync(server.blobs.scratch)).toEqual([])
    // Into the reserve as well.
    const [status, told] = await server.ready()
    expect(server.isReal ? told : [status, told]).toMatchObject(server.isReal ? { database: 'ok' } : [200, ok])

    // And the rest of the disk, by somebody else.
    server.fill()
    expect((await server.ready())[1]).toMatchObject({ disk: 'nearly full' })
    const written: number[] = []
    for (let n = 0; n < 40; n++) written.push(await server.signInFor(), await server.approve())
    expect(new Set(written)).toEqual(new Set([200]))
    expect(server.told.map(({ event }) => event)).toContain('ballast-given')
    expect(existsSync(ballastOf(server.database))).toBe(false)
    expect((await server.get('mia', tasking)).status).toBe(200)
    expect((await server.attach(1_000)).status).toBe(507)
    expect(await server.ready()).toMatchObject([503, { disk: 'nearly full' }])

    // Until the ballast is used up as well: nothing more is promised, and nothing lies.
    let last = await server.comment('A comment')
    for (let n = 0; last.status === 200 && n < 5_000; n++) last = await server.comment('long '.repeat(390))
    expect([last.status, last.body.code]).toEqual([503, 'UNAVAILABLE'])
    expect(await server.ready()).toMatchObject([503, { database: 'cannot write', disk: 'nearly full' }])
    expect((await server.get('mia', tasking)).status).toBe(200)
    expect((await server.attach(1_000)).status).toBe(507)

    // Room: everything goes on by itself.
    server.makeRoom()
    expect([await server.signInFor(), await server.approve(), (await server.attach(1_000)).status]).toEqual([
      200, 200, 200,
    ])
    expect(statSync(ballastOf(server.database)).size).toBe(BALLAST)
    const { files } = await server.store.read({ reads: { files: many('files', {}) } })
    expect(files.length).toBe(kept + 1)
  },
)

test('a server that is started on a full disk takes the ballast, and starts', async () => {
  const small = aRealDisk() ?? aCountedDisk()
  opened.push(() => small.remove())
  await small.disk.mend()
  small.fill()
  await small.store.close()
  // What the log had was given back.
  if (small.isReal) small.fill()
  const again = openSqlite({ path: small.database, mode: 'demo', room: small.disk })
  opened.push(
    () => small.disk.close(),
    () => again.close(),
  )
  const counter = put('counters', { id: 1, name: 'devices', value: 7 })
  await again.transact({ reads: {} }, () => ({ changes: [counter], value: null }))
  // Where nothing could be mounted the disk itself is not full.
  expect(small.told.some(({ event }) => event === 'ballast-given')).toBe(small.isReal)
})

test('readiness never says that all is well while a write or a file is refused', { timeout: 60_000 }, async () => {
  const server = await aServerOn(aCountedDisk())
  expect(await server.ready()).toMatchObject([200, ok])
  server.fill()
  // Within the seconds for which a look at the disk counts.
  expect(await server.ready()).toMatchObject([503, { disk: 'nearly full' }])
  for (let status = 200; status === 200;) status = (await server.comment('long '.repeat(390))).status
  expect(await server.ready()).toMatchObject([503, { database: 'cannot write', disk: 'nearly full' }])
  server.makeRoom()
  expect((await server.attach(1_000)).status).toBe(200)
  expect((await server.ready())[1].disk).toBe('ok')
})

test(
  'uploads at the same time keep the reserve together, and one that others overtake is refused while it comes',
  { timeout: 60_000 },
  async () => {
    const server = await aServerOn(aCountedDisk())
    const answers = await Promise.all(Array.from({ length: 24 }, () => server.attach(MB)))
    const taken = answers.filter(({ status }) => status === 200).length
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 507]))
    // About twelve have room.
    expect(taken).toBeGreaterThan(4)
    expect(taken * MB + RESERVE + BALLAST).toBeLessThanOrEqual(FOR_US)

    const sized = await aServerOn(aCountedDisk())
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'
    let parts = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (parts++ === 0) return controller.enqueue(Buffer.from(head))
        if (parts === 4) sized.fill()
        if (parts < 12) controller.enqueue(Buffer.alloc(100_000, 'a'))
        else {
          controller.enqueue(Buffer.from('\r\n--x--\r\n'))
          controller.close()
        }
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000400' }
    const answer = await sendForm(sized, 'ana', `projects/${FIRST}/upload`, body, headers)
    expect([answer.status, answer.body]).toMatchObject([507, { code: 'NO_ROOM' }])
    expect(readdirSync(sized.blobs.scratch)).toEqual([])
  },
)

test('an upload in pieces is refused at its beginning and at each piece, keeps what came, and goes on when there is room', async () => {
  const server = await aServerOn(aCountedDisk())
  const bytes = Buffer.concat([pdf('pieces'), Buffer.alloc(600_000)])
  const authorization = `Bearer ${await server.signIn('ana')}`
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    server.fetch(path, {
      method,
      headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
      ...(body ? { body } : {}),
    })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const begin = () =>
    tus('POST', '/api/files/tus', {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64('a.pdf')},projectId ${base64(String(FIRST))}`,
    })
  const piece = (from: number, to?: number) =>
    tus(
      'PATCH',
      path,
      { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      bytes.subarray(from, to),
    )
  const path = (await begin()).headers.get('location') ?? ''
  expect((await piece(0, 1_000)).status).toBe(204)
  server.fill()
  for (const refused of [await begin(), await piece(1_000)])
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'NO_ROOM' }])
  expect((await tus('HEAD', path, {})).headers.get('upload-offset')).toBe('1000')
  server.makeRoom()
  expect((await piece(1_000)).status).toBe(200)
  expect(RESERVE).toBeGreaterThan(bytes.length)
})
