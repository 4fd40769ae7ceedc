import { afterEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { createApp } from '../app.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { pdf, sendForm } from '../testing/files.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import type { UploadLimits } from './allowance.ts'

const MB = 1_000_000
const PROJECT = 40_000_001
let open: RestServer | undefined
afterEach(() => open?.close())

async function aServer(limits: Partial<UploadLimits>) {
  const uploads = { atOnce: 4, atOnceBytes: 6 * MB, dayBytes: 12 * MB, ...limits }
  const server = (open = await restServer({ organisation: { maxFileMb: 2 }, uploads }))
  await server.store.transact({ reads: {} }, () => ({
    changes: [put('projects', aBareProject({ id: PROJECT }))],
    value: 0,
  }))
  let made = 0
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tusTo =
    (fetch: (path: string, init: RequestInit) => Response | Promise<Response>) =>
    async (who: string, method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
      fetch(path, {
        method,
        headers: { authorization: `Bearer ${await server.signIn(who)}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body ? { body } : {}),
      })
  const beginning = (size: number) => ({
    'upload-length': String(size),
    'upload-metadata': `filename ${base64('a.pdf')},projectId ${base64(String(PROJECT))}`,
  })
  const tus = tusTo(server.fetch)
  return {
    ...server,
    uploads,
    tus,
    tusTo,
    beginning,
    begin: (who: string, size: number) => tus(who, 'POST', '/api/files/tus', beginning(size)),
    send: (who: string, path: string, body: Uint8Array) =>
      tus(who, 'PATCH', path, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, body),
    attach(who: string, size: number, path = `projects/${PROJECT}/upload`) {
      const bytes = Buffer.concat([pdf(String(++made)), Buffer.alloc(size)])
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(body.length) }
      return sendForm(server, who, path, body, headers)
    },
  }
}
const place = (answer: Response) => answer.headers.get('location') ?? ''
const tooMany = { code: 'TOO_MANY_UPLOADS' }

test('nobody begins more uploads than they may without finishing or giving up some; others are not concerned', async () => {
  const { begin, send, tus, attach } = await aServer({})
  const bytes = pdf('finished')
  const begun = [await begin('ana', bytes.length), ...(await Promise.all([1, 2, 3].map(() => begin('ana', 1_000))))]
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const refused = await begin('ana', 1_000)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '60',
    { ...tooMany, message: expect.stringMatching(/begun 4 uploads.*Finish some/) as string },
  ])
  expect(await attach('ana', 10)).toMatchObject({ status: 429, body: tooMany })
  expect((await begin('mia', 1_000)).status).toBe(201)

  expect((await send('ana', place(begun[0] as Response), bytes)).status).toBe(200)
  expect((await begin('ana', 1_000)).status).toBe(201)
  expect((await tus('ana', 'DELETE', place(begun[1] as Response))).status).toBe(204)
  expect((await attach('ana', 10)).status).toBe(200)
  expect((await begin('ana', 1_000)).status).toBe(201)
})

test('what is announced counts at once, a refused file does not, and after a day an unfinished one no more', async () => {
  const { begin, tus, clock } = await aServer({ atOnceBytes: 4 * MB })
  const statuses = [await begin('ana', 2 * MB), await begin('ana', 2 * MB), await begin('ana', 1)].map(
    (answer) => answer.status,
  )
  expect(statuses).toEqual([201, 201, 429])
  expect(
    (await tus('mia', 'POST', '/api/files/tus', { 'upload-length': String(2 * MB), 'upload-metadata': 'filename' }))
      .status,
  ).toBe(404)
  for (let n = 0; n < 2; n++) expect((await begin('mia', 2 * MB)).status).toBe(201)
  clock.advance(86_400_001)
  expect((await begin('ana', 2 * MB)).status).toBe(201)
})

test('a restart does not forget what was begun', async () => {
  const server = await aServer({})
  // Expiry is counted from the time of the machine, where the library writes it down.
  server.clock.set(new Date().toISOString())
  for (let n = 0; n < 4; n++) expect((await server.begin('ana', 1_000)).status).toBe(201)
  const { passwords, blobs, uploads, tusTo } = server
  const again = createApp({ ...server.server, passwords, blobs, uploads })
  const begin = tusTo(async (path, init) => again.app.request(path, init))
  expect((await begin('ana', 'POST', '/api/files/tus', server.beginning(1_000))).status).toBe(429)
  expect((await begin('mia', 'POST', '/api/files/tus', server.beginning(1_000))).status).toBe(201)
  again.stop()
})

test('what was sent today counts though its draft was thrown away, or the file was refused', async () => {
  const { attach, post, as, clock } = await aServer({ dayBytes: 5 * MB })
  const start = { countryId: 1, teamId: 3, advisorId: 1, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2027-06-30' }
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) {
    const { id } = (await post('ana', 'requests/details', { ...start, blanketTasking: null })).body
    statuses.push((await attach('ana', 1.9 * MB, `requests/${id}/upload`)).status)
    expect((await as('ana', 'DELETE', `requests/${id}`)).status).toBe(200)
  }
  expect(statuses).toEqual([200, 200, 429])
  clock.advance(86_400_001)
  expect((await attach('ana', 1.9 * MB)).status).toBe(200)
})

test('what became a file counts for a day, whoever takes its upload back', async () => {
  const { begin, send, tus, clock } = await aServer({ dayBytes: 3 * MB })
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) {
    const bytes = pdf(`of ${n}`)
    const begun = await begin('ana', bytes.length)
    statuses.push(begun.status)
    if (begun.status !== 201) continue
    expect((await send('ana', place(begun), bytes)).status).toBe(200)
    expect((await tus('ana', 'DELETE', place(begun))).status).toBe(204)
  }
  expect(statuses).toEqual([201, 201, 201, 429])
  clock.advance(86_400_001)
  expect((await begin('ana', 10)).status).toBe(201)
})

test('within a day nobody attaches more than they may, large or small, and tomorrow goes on', async () => {
  const { attach, begin, clock } = await aServer({ dayBytes: 5 * MB })
  expect((await attach('ana', 1.9 * MB)).status).toBe(200)
  expect((await attach('ana', 1.9 * MB)).status).toBe(200)
  expect((await attach('ana', 10)).status).toBe(200)
  // A small one counts as a megabyte.
  expect(await attach('ana', 10)).toMatchObject({
    status: 429,
    body: { ...tooMany, message: expect.stringMatching(/5 MB in 24 hours.*tomorrow/) as string },
  })
  expect((await begin('ana', 10)).status).toBe(429)
  expect((await attach('mia', 10)).status).toBe(200)
  clock.advance(86_400_001)
  expect((await attach('ana', 10)).status).toBe(200)
})
