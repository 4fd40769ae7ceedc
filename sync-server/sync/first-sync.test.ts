import { afterEach, expect, test, vi } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { readTold, TOLD, toldLine } from '#shared/protocol/told.ts'
import {
  aBareProject,
  aComment,
  aDeliverable,
  aDeliverableComment,
  aFile,
  anAmendment,
  anApproval,
  aNotification,
  aRequest,
  aRevision,
} from '#shared/testing/samples.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

let server: RestServer
afterEach(() => server.close())

const [PETE, ANA] = [5, 1]
const FIRST = 800_000_000
const write = (...changes: Change[]) => server.store.transact({ reads: {} }, () => ({ changes, value: null }))
const daysAgo = (days: number) => new Date(Date.parse(server.clock.now()) - days * 86_400_000).toISOString()

/** A tasking of a request of Pete's, with a row of each kind, an inbox entry of Pete's and a file of Ana's among them. */
function whole(n: number, facts: object): Change[] {
  const id = (kind: number) => FIRST + 1_000 * n + kind
  const [projectId, requestId] = [id(0), id(1)]
  return [
    put('requests', aRequest({ id: requestId, createdById: PETE })),
    put('revisions', aRevision({ id: id(2), requestId })),
    put('projects', aBareProject({ id: projectId, requestId, createdById: PETE, ...facts })),
    put('approvals', anApproval({ id: id(3), projectId })),
    put('amendments', anAmendment({ id: id(4), projectId })),
    put('comments', aComment({ id: id(5), projectId })),
    put('deliverables', aDeliverable({ id: id(6), projectTaskId: projectId })),
    put('deliverableComments', aDeliverableComment({ id: id(7), deliverableId: id(6), projectId })),
    put('files', aFile({ id: id(8), projectId, createdById: ANA })),
    put('notifications', aNotification({ id: id(9), userId: PETE, projectId })),
  ]
}
const LONG_AGO = 1
async function aHistory(): Promise<void> {
  await write(
    ...whole(LONG_AGO, { completed: true, completedDate: daysAgo(40) }),
    ...whole(2, { active: false, canceledDate: daysAgo(20) }),
    ...whole(3, {}),
  )
}

async function firstSync(who: string, isLean: boolean) {
  const token = await server.signIn(who)
  const rows = new Map<string, number[]>()
  const days = new Set<string | undefined>()
  const since = new Set<string | undefined>()
  let at = { device: 0, cursor: null as string | null }
  for (let more = true; more;) {
    const answer = await server.fetch('/api/sync', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        [TOLD]: toldLine({ appVersion: '1.4.0', unsent: 0, unsentSince: null }, isLean),
      },
      body: JSON.stringify({ protocol: PROTOCOL, ...at, from: 1, calls: [], limit: 2 }),
    })
    const page = (await answer.json()) as RoundResponse
    for (const [table, columns] of Object.entries(page.changes))
      rows.set(table, [...(rows.get(table) ?? []), ...columnsToRows(columns).map(({ id }) => Number(id))])
    days.add(page.without)
    since.add(page.since)
    at = { device: page.device, cursor: page.cursor }
    more = page.more ?? false
  }
  /** Which kinds of rows of a tasking came, by their numbers. */
  const cameOf = (n: number) =>
    [...new Set([...rows.values()].flat())]
      .filter((id) => Math.floor((id - FIRST) / 1_000) === n)
      .map((id) => id % 1_000)
      .sort()
      .join('')
  return { cameOf, days: [...days], since: [...since] }
}

test('of taskings closed more than thirty days ago the row comes alone, and what is the person’s own; of all others everything', async () => {
  server = await restServer()
  await aHistory()
  const day = daysAgo(30).slice(0, 10)
  for (const [who, alone, others] of [
    ['mia', '0', '012345678'],
    ['pete', '0129', '0123456789'],
    ['ana', '08', '012345678'],
  ] as const) {
    const { cameOf, days } = await firstSync(who, true)
    expect([cameOf(LONG_AGO), cameOf(2), cameOf(3)], who).toEqual([alone, others, others])
    expect(days, who).toEqual([day])
  }
})

