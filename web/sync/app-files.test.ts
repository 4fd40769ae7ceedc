import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countFiles, keepFiles, keysOf } from './app-files.ts'
import { printOf } from './print.ts'

const index = (version: number) => `<div id="root">version ${version}</div>`
const contents = new Map([
  ['/index.html', index(1)],
  ['/assets/main-a1.js', 'start()'],
  ['/assets/page-b2.js', 'page()'],
  ['/icon.svg', '<svg/>'],
])

let server: Server
let origin: string
let requests: string[]
/** What is answered in place of a file, and with which status; 0 cuts the connection. */
let instead: Map<string, { status: number; html?: string }>
let keys: Map<string, string>

beforeEach(async () => {
  requests = []
  instead = new Map()
  server = createServer(({ url = '' }, answer) => {
    requests.push(url)
    const other = instead.get(url)
    if (other?.status === 0) return void answer.destroy()
    const isPage = other?.html !== undefined || url.endsWith('.html')
    answer.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    answer.statusCode = other?.status ?? 200
    answer.end(other?.html ?? contents.get(url))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  keys = keysOf(await listOf(contents), origin)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** As the build writes it: a print where the address says nothing of the content, and in one word what is called by a hash. */
async function listOf(files: Map<string, string>) {
  const hashes = [...files.keys()].flatMap((path) => /^\/assets\/(.{7})\.js$/.exec(path)?.[1] ?? [])
  const others = [...files].filter(([path]) => !path.startsWith('/assets/'))
  const print = async ([path, content]: [string, string]) => ({
    url: path.slice(1),
    revision: await printOf(new TextEncoder().encode(content)),
  })
  return [...(await Promise.all(others.map(print))), { url: hashes.join('') }]
}

/** As much of Cache Storage as is used here; Node has none. */
class MemoryCache {
  readonly kept = new Map<string, Response>()
  keys = async () => [...this.kept.keys()].map((url) => new Request(url))
  put = async (key: RequestInfo | URL, response: Response) => void this.kept.set(new Request(key).url, response)
}

test('all files are fetched once, and asked again nothing is', async () => {
  const cache = new MemoryCache()
  expect(await keepFiles(keys, cache)).toEqual({ kept: 4, total: 4 })
  expect(await keepFiles(keys, cache)).toEqual({ kept: 4, total: 4 })
  expect(requests.sort()).toEqual([...contents.keys()].sort())
  expect(await cache.kept.get(`${origin}/assets/main-a1.js`)?.text()).toBe('start()')
})

test('a file that is refused keeps no other from being kept, and alone is asked for again', async () => {
  const cache = new MemoryCache()
  instead.set('/assets/main-a1.js', { status: 503 })
  expect(await keepFiles(keys, cache)).toEqual({ kept: 3, total: 4 })
  instead.clear()
  requests = []
  expect(await keepFiles(keys, cache)).toEqual({ kept: 4, total: 4 })
  expect(requests).toEqual(['/assets/main-a1.js'])
})

test('two are fetched at a time: on a long way most of it is waiting, and on a thin one the work needs its share', async () => {
  const underWay: ((isCut: boolean) => void)[] = []
  const send: typeof fetch = (address, options) =>
    new Promise((resolve, reject) =>
      underWay.push((isCut) => (isCut ? reject(new TypeError('Failed to fetch')) : resolve(fetch(address, options)))),
    )
  const cache = new MemoryCache()
  const fetched = keepFiles(keys, cache, send)
  await vi.waitFor(() => expect(underWay).toHaveLength(2))
  underWay[0]?.(false)
  await vi.waitFor(() => expect(underWay).toHaveLength(3))
  expect(cache.kept.size).toBe(1)
  underWay[2]?.(true)
  underWay[1]?.(false)
  const rejected = expect(fetched).rejects.toThrow('Failed to fetch')
  await vi.waitFor(() => expect(cache.kept.size, 'what was on its way is kept').toBe(2))
  expect(underWay, 'nothing is begun after a cut').toHaveLength(3)
  await rejected
})

test('a link that is cut ends it, and what has come is not fetched again', async () => {
  const cache = new MemoryCache()
  instead.set('/assets/page-b2.js', { status: 0 })
  await expect(keepFiles(keys, cache)).rejects.toThrow()
  expect(await countFiles(keys, cache)).toEqual({ kept: 3, total: 4 })
  instead.clear()
  requests = []
  expect(await keepFiles(keys, cache)).toEqual({ kept: 4, total: 4 })
  expect(requests).toEqual(['/assets/page-b2.js'])
})

test('the page of a captive portal is kept in place of no file', async () => {
  const cache = new MemoryCache()
  for (const path of contents.keys()) instead.set(path, { status: 200, html: '<h1>Welcome, please pay</h1>' })
  expect(await keepFiles(keys, cache)).toEqual({ kept: 0, total: 4 })
})

test('the first page of a newer version is not kept for this one', async () => {
  const cache = new MemoryCache()
  instead.set('/index.html', { status: 200, html: index(2) })
  expect(await keepFiles(keys, cache)).toEqual({ kept: 3, total: 4 })
})

test('a file that the browser threw away is missed and comes back', async () => {
  const cache = new MemoryCache()
  await keepFiles(keys, cache)
  cache.kept.delete(`${origin}/assets/page-b2.js`)
  expect(await countFiles(keys, cache)).toEqual({ kept: 3, total: 4 })
  expect(await keepFiles(keys, cache)).toEqual({ kept: 4, total: 4 })
})

test('a file of another version counts for nothing', async () => {
  const cache = new MemoryCache()
  await keepFiles(keys, cache)
  const next = keysOf(await listOf(new Map([...contents, ['/index.html', index(2)]])), origin)
  expect(await countFiles(next, cache)).toEqual({ kept: 3, total: 4 })
})
