import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Server as HttpServer } from 'node:http'

const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
const KEEP_ALIVE_MS = 75_000
const MAX_CONNECTIONS = 2_000
const DRAIN_MS = 8_000

export interface Listening {
  port: number
  /** Takes no more connections, lets what is under way end for at most 8 s, then closes what is left. */
  stop(): Promise<void>
}

/** Slow clients are cut off: headers within 15 s, the whole request within 60 s, at most 2,000 connections. */
export function listen(
  app: { fetch: Hono['fetch'] },
  { port, host }: { port: number; host: string },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        port,
        hostname: host,
        serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      },
      (info) => resolve({ port: info.port, stop: () => stopServer(server) }),
    ) as HttpServer
    server.maxConnections = MAX_CONNECTIONS
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Choose another with PORT=…`) : error,
      ),
    )
  })
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
