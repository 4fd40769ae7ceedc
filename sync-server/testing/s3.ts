import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseFilesUrl } from '../store/blobs/s3-place.ts'

/** What is wrong with the storage: a status, no answer, a connection that ends in the middle, or a bit that turns on the way in. */
export type S3Trouble = 403 | 404 | 500 | 503 | 'silent' | 'cut' | 'damaged'

const BUCKET = 'bucket'
const codes: Record<number, string> = {
  403: 'AccessDenied',
  404: 'NoSuchBucket',
  500: 'InternalError',
  503: 'SlowDown',
}

/** An object storage in memory that speaks as much of S3 as we do, over real connections, and judges the checksums it is told. */
export async function startS3() {
  const objects = new Map<string, { bytes: Buffer; modified: number }>()
  const asked: string[] = []
  const state: {
    trouble: S3Trouble | null
    troubled: (asked: string) => boolean
    before: (asked: string) => Promise<void>
  } = { trouble: null, troubled: () => true, before: () => Promise.resolve() }

  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    void serve(request, response).catch(() => request.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://storage')
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const what = `${request.method} ${key}`
    asked.push(what)
    await state.before(what)
    const trouble = state.troubled(what) ? state.trouble : null
    if (trouble === 'silent') return
    if (typeof trouble === 'number') return refuse(response, trouble, codes[trouble] ?? '')
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') return put(request, response, key, trouble)
    if (request.method === 'DELETE') return (objects.delete(key), void response.writeHead(204).end())
    if (!key) return list(url, response)
    const found = objects.get(key)
    if (!found) return refuse(response, 404, request.method === 'HEAD' ? '' : 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = from ? found.bytes.subarray(Number(from), Number(to) + 1) : found.bytes
    response.writeHead(from ? 206 : 200, {
      'content-length': bytes.length,
      'last-modified': new Date(found.modified).toUTCString(),
      ...(from ? { 'content-range': `bytes ${from}-${to}/${found.bytes.length}` } : {}),
    })
    if (request.method === 'HEAD') return void response.end()
    if (trouble !== 'cut') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  async function put(request: IncomingMessage, response: ServerResponse, key: string, trouble: S3Trouble | null) {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
      if (trouble === 'cut') return void request.destroy()
    }
    const bytes = Buffer.concat(chunks)
    if (trouble === 'damaged' && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1
    const hash = createHash('sha256').update(bytes).digest()
    const { headers } = request
    const told = [headers['x-amz-checksum-sha256'], headers['x-amz-content-sha256']]
    if (told[0] !== undefined && told[0] !== hash.toString('base64')) return refuse(response, 400, 'BadDigest')
    if (/^[0-9a-f]{64}$/.test(String(told[1])) && told[1] !== hash.toString('hex'))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    objects.set(key, { bytes, modified: Date.now() })
    response.writeHead(200, { etag: '"x"' }).end()
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, 1_000)
    const contents = page.map((key) => {
      const { modified, bytes } = objects.get(key) ?? { modified: 0, bytes: '' }
      return `<Contents><Key>${key}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const isTruncated = keys.length > page.length
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
      )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test'
  const { port } = server.address() as AddressInfo
  const url = `s3://${BUCKET}/fieldpost?endpoint=http://127.0.0.1:${port}`
  return {
    url,
    place: parseFilesUrl(url),
    objects,
    /** Each request, as `PUT fieldpost/…`. */
    asked,
    /** From now on, for requests that fit; null: nothing is wrong. */
    be(trouble: S3Trouble | null, troubled: (asked: string) => boolean = () => true) {
      Object.assign(state, { trouble, troubled })
    },
    /** Each request waits for this first. */
    before: (wait: (asked: string) => Promise<void>) => void (state.before = wait),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type TestS3 = Awaited<ReturnType<typeof startS3>>

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