test('how many there are is counted once, and again only where an earlier release began', async () => {
  server = await restServer()
  await aHistory()
  const read = vi.spyOn(server.store, 'read')
  const counts = () =>
    read.mock.calls.filter(([{ reads }]) => Object.values(reads).some(({ kind }) => kind === 'count'))
  const ask = async (cursor: string | null, device: number) => {
    const round = { protocol: PROTOCOL, device, cursor, from: 1, calls: [], limit: 1 }
    return (await server.post('mia', 'sync', round)).body as unknown as RoundResponse
  }
  const first = await ask(null, 0)
  const second = await ask(first.cursor, first.device)
  expect(first.progress?.[1]).toBeGreaterThanOrEqual(3)
  expect([second.progress?.[1], second.more, counts().length]).toEqual([first.progress?.[1], true, 1])
  const older = await ask(must(second.cursor).replace(/(\d+)-\d+-\d+-\d+/, '$1'), first.device)
  expect([older.progress, counts().length]).toEqual([[must(second.progress)[0] + 1, first.progress?.[1]], 2])
})

test('a device that does not say that it understands gets everything, and is told of no day', async () => {
  server = await restServer()
  await aHistory()
  const { cameOf, days } = await firstSync('mia', false)
  expect([cameOf(LONG_AGO), cameOf(2), days]).toEqual(['012345678', '012345678', [undefined]])
})

test('where there are too many, of the closed ones the last come, by whole days, and every page says since when; to others all', async () => {
  server = await restServer({ limits: { mostTaskings: 4, wholeHistory: 2_000 } })
  const closedAgo = [40, 70, 100, 170]
  await write(
    ...whole(0, {}),
    ...whole(9, {}),
    ...closedAgo.flatMap((days, n) => whole(n + 1, { completed: true, completedDate: daysAgo(days) })),
  )
  const { cameOf, since, days } = await firstSync('mia', true)
  const came = await firstSync('mia', false)
  expect([0, 9, 1, 2, 3, 4].map(cameOf)).toEqual(['012345678', '012345678', '0', '0', '', ''])
  // The whole days before the third would be one too many.
  expect([since, days]).toEqual([[daysAgo(99).slice(0, 10)], [daysAgo(30).slice(0, 10)]])
  expect([[1, 2, 3, 4].map(came.cameOf), came.since]).toEqual([Array(4).fill('012345678'), [undefined]])
})

test('all open ones come, and those closed in the last thirty days, however many there are', async () => {
  server = await restServer({ limits: { mostTaskings: 2 } })
  await write(
    ...[1, 2, 3].flatMap((n) => whole(n, {})),
    ...whole(4, { completed: true, completedDate: daysAgo(29) }),
    ...whole(5, { completed: true, completedDate: daysAgo(32) }),
  )
  const { cameOf, since } = await firstSync('mia', true)
  expect([1, 2, 3, 4, 5].map((n) => cameOf(n) !== '')).toEqual([true, true, true, true, false])
  expect(since).toEqual([daysAgo(30).slice(0, 10)])
})

test('who does not see a tasking gets nothing of it, and what comes into their sight comes whole', async () => {
  server = await restServer({ organisation: { restrictTeamVisibility: true } })
  await aHistory()
  const { users } = await server.store.read({ reads: { users: many('users', { email: 'fin@fieldpost.example' }) } })
  await write(put('users', { ...must(users[0]), teamId: 2 }))
  expect((await firstSync('fin', true)).cameOf(LONG_AGO)).toBe('')
  await write(put('users', { ...must(users[0]), teamId: 3 }))
  expect((await firstSync('fin', true)).cameOf(LONG_AGO)).toBe('0')
})

test('the word is part of the version, which earlier servers read as one', () => {
  const told = { appVersion: '1.4.0', unsent: 3, unsentSince: '2026-03-07T09:00:00.000Z' }
  expect(readTold(toldLine(told, true))).toEqual({ ...told, isLean: true })
  expect(readTold(toldLine(told))).toEqual(told)
  // As it stood before.
  const before = /^(\d[\w.+-]{0,40})(?: (\d{1,6}) (\S{24}))?$/
  expect(before.exec(toldLine(told, true))?.[1]).toBe('1.4.0+lean')
})
