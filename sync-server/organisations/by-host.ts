import { STATUS_CODES } from 'node:http'
import type { Hono } from 'hono'

type Fetch = Pick<Hono, 'fetch'>['fetch']
interface Known {
  hosts: readonly string[]
  app: { fetch: Fetch }
}

/** What a load balancer asks a process by its address. */
const ofProcess = ['/api/health', '/api/ready', '/api/ping', '/api/metrics']

/** One organisation's server for each name; a name that nobody has is answered 421, and reaches no rows. */
export function byHost(known: readonly [Known, ...Known[]]): { fetch: Fetch } {
  const [first] = known
  const apps = new Map(known.flatMap(({ hosts, app }) => hosts.map((host) => [host, app])))
  return {
    fetch(request, ...more) {
      const app = apps.get(nameIn(request.url))
      if (app) return app.fetch(request, ...more)
      const isOfProcess = ofProcess.includes(new URL(request.url).pathname)
      return isOfProcess ? first.app.fetch(request, ...more) : misdirected()
    },
  }
}

/** An address is asked for under the name in `Host`; its port and the dot of the root say nothing. */
const nameIn = (url: string): string => new URL(url).hostname.replace(/\.$/, '')

function misdirected(): Response {
  const message = 'No organisation is served under this name. Check the address.'
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  const body = { code: 'MISDIRECTED', message, requestId: '' }
  return Response.json(body, { status: 421, statusText: STATUS_CODES[421] ?? '', headers })
}
