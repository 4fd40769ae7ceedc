import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { createAdmin } from './auth/create-admin.ts'
import { listen } from './http/listen.ts'
import { StoreUnavailable } from './store/unavailable.ts'
import { testServer, type TestServer, type TestServerOptions } from './testing/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-web-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'assets'))
const files = {
  'index.html': '<!doctype html><title>Fieldpost</title>',
  'sw.js': 'self.x = 1',
  'manifest.webmanifest': '{}',
  'assets/B1cD2eF3.js': 'export const a = 1',
  'assets/B1cD2eF3.js.br': 'brotli',
  'assets/B1cD2eF3.js.gz': 'gzip',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
writeFileSync(join(folder, '../secret.txt'), 'secret')

let open: TestServer | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const aServer = async (options: TestServerOptions = {}) =>
  (open = await testServer({ seed: 'none', webFolder: folder, ...options }))
const html = { accept: 'text/html,*/*' }

test('ping answers its known body, and nobody may keep it', async () => {
  const server = await aServer()
  const answer = await server.fetch('/api/ping')
  expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([{ fieldpost: 'pong' }, 'no-store'])
  expect((await (await server.fetch('/api/health')).json()) as object).toMatchObject({ status: 'ok' })
})

test('every answer carries the security headers: pages and files all of them, the API what data needs, a ping none', async () => {
  const server = await aServer()
  for (const [path, status] of [
    ['/', 200],
    ['/sw.js', 200],
    ['/api/docs', 200],
    ['/missing.js', 404],
  ] as const) {
    const { headers, status: got } = await server.fetch(path)
    expect(got, path).toBe(status)
    expect(headers.get('content-security-policy'), path).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' " +
        "'sha256-imyz8keTtLY6xoIwD/NEIYX8KFgHYn4a3JCEnokbE4k='; " +
        "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types dompurify app",
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expectForAll(headers)
  }
  for (const [path, status] of [
    ['/api/projects/1', 401],
    ['/api/sync', 405],
    ['/api/health', 200],
    ['/api/openapi.json', 200],
  ] as const) {
    const { headers, status: got } = await server.fetch(path)
    expect(got, path).toBe(status)
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'")
    expect(headers.has('referrer-policy'), path).toBe(false)
    expectForAll(headers)
  }
  const secure = await server.fetch('/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(secure.headers.get('strict-transport-security')).toContain('max-age=')
  const ping = await server.fetch('/api/ping')
  expect([...ping.headers.keys()].sort()).toEqual(['cache-control', 'content-type'])
})
function expectForAll(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toBe(null)
}

test('hashed files are kept for ever, and come in the smallest encoding that is taken', async () => {
  const server = await aServer()
  const ask = (encoding: string) => server.fetch('/assets/B1cD2eF3.js', { headers: { 'accept-encoding': encoding } })
  const br = await ask('gzip, deflate, br')
  expect([br.headers.get('content-encoding'), await br.text(), br.headers.get('cache-control')]).toEqual([
    'br',
    'brotli',
    'public, max-age=31536000, immutable',
  ])
  expect([br.headers.get('content-type'), br.headers.get('vary')]).toEqual([
    'text/javascript; charset=utf-8',
    'accept-encoding',
  ])
  expect((await ask('gzip')).headers.get('content-encoding')).toBe('gzip')
  expect((await ask('br;q=0, gzip')).headers.get('content-encoding')).toBe('gzip')
  expect(await (await ask('identity')).text()).toBe('export const a = 1')
})

test('index.html and the service worker are asked for again each time, and answered with 304', async () => {
  const server = await aServer()
  for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/projects/7']) {
    const first = await server.fetch(path, { headers: html })
    expect([first.status, first.headers.get('cache-control')], path).toEqual([200, 'no-cache'])
    const again = await server.fetch(path, { headers: { ...html, 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()], path).toEqual([304, ''])
  }
})

test('addresses of screens answer with the app, and only to who asks for a page', async () => {
  const server = await aServer()
  expect(await (await server.fetch('/dashboard/manager', { headers: html })).text()).toContain('Fieldpost')
  expect((await server.fetch('/assets/12345678.js', { headers: { accept: '*/*' } })).status).toBe(404)
  expect((await server.fetch('/dashboard', { method: 'POST', headers: html })).status).toBe(404)
  const api = await server.fetch('/api/nothing', { headers: html })
  expect([api.status, api.headers.get('content-type')]).toEqual([401, 'application/json'])
  expect((await server.fetch('/api', { headers: html })).status).toBe(401)
})

test('nothing outside the folder is served, nor its compressed copies by name', async () => {
  const server = await aServer()
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/B1cD2eF3.js.br',
    '//etc/passwd',
  ])
    expect([404, 400], path).toContain((await server.fetch(path)).status)
})

