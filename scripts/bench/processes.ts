import { must } from '#shared/lib/must.ts'
import { openClients } from './clients.ts'
import { perSecond } from './rates.ts'
import type { Report } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const CLIENTS = 16
const TASKINGS = 200

/**
 * Calls a second of sixteen devices on two hundred taskings: of one process with a file, and of one, two and four over one database; and how
 * many calls were decided again. Where there are fewer cores than processes, more of them bring nothing.
 */
export async function measureProcesses(report: Report, file: string, database: () => Promise<string>): Promise<void> {
  const alone = await rateOver(file, 1)
  report('calls a second, 16 devices, SQLite', `${alone.rate}/s`, '')
  const rates: number[] = []
  for (const [count, least] of [
    [1, null],
    [2, 1.6],
    [4, 2.5],
  ] as const) {
    const { rate, calls, again } = await rateOver(await database(), count)
    rates.push(rate)
    const times = rate / must(rates[0])
    const share = (again / calls) * 100
    const what = `calls a second, 16 devices, ${count} ${count === 1 ? 'process' : 'processes'}`
    report(
      what,
      `${rate}/s, ${(rate / alone.rate).toFixed(2)} × SQLite's, ${times.toFixed(2)} × one process's`,
      least === null ? '' : `≥ ${least} × where there are cores`,
      least === null ? undefined : times >= least,
    )
    report('  of them decided again', `${share.toFixed(1)} %`, '≤ 2 %', share <= 2)
  }
}

async function rateOver(place: string, count: number) {
  // The first makes the organisation.
  const servers: ServerProcess[] = []
  while (servers.length < count) servers.push(await startServer(place, TASKINGS, 1))
  const ports = servers.map(({ port }) => port)
  const clients = await openClients(ports, CLIENTS, { isFollowing: true })
  const cpuSeconds = () => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0)
  let sent = 0
  const comment = async (n: number): Promise<void> => {
    const at = sent++ % TASKINGS
    const projectId = (20 + (at % 20)) * 1_000_000 + Math.floor(at / 20) + 1
    await clients.send(n, [['addComment', { id: clients.newId(n), projectId, comment: `Sent, not guessed, ${sent}` }]])
  }
  await perSecond({ cpuSeconds }, 3_000, CLIENTS, comment)
  const { rate } = await perSecond({ cpuSeconds }, 8_000, CLIENTS, comment)
  clients.close()
  const decided = await Promise.all(servers.map((server) => server.stopped()))
  const total = (of: 'calls' | 'again') => decided.reduce((sum, one) => sum + one[of], 0)
  return { rate, calls: total('calls'), again: total('again') }
}
