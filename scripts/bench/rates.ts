import { copyFileSync, constants, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { must } from '#shared/lib/must.ts'
import { openClients, type Command } from './clients.ts'
import { teamOf } from './history.ts'
import { madePath, makeDatabase } from './make.ts'
import type { Report } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const CLIENTS = 16

/**
 * Quiet rounds and durable commands a second beside `taskings` taskings, over HTTP from `clients` connections, each with a
 * device of its own. The database is a copy: measuring writes.
 */
export async function measureRates(report: Report, taskings: number, keep: string): Promise<void> {
  const kept = madePath(keep, taskings)
  await makeDatabase(kept, taskings)
  const path = join(process.env['BENCH_DIR'] ?? keep, `rates-${taskings}.sqlite`)
  copyFileSync(kept, path, constants.COPYFILE_FICLONE)
  const server = await startServer(path, taskings, 0)
  const clients = await openClients([server.port], CLIENTS)
  const beside = `, ${taskings.toLocaleString('en')} taskings`

  const quiet = await perSecond(server, 4_000, CLIENTS, async (n) => void (await clients.quiet(n)))
  report(`rounds with nothing new${beside}`, ratesOf(quiet), '≥ 5,000/s per core', quiet.perCore >= 5_000)

  const made: number[][] = Array.from({ length: CLIENTS }, () => [])
  const finished = await perSecond(server, 5_000, CLIENTS, async (n) => {
    const [requestId, tasking] = [clients.newId(n), clients.newId(n)]
    await clients.send(
      n,
      aWholeRequest(requestId, tasking, () => clients.newId(n)),
    )
    must(made[n]).push(tasking)
  })
  report(`requests finished, four commands each${beside}`, ratesOf(finished), '')
  const waiting = made.map((taskings) => [...taskings])
  const approved = await perSecond(server, 5_000, CLIENTS, async (n) => {
    const id = waiting[n]?.pop()
    if (id === undefined) return false
    return clients.send(n, [['approveProject', { id, approvalId: clients.newId(n) }]])
  })
  report(`taskings approved${beside}`, ratesOf(approved), '≥ 1,000/s per core', approved.perCore >= 1_000)
  const commented = await perSecond(server, 5_000, CLIENTS, async (n) => {
    const projectId = must(must(made[n])[0])
    await clients.send(n, [['addComment', { id: clients.newId(n), projectId, comment: 'Measured, not guessed' }]])
  })
  report(`comments written${beside}`, ratesOf(commented), '≥ 1,000/s per core', commented.perCore >= 1_000)
  report(`  the server's memory`, `${Math.round(server.memoryMb())} MB`, '')
  clients.close()
  server.stop()
  for (const ending of ['', '-wal', '-shm', '-owner']) rmSync(path + ending, { force: true })
}

export function aWholeRequest(requestId: number, tasking: number, newId: () => number): Command[] {
  const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const pool = requestId % 500
  const projectTypeId = 1 + (pool % 7)
  const start = {
    countryId: 1,
    teamId: teamOf(projectTypeId),
    advisorId: 1,
    projectTypeId,
    poolCode: `PC-${100 + pool}`,
  }
  const tasks = [{ taskId: 101, name: 'Interpretation', description: 'An interpreter for the workshop.' }]
  const texts = { contactDetails: { to: 'Grace, at the ministry' }, taskDetails: { to: 'Three days, two languages' } }
  return [
    ['startRequest', { id: requestId, ...start, dueDate, blanketTasking: null }],
    ['chooseTasks', { requestId, revisionId: newId(), fields: { category: { to: 1 }, tasks: { to: tasks } } }],
    ['describeRequest', { requestId, revisionId: newId(), fields: texts }],
    ['completeRequest', { requestId, recipients: '', approval: '', taskings: [{ taskId: 101, id: tasking }] }],
  ]
}

interface Rate {
  rate: number
  /** By the server's own processor time, so that it says the same on a busy machine. */
  perCore: number
  p99: number
}
const ratesOf = ({ rate, perCore, p99 }: Rate) => `${rate}/s, ${perCore}/s per core (p99 ${p99} ms)`

export async function perSecond(
  server: Pick<ServerProcess, 'cpuSeconds'>,
  ms: number,
  clients: number,
  /** Once; false when there is nothing left to do. */
  work: (client: number) => Promise<void | false>,
): Promise<Rate> {
  const took: number[] = []
  const start = performance.now()
  const cpuBefore = server.cpuSeconds()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() - start < ms) {
        const before = performance.now()
        if ((await work(client)) === false) break
        took.push(performance.now() - before)
      }
    }),
  )
  took.sort((a, b) => a - b)
  return {
    rate: Math.round((took.length / (performance.now() - start)) * 1_000),
    perCore: Math.round(took.length / (server.cpuSeconds() - cpuBefore)),
    p99: Math.round(took[Math.floor(took.length * 0.99)] ?? 0),
  }
}
