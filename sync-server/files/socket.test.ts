import { existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { listen, type Listening } from '../http/listen.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { pdf, upload } from '../testing/files.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

const PROJECT = 40_000_001
const MB = 1024 * 1024
let server: RestServer
let listening: Listening
let token: string
beforeEach(async () => {
  server = await restServer()
  const project = put('projects', aBareProject({ id: PROJECT }))
  await server.store.transact({ reads: {} }, () => ({ changes: [project], value: 0 }))
  listening = await listen(server.app, { port: 0, host: '127.0.0.1' })
  token = await server.signIn('ana')
})
afterEach(async () => {
  await listening.stop()
  await server.close()
})

const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="large.txt"\r\n\r\n'
const tail = '\r\n--x--\r\n'

/** Sends a form of so many bytes over a socket, as fast as it is taken; answers what came back, and how much was sent by then. */
function send(
  size: number,
  isAnnounced: boolean,
  watch: (sent: number) => void = () => undefined,
): Promise<{ status: number; sent: number; body: string }> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const length = head.length + size + tail.length
    const call = request({
      port: listening.port,
      method: 'POST',
      path: `/api/projects/${PROJECT}/upload`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...(isAnnounced ? { 'content-length': length } : {}),
      },
    })
    let isAnswered = false
    call.on('response', (answer) => {
      isAnswered = true
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (body += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, sent, body }))
    })
    call.on('error', (error) => (isAnswered ? undefined : reject(error)))
    call.write(head)
    const more = () => {
      while (sent < size && !isAnswered) {
        const chunk = Buffer.alloc(Math.min(64_000, size - sent), 'a')
        sent += chunk.length
        watch(sent)
        if (!call.write(chunk)) return void call.once('drain', more)
      }
      call.end(tail)
    }
    more()
  })
}
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files

test('25 MB are taken as they come: what was sent is on the disk, and never more than a little on the way', async () => {
  const onDisk = () =>
    existsSync(server.blobs.scratch)
      ? readdirSync(server.blobs.scratch).reduce(
          (sum, name) => sum + statSync(join(server.blobs.scratch, name)).size,
          0,
        )
      : 0
  let most = 0
  const sent = await send(25 * MB, true, (bytes) => (most = Math.max(most, bytes - onDisk())))
  expect([sent.status, await rows()]).toMatchObject([200, [{ size: 25 * MB, type: 'text/plain' }]])
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(10 * MB)
})

test.each([
  ['announced', true],
  ['not announced', false],
])('one byte more is refused in words, %s, and nothing of it stays', { timeout: 30_000 }, async (_, isAnnounced) => {
  const size = isAnnounced ? 25 * MB + 100_000 : 25 * MB + 1
  const { status, sent, body } = await send(size, isAnnounced)
  expect([status, JSON.parse(body)]).toMatchObject([413, { code: 'TOO_LARGE' }])
  if (isAnnounced) expect(sent).toBeLessThan(10 * MB)
  expect(await rows()).toEqual([])
  expect(isAnnounced || readdirSync(server.blobs.scratch)).toEqual(isAnnounced || [])
})

test('who leaves in the middle of an upload or a download leaves nothing, and others go on', async () => {
  const large = Buffer.concat([pdf('x'), Buffer.alloc(5 * MB)])
  const { path } = (await upload(server, 'ana', `projects/${PROJECT}/upload`, 'a.pdf', large)).body
  await new Promise<void>((resolve) => {
    const call = request({ port: listening.port, path, headers: { authorization: `Bearer ${token}` } })
    call.on('response', (answer) => answer.once('data', () => (answer.destroy(), resolve())))
    call.on('error', () => undefined)
    call.end()
  })
  await new Promise<void>((resolve) => {
    const socket = connect(listening.port, '127.0.0.1', () => {
      socket.write(
        `POST /api/projects/${PROJECT}/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${head}some text`,
      )
      setTimeout(() => (socket.destroy(), resolve()), 100)
    })
  })
  await expect.poll(() => readdirSync(server.blobs.scratch)).toEqual([])
  expect(await rows()).toHaveLength(1)
  const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true)
})
