import type { Hono } from 'hono'

/** Every address that answers a question, as it is written in the code; those without an end or without rows left out. */
export const readAddresses = (app: Pick<Hono, 'routes'>): string[] => [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes('*'))
      .map(({ path }) => path.replaceAll(/\{[^}]*\}/g, ''))
      .filter((path) => !withoutRows.includes(path)),
  ),
]
const withoutRows = ['/api/ping', '/api/health', '/api/metrics', '/api/sync/live']
