import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context, Hono } from 'hono'

interface StaticFile {
  type: string
  etag: string
  immutable: boolean
  plain: Buffer<ArrayBuffer>
  br: Buffer<ArrayBuffer> | null
  gzip: Buffer<ArrayBuffer> | null
}

/**
 * The built web application, read once at the start: a path that is not in the map does not exist, so nothing outside the
 * folder can be asked for. Addresses of screens answer with index.html.
 */
export function mountStatic(app: Hono, folder: string): void {
  const files = readFolder(folder)
  const index = files.get('/index.html')
  app.get('*', (c) => {
    const file = files.get(c.req.path) ?? (c.req.path === '/' || wantsScreen(c) ? index : undefined)
    return file ? answerFile(c, file) : c.notFound()
  })
}

const wantsScreen = (c: Context): boolean =>
  !c.req.path.startsWith('/api/') && c.req.path !== '/api' && (c.req.header('accept') ?? '').includes('text/html')

function answerFile(c: Context, file: StaticFile): Response {
  c.header('etag', file.etag)
  c.header('vary', 'accept-encoding')
  c.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  const known = c.req.header('if-none-match')
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === file.etag)) return c.body(null, 304)
  c.header('content-type', file.type)
  const [encoding, body] = smallest(file, c.req.header('accept-encoding') ?? '')
  if (encoding) c.header('content-encoding', encoding)
  return c.body(body)
}

function smallest(file: StaticFile, accepts: string): ['br' | 'gzip' | '', Buffer<ArrayBuffer>] {
  const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepts)
  if (file.br && takes('br')) return ['br', file.br]
  if (file.gzip && takes('gzip')) return ['gzip', file.gzip]
  return ['', file.plain]
}

function readFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address, readFile(path, address))
  }
  return files
}

function readFile(path: string, address: string): StaticFile {
  const plain = readFileSync(path)
  const beside = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null)
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    // Its name is the hash of its content: it may be kept for ever.
    immutable: /^\/assets\/[\w-]{8,}\.\w+$/.test(address),
    plain,
    br: beside('.br'),
    gzip: beside('.gz'),
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
