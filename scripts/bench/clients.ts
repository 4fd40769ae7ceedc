import { Agent, request as httpRequest } from 'node:http'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { token } from './organisation.ts'

/** Contracting officers may write and approve; organisation.ts makes every fifth of its forty people one. */
const aCor = (n: number): number => 4 + 5 * (n % 8)

export type Command = [name: string, input: object]

/**
 * Devices that stand where the server stands, each with a queue and a connection of its own; over several ports, in turns. Those that
 * follow take what is new with each round, as a device does that hears of it by no stream.
 */
export async function openClients(ports: readonly number[], count: number, { isFollowing = false } = {}) {
  // What has been idle is closed here before the server closes it.
  const agent = new Agent({ keepAlive: true, maxSockets: count, timeout: 3_000 })
  const call = <T>(n: number, body: object): Promise<T> =>
    postJson(must(ports[n % ports.length]), agent, token(aCor(n)), { protocol: PROTOCOL, from: 1, calls: [], ...body })
  const granted = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      call<{ device: number; cursor: string }>(n, { device: 0, cursor: null, limit: 1 }),
    ),
  )
  const latest = await latestCursor((body) => call(0, body), must(granted[0]))
  const queues = granted.map(({ device }) => ({ device, cursor: latest, seq: 0, ids: 0 }))

  return {
    newId(n: number): number {
      const queue = must(queues[n])
      return queue.device * 1_000_000 + ++queue.ids
    },
    quiet: (n: number) => call<object>(n, { device: must(queues[n]).device, cursor: latest, limit: 1 }),
    /** Sends commands as one round, and waits until they are durable. */
    async send(n: number, commands: readonly Command[]): Promise<void> {
      const queue = must(queues[n])
      const from = queue.seq + 1
      const calls = commands.map(([name, input]) => {
        const id = `bench${String(queue.device * 1_000_000 + ++queue.seq).padStart(14, '0')}`
        return { seq: queue.seq, id, name, input, at: new Date().toISOString() }
      })
      const round = { device: queue.device, cursor: queue.cursor, from, calls, limit: isFollowing ? 100 : 1 }
      const { outcomes = [], cursor } = await call<Partial<RoundResponse>>(n, round)
      if (isFollowing) queue.cursor = cursor ?? queue.cursor
      // What a round says about its calls can wait for later pages; what it says must be good.
      if (outcomes.some(({ verdict }) => verdict !== 'applied')) throw new Error(JSON.stringify(outcomes))
    },
    close: () => agent.destroy(),
  }
}

/** A cursor that is up to date, without fetching a million taskings: first sync states its base version. */
async function latestCursor(
  call: <T>(body: object) => Promise<T>,
  { device, cursor }: { device: number; cursor: string },
): Promise<string> {
  const [epoch, base] = cursor.split('.')
  for (let at = `${epoch}.${base}`; ;) {
    const page = await call<{ cursor?: string; more?: boolean }>({ device, cursor: at, limit: 20_000 })
    at = page.cursor ?? at
    if (!page.more) return at
  }
}

function postJson<T>(port: number, agent: Agent, bearer: string, body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }
    const outgoing = httpRequest({ port, agent, path: '/api/sync', method: 'POST', headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        if ((incoming.statusCode ?? 500) >= 300) reject(new Error(`${incoming.statusCode}: ${answer.slice(0, 200)}`))
        else resolve((answer ? JSON.parse(answer) : {}) as T)
      })
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}
