import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { commands } from '#shared/commands/index.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Project } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { syncedTableNames, tableNames, type SyncedTable, type TableName } from '#shared/model/tables.ts'
import { poolAfter } from '#shared/rules/funding.ts'
import {
  aComment,
  aDeliverable,
  aDeliverableComment,
  aDraft,
  aFile,
  anAmendment,
  anApproval,
  aProjectIn,
  aRequest,
  aRevision,
  people,
  references,
  standings,
  type Rows,
  type Standing,
} from '#shared/testing/samples.ts'
import { verbs } from '#shared/testing/verbs.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { notAllowed, touches, wrongTotals, type AnyRow, type Tables } from '../spec-tables/may-touch.ts'
import { execute, type Server } from './execute.ts'
import { newDevice } from '../sync/device-numbers.ts'

/** Each person has one device; its number is theirs plus 40, so its ids are in the forty millions. */
const deviceOf = (user: User): number => 40 + user.id
const everybody: User[] = Object.values(people)
const now = '2026-03-10T15:00:00.000Z'
const someday = '2026-03-01T08:00:00.000Z'

/** Rows of everybody, in every table and every standing: there is something of somebody else behind every id. */
function organisation(): Rows {
  const made: Record<string, object[]> = { ...references }
  const add = (table: TableName, row: object) => (made[table] ??= []).push(row)
  for (const user of everybody) {
    let last = deviceOf(user) * 1_000_000
    const own = { createdById: user.id }
    const requestId = ++last
    add('requests', aRequest({ id: requestId, ...own }))
    add('revisions', aRevision({ id: ++last, requestId, ...own }))
    const draftId = ++last
    const tasks = [{ taskId: 101, name: 'Interpretation', description: 'An interpreter.' }]
    const told = { contactDetails: 'Grace', taskDetails: 'Three days', category: 1, type: 'Language Support', stage: 2 }
    add('requests', aDraft({ id: draftId, tasks, ...told, ...own }))
    add('files', aFile({ id: ++last, projectId: 0, requestId: draftId, published: false, ...own }))
    for (const standing of Object.keys(standings) as Standing[]) {
      const projectId = ++last
      const isInternal = standing === 'internal'
      const facts = { id: projectId, requestId: isInternal ? 0 : requestId, taskingCostEstimate: 1_000_00, ...own }
      const project = aProjectIn(standing, facts)
      add('projects', project)
      if (project.approved) add('approvals', anApproval({ id: ++last, projectId, createdById: people.cora.id }))
      add('amendments', anAmendment({ id: ++last, projectId, ...own }))
      add('comments', aComment({ id: ++last, projectId, ...own }))
      const deliverableId = ++last
      add('deliverables', aDeliverable({ id: deliverableId, projectTaskId: projectId, comments: 1, ...own }))
      add('deliverables', aDeliverable({ id: ++last, projectTaskId: projectId, complete: true, ...own }))
      add('deliverableComments', aDeliverableComment({ id: ++last, deliverableId, projectId, ...own }))
    }
  }
  const projects = made['projects'] as Project[]
  made['poolCodes'] = references.poolCodes.map((pool) =>
    projects.filter((row) => row.poolCode === pool.poolCode).reduce((sum, row) => poolAfter(sum, null, row), pool),
  )
  return made
}

async function openOrganisation() {
  const server: Server = { store: openSqlite({ path: ':memory:' }), organisation: defaultOrganisation, now: () => now }
  const rows = organisation()
  const changes = tableNames.flatMap((table) => (rows[table] ?? []).map((row) => put(table, row as never))) as Change[]
  const devices = everybody.map((user) => put('devices', newDevice(deviceOf(user), user, someday)))
  await server.store.transact({ reads: {} }, () => ({ changes: [...changes, ...devices], value: 0 }))
  const all = async (): Promise<Tables> => {
    const found = await server.store.read({
      reads: Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})])),
    })
    const byId = (rows: AnyRow[]) => new Map(rows.map((row) => [row.id, row]))
    return Object.fromEntries(
      syncedTableNames.map((table) => [table, byId(found[table] as unknown as AnyRow[])]),
    ) as Tables
  }
  const rowsOf = Object.fromEntries(syncedTableNames.map((table) => [table, (rows[table] ?? []).map((row) => row.id)]))
  return { server, all, rowsOf: rowsOf as Record<SyncedTable, number[]> }
}

