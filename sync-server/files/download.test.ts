import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { bytesAt, pdf, sha256, upload } from '../testing/files.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

const PROJECT = 40_000_001
const bytes = pdf('0123456789'.repeat(20_000))
const etag = `"${sha256(bytes)}"`
let server: RestServer
let path: string
beforeEach(async () => {
  server = await restServer()
  const project = put('projects', aBareProject({ id: PROJECT }))
  await server.store.transact({ reads: {} }, () => ({ changes: [project], value: 0 }))
  path = (await upload(server, 'ana', `projects/${PROJECT}/upload`, 'Ágúst "€".pdf', bytes)).body.path
})
afterEach(() => server.close())
const get = (headers: Record<string, string> = {}, who = 'ruth') => bytesAt(server, who, path, headers)

test('bytes are saved by a browser and never shown or run as a page of this site', async () => {
  const { status, headers, bytes: had } = await get()
  expect([status, had.equals(bytes)]).toEqual([200, true])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag,
  })
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\x20-\x7e\xa0-\xff]+"; filename\*=UTF-8''/,
  )
})

test('who has no session gets nothing, and neither the name nor a crooked id leads anywhere else', async () => {
  expect((await server.fetch(path)).status).toBe(401)
  const id = path.split('/')[3] ?? ''
  expect((await bytesAt(server, 'ruth', `/api/files/${id}/another-name`)).bytes.equals(bytes)).toBe(true)
  for (const crooked of [
    `/api/files/${id}`,
    '/api/files/0/a.pdf',
    '/api/files/1e3/a.pdf',
    `/api/files/${id}/..%2f..%2fsecret`.replace(id, '..%2f..'),
    '/api/files/999/a.pdf',
    '/api/files/tus/a.pdf',
  ])
    expect((await bytesAt(server, 'ruth', crooked)).status, crooked).toBe(404)
})

test('who has the bytes is not sent them again', async () => {
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get({ 'if-none-match': known })
    expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, etag])
  }
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
})

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=100-', 100, bytes.length - 1],
  ['bytes=-100', bytes.length - 100, bytes.length - 1],
  ['bytes=-9999999', 0, bytes.length - 1],
  [`bytes=5-${bytes.length + 100}`, 5, bytes.length - 1],
])('%s is answered with that part', async (range, from, to) => {
  const { status, headers, bytes: part } = await get({ range })
  expect([status, headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
  expect(part.equals(bytes.subarray(from, to + 1))).toBe(true)
  expect(headers.get('content-length')).toBe(String(part.length))
})

test.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0-1'.repeat(500)])(
  '%s is no one range, so everything comes',
  async (range) => {
    expect((await get({ range })).bytes.equals(bytes)).toBe(true)
  },
)

test('a range behind the end is refused, and one of another version is not cut from this one', async () => {
  const outside = await get({ range: `bytes=${bytes.length}-` })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  expect(outside.headers.get('content-disposition')).toBeNull()
  expect((await get({ range: 'bytes=-0' })).status).toBe(416)
  expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
})

test('HEAD tells what GET would, without the bytes', async () => {
  const authorization = `Bearer ${await server.signIn('ruth')}`
  const answer = await server.fetch(path, { method: 'HEAD', headers: { authorization } })
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
    200,
    String(bytes.length),
    '',
  ])
})

test('bytes that the disk lost are told as such, and a reader who leaves is no failure', async () => {
  const authorization = `Bearer ${await server.signIn('ruth')}`
  const reader = (await server.fetch(path, { headers: { authorization } })).body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
  rmSync(server.blobs.pathOf(sha256(bytes)))
  const lost = await get()
  expect([lost.status, JSON.parse(lost.bytes.toString())]).toMatchObject([503, { code: 'UNAVAILABLE' }])
})
