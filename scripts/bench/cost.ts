import { must } from '#shared/lib/must.ts'
import { openClients } from './clients.ts'
import type { Report } from './report.ts'
import { cpuSecondsOfAll, startServer } from './server-process.ts'

const TASKINGS = 1_000
/** The first ones are not counted: everything is new in them. */
const TURNS = { warm: 3, counted: 5 }
/** So many calls are in a round, and so many rounds are in a turn. */
const ROUNDS = [
  { calls: 1, rounds: 300 },
  { calls: 20, rounds: 40 },
]

/**
 * What a call takes of the processor, from the request to its answer, with the database's own share; both engines in turns, because ratios
 * say the same on a busy machine as on a quiet one.
 */
export async function measureCost(report: Report, { file, url, pid, settle }: Places): Promise<void> {
  const sqlite = await openEngine(file)
  const postgres = await openEngine(url, pid)
  for (const { calls, rounds } of ROUNDS) {
    const taken: Record<'sqlite' | 'server' | 'database', number>[] = []
    for (let turn = 0; turn < TURNS.warm + TURNS.counted; turn++) {
      if (turn === TURNS.warm) await settle()
      const [inFile, shared] = [await sqlite.play(calls, rounds), await postgres.play(calls, rounds)]
      if (turn >= TURNS.warm) taken.push({ sqlite: inFile.server, ...shared })
    }
    const [inFile, server, database] = (['sqlite', 'server', 'database'] as const).map((whose) =>
      median(taken.map((turn) => turn[whose])),
    ) as [number, number, number]
    const ratio = (server + database) / inFile
    report(
      `processor for a call, ${calls} in a round, server and database`,
      `${ratio.toFixed(2)} × SQLite's (${ms(server)} + ${ms(database)}; ${ms(inFile)})`,
      '≤ 2 ×',
      ratio <= 2,
    )
  }
  sqlite.stop()
  postgres.stop()
}

interface Places {
  file: string
  url: string
  /** Of the database server. */
  pid: number
  /** What the database does by itself within a minute: it learns what is in its tables. */
  settle: () => Promise<unknown>
}

async function openEngine(place: string, database?: number) {
  const server = await startServer(place, TASKINGS, 1)
  const clients = await openClients([server.port], 1, { isFollowing: true })
  let commented = 0
  return {
    /** Milliseconds a call. */
    async play(calls: number, rounds: number): Promise<{ server: number; database: number }> {
      const ofDatabase = () => (database === undefined ? 0 : cpuSecondsOfAll(database))
      const before = [server.cpuSeconds(), ofDatabase()] as const
      for (let n = 0; n < rounds; n++)
        await clients.send(
          0,
          Array.from({ length: calls }, () => {
            const projectId = 20_000_001 + (commented++ % (TASKINGS / 20))
            return ['addComment', { id: clients.newId(0), projectId, comment: `Counted, not guessed, ${commented}` }]
          }),
        )
      const each = (seconds: number) => (seconds * 1_000) / (rounds * calls)
      return { server: each(server.cpuSeconds() - before[0]), database: each(ofDatabase() - before[1]) }
    },
    stop() {
      clients.close()
      server.stop()
    },
  }
}

const median = (values: number[]): number => must(values.toSorted((a, b) => a - b)[values.length >> 1])
const ms = (value: number): string => `${value.toFixed(2)} ms`