/** An honest input of each verb, with other ids in it. */
interface Blow {
  actor: number
  verb: string
  /** For each id in the input, in turn: one that fits, one of any row, one of one's own, or one of any range. */
  ids: { from: 'honest' | 'rows' | 'own' | 'range'; pick: number }[]
  at: string
  /** Under whose device number it is sent. */
  device: number | null
}
const queued = [...commands.values()].filter((command) => !command.online).map((command) => command.name)
const blow: fc.Arbitrary<Blow> = fc.record({
  actor: fc.nat(everybody.length - 1),
  verb: fc.constantFrom(...queued, ...queued, ...queued, ...Object.keys(verbs)),
  ids: fc.array(
    fc.record({
      from: fc.constantFrom(...(['honest', 'honest', 'honest', 'honest', 'rows', 'own', 'range'] as const)),
      pick: fc.nat(100_000),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  at: fc.constantFrom(now, someday, '2001-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'),
  device: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(everybody.length - 1) }),
})

/** Numbers that are ids stand under names that end in `id`; others are left as they are. */
function withIds(value: unknown, next: (honest: number) => number, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, next, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withIds(item, next, key === 'to' ? name : key)]),
    )
  return typeof value === 'number' && /(^i|I)d$/.test(name) ? next(value) : value
}

const isFrom = (device: number, id: number): boolean => Math.floor(id / 1_000_000) === device

/** What an id in the sample of a verb stands for (`shared/testing/samples.ts`); null for reference lists. */
function tableOf(honest: number): SyncedTable | 'fresh' | null {
  if (honest >= 42_000_900) return 'fresh'
  const tables: Record<number, SyncedTable> = {
    42_000_017: 'projects',
    42_000_020: 'requests',
    42_000_040: 'comments',
    42_000_050: 'deliverables',
  }
  return tables[honest] ?? null
}

const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 60)

test(
  'whatever ids a hostile device sends, no row changes that its person may not change',
  { timeout: 300_000 },
  async () => {
    const applied = new Map<string, number>()
    let refusedAsForeign = 0
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 12, maxLength: 24 }), async (blows) => {
        const { server, all, rowsOf } = await openOrganisation()
        const allIds = Object.values(rowsOf).flat()
        const seqs = new Map<number, number>()
        let before = await all()
        let fresh = 700_000
        try {
          for (const [n, { actor, verb, ids: picks, at, device }] of blows.entries()) {
            const person = must(everybody[actor])
            const number = device === null ? deviceOf(person) : deviceOf(must(everybody[device]))
            let place = 0
            const input = withIds(must(verbs[verb]).input, (honest) => {
              const pick = must(picks[place++ % picks.length])
              const table = tableOf(honest)
              if (pick.from === 'honest') {
                if (table === 'fresh') return number * 1_000_000 + ++fresh
                const fitting = table && rowsOf[table].filter((id) => pick.pick % 2 || isFrom(number, id))
                return fitting ? must(fitting[pick.pick % fitting.length]) : honest
              }
              if (pick.from === 'rows') return must(allIds[pick.pick % allIds.length])
              if (pick.from === 'own') return deviceOf(person) * 1_000_000 + (pick.pick % 90)
              return must([0, 1, 9, 41, 42, 43, 9_007_199][pick.pick % 7]) * 1_000_000 + pick.pick
            })
            const seq = (seqs.get(number) ?? 0) + 1
            const call = {
              userId: person.id,
              device: number,
              seq,
              callId: `hostile-call-${String(n).padStart(6, '0')}`,
              name: verb,
              input,
              at,
            }
            const verdict = await execute(server, call)
            const after = await all()
            const done = touches(before, after)
            if (typeof verdict === 'string') expect([verdict, done]).toEqual(['foreign', []])
            else {
              seqs.set(number, seq)
              if (verdict.verdict !== 'applied') expect(done).toEqual([])
              else applied.set(verb, (applied.get(verb) ?? 0) + 1)
              if (verdict.refusal?.refused === 'invalid' || verdict.refusal?.refused === 'duplicate') refusedAsForeign++
            }
            const then = before
            expect(done.map((touch) => notAllowed(person, number, touch, then)).filter(Boolean)).toEqual([])
            before = after
          }
          expect(wrongTotals(before)).toEqual([])
        } finally {
          await server.store.close()
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    // The property says nothing about calls that never come through. Sixty runs bring 16 to 22 verbs of 26 through:
    // which ones is chance (each verb's own rules are walked in rest/authority.test.ts), that many do is not.
    expect([...applied.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(RUNS)
    expect(queued.filter((verb) => applied.has(verb)).length).toBeGreaterThan(queued.length / 4)
    expect(refusedAsForeign).toBeGreaterThan(RUNS)
  },
)