test('every request is one line of the log, with its id and without what was sent', async () => {
  const lines: Record<string, unknown>[] = []
  const server = await aServer({ log: (line) => lines.push(line) })
  const answer = await server.fetch('/api/login?secret=1', {
    method: 'POST',
    body: '{"email":"a@b.example","password":"secret-1"}',
    headers: { 'content-type': 'application/json' },
  })
  // What happened has a line of its own: security-events.test.ts.
  expect(lines.filter((line) => !line.event)).toMatchObject([
    { method: 'POST', path: '/api/login', status: 401, requestId: answer.headers.get('x-request-id') },
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('a store that cannot write is a 503 to be repeated, a bug is a 500 without a stack', async () => {
  const lines: Record<string, unknown>[] = []
  const server = await aServer({ seed: 'small', log: (line) => lines.push(line) })
  const headers = { authorization: `Bearer ${await server.signIn('ana')}` }
  const { read } = server.store
  server.store.read = () => Promise.reject(new StoreUnavailable('The disk is full.'))
  const full = await server.fetch('/api/dashboard/overview', { headers })
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5'])
  server.store.read = () => Promise.reject(new Error('a bug'))
  const bug = await server.fetch('/api/dashboard/overview', { headers })
  const text = await bug.text()
  expect([bug.status, text.includes('a bug')]).toEqual([500, false])
  expect(lines.find((line) => line.event === 'bug')?.requestId).toBe(bug.headers.get('x-request-id'))
  server.store.read = read
  expect((await server.fetch('/api/dashboard/overview', { headers })).status).toBe(200)
})

test('the first administrator is made on the command line, once for each address', async () => {
  const { server, passwords, store, fetch } = await aServer()
  const ada = { email: 'Ada@Example.org', fullName: 'Ada Novak', password: 'a-long-password' }
  await createAdmin(server, ada, passwords)
  await expect(createAdmin(server, ada, passwords)).rejects.toThrow('already an account')
  await expect(createAdmin(server, { ...ada, email: 'no address' }, passwords)).rejects.toThrow('Invalid email')
  await expect(createAdmin(server, { ...ada, email: 'b@example.org', password: 'short' }, passwords)).rejects.toThrow(
    'at least 6',
  )
  const { users } = await store.read({ reads: { users: many('users', {}) } })
  expect(users.map((user) => [user.email, user.roles])).toEqual([['ada@example.org', 'Admin']])
  const body = JSON.stringify({ email: ada.email, password: ada.password })
  expect(
    (await fetch('/api/login', { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status,
  ).toBe(200)
})

test('over a real socket: an answer, a taken port, and a stop that lets a request end', async () => {
  const server = await aServer()
  const listening = await listen(server.app, { port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${listening.port}/api/ping`
  expect(await (await fetch(address)).json()).toEqual({ fieldpost: 'pong' })
  await expect(listen(server.app, { port: listening.port, host: '127.0.0.1' })).rejects.toThrow('already in use')
  await expect(listen(server.app, { port: 0, host: '203.0.113.7' })).rejects.toThrow('203.0.113.7 is not an address')
  const slow = request(address.replace('ping', 'login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  const status = new Promise((resolve) => slow.on('response', (answer) => resolve(answer.statusCode)))
  slow.write('{')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const stopped = listening.stop()
  slow.end('}')
  expect(await status).toBe(401)
  await stopped
  await expect(fetch(address)).rejects.toThrow()
})
