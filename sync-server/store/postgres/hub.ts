import { must } from '#shared/lib/must.ts'
import { createLine, type Line } from './line.ts'
import type { Promises } from './promises.ts'
import { sql } from './reads.ts'

interface HubOptions {
  url: string
  /** How many connections read at once; one more writes. */
  readers: number
  /** How long a flight that writes may take, in milliseconds; what is read may take longer. */
  deadlineMs: number
  promises: Promises
}

/** What all organisations of a process share in one database: its connections, and one question for what others have committed. */
interface Hub {
  reader: Line
  writer: Line
  /** Tells where an organisation stands, again and again; returns a function that stops it. */
  follow(org: number, standing: (version: number, news: number) => void): () => void
  leave(): Promise<void>
}

const hubs = new Map<string, { hub: Hub; users: number }>()

export function joinHub(options: HubOptions): Hub {
  const key = JSON.stringify(options)
  const known = hubs.get(key) ?? { hub: createHub(options), users: 0 }
  hubs.set(key, known)
  known.users += 1
  return {
    ...known.hub,
    async leave() {
      known.users -= 1
      if (known.users > 0) return
      hubs.delete(key)
      await known.hub.leave()
    },
  }
}

const FOLLOW_MS = 100
const READING_DEADLINES = 3

function createHub({ url, readers, deadlineMs, promises }: HubOptions): Hub {
  const reader = createLine({ url, connections: readers, deadlineMs: READING_DEADLINES * deadlineMs, promises })
  const writer = createLine({ url, connections: 1, deadlineMs, promises })
  const followed = new Map<symbol, { org: number; standing: (version: number, news: number) => void }>()
  let timer: NodeJS.Timeout | undefined

  const later = (): void => {
    timer = followed.size > 0 ? setTimeout(() => void ask(), FOLLOW_MS).unref() : undefined
  }

  async function ask(): Promise<void> {
    const orgs = [...new Set([...followed.values()].map(({ org }) => org))]
    const [rows = []] = await reader
      .use((connection) =>
        connection.flight([sql('SELECT org, version, news FROM organisations WHERE org = ANY(?::integer[])', orgs)]),
      )
      // It asks again.
      .catch(() => [])
    const byOrg = new Map(rows.map((row) => [row['org'], row]))
    for (const { org, standing } of followed.values())
      if (byOrg.has(org)) standing(Number(must(byOrg.get(org))['version']), Number(byOrg.get(org)?.['news']))
    later()
  }

  return {
    reader,
    writer,
    follow(org, standing) {
      const key = Symbol()
      followed.set(key, { org, standing })
      if (!timer) later()
      return () => followed.delete(key)
    },
    async leave() {
      clearTimeout(timer)
      followed.clear()
      await Promise.all([reader.end(), writer.end()])
    },
  }
}
