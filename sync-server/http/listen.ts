import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { STATUS_CODES, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { methods } from './methods.ts'
import { networkOf } from './network.ts'

const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
const KEEP_ALIVE_MS = 75_000
/** So often it is looked at how long headers and requests have taken. */
const CHECK_MS = 2_000
const DRAIN_MS = 8_000

export interface Listening {
  port: number
  /** Each answer from now on says that its connection ends with it: the next request goes to another process. */
  leave(): void
  /** Takes no more connections, lets what is under way end for at most 8 s, then closes what is left. */
  stop(): Promise<void>
}

interface ListenOptions {
  port: number
  host: string
  /** How many connections are open at once. */
  maxConnections?: number
  /** Behind a proxy all connections have its address; without one an address has at most a quarter of them. */
  trustProxy?: boolean
}

/** Slow clients are cut off: headers within 15 s, the whole request within 60 s. */
export function listen(
  app: { fetch: Hono['fetch'] },
  { port, host, maxConnections = 2_000, trustProxy = false }: ListenOptions,
): Promise<Listening> {
  let isLeaving = false
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        port,
        hostname: host,
        serverOptions: {
          headersTimeout: HEADERS_MS,
          requestTimeout: REQUEST_MS,
          keepAliveTimeout: KEEP_ALIVE_MS,
          connectionsCheckingInterval: CHECK_MS,
        },
      },
      (info) => resolve({ port: info.port, leave: () => void (isLeaving = true), stop: () => stopServer(server) }),
    ) as HttpServer
    server.maxConnections = maxConnections
    // That a connection stays, and for how long, HTTP/1.1 says by itself: 48 bytes of each answer.
    server.prependListener('request', (_, answer: ServerResponse) =>
      isLeaving ? answer.setHeader('connection', 'close') : answer.removeHeader('connection'),
    )
    // Who only keeps a connection for later makes room for who comes.
    server.on('drop', () => server.closeIdleConnections())
    if (!trustProxy) limitAddresses(server, Math.ceil(maxConnections / 4))
    server.on('clientError', answerUnreadable)
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = whyNot(port, host)[error.code ?? '']
      reject(sentence ? new Error(sentence, { cause: error }) : error)
    })
  })
}

const whyNot = (port: number, host: string): Record<string, string> => ({
  EADDRINUSE: `Port ${port} is already in use. Choose another with PORT=…`,
  EACCES: `This user may not use port ${port}. Choose another with PORT=…, and let the proxy have this one.`,
  EADDRNOTAVAIL: `${host} is not an address of this machine. Choose another with HOST=…`,
  ENOTFOUND: `${host} is not an address of this machine. Choose another with HOST=…`,
})

function limitAddresses(server: HttpServer, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const from = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(from) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(from, count)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left > 0) open.set(from, left)
      else open.delete(from)
    })
  })
}

/** What node could not read as a request, answered in the words of the rest. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }): void {
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const [status, code, message] = unreadable[error.code ?? ''] ?? [400, 'MALFORMED', 'This is not a request.']
  const body = JSON.stringify({ code, message, requestId: '' })
  const allow = status === 405 ? `Allow: ${methods.join(', ')}\r\n` : ''
  // As node does it: so little is written at once, and nobody is waited for.
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${allow}\r\n${body}`,
  )
  socket.destroy()
}
const unreadable: Record<string, [status: number, code: string, message: string]> = {
  HPE_INVALID_METHOD: [405, 'METHOD_NOT_ALLOWED', `There is no such method here. There are ${methods.join(', ')}.`],
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The headers are too large. Send fewer.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE', 'The chunk extensions are too large. Send none.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'TIMEOUT', 'The request took too long. Send it again.'],
}

function stopServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its last request ends, and would then be kept for the next one.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(impatience)
      resolve()
    })
  })
}
