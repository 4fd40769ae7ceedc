import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { columnsToRows } from '#shared/protocol/columns.ts'
import { PROTOCOL, versionOf, type RoundRequest, type RoundResponse, type StreamPage } from '#shared/protocol/sync.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { sightMark } from '#shared/rules/visibility.ts'
import { fc } from '#shared/testing/random.ts'
import {
  aBareProject,
  aComment,
  aDraft,
  aFile,
  aNotification,
  aRequest,
  aUser,
  putsOf,
  references,
} from '#shared/testing/samples.ts'
import { aStore } from '../testing/store.ts'
import { listen } from '../testing/listen.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import { playRound, type SyncServer } from './round.ts'
import { streamPages } from './stream-pages.ts'

let server: RestServer
afterEach(() => server.close())

const tasking = 40_000_001
const PETE = 5
const write = (...changes: Change[]) => server.store.transact({ reads: {} }, () => ({ changes, value: null }))

async function round(token: string, asked: Partial<RoundRequest>): Promise<RoundResponse | null> {
  const answer = await server.fetch('/api/sync', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 5_000, ...asked }),
  })
  return answer.status === 204 ? null : ((await answer.json()) as RoundResponse)
}

/** A device that has everything and listens; `pages: false` is one of an older app. */
async function listening(who: string, { pages = true } = {}) {
  const token = await server.signIn(who)
  let at = must(await round(token, {}))
  while (at.more) at = must(await round(token, { device: at.device, cursor: at.cursor }))
  const { device, cursor } = (await round(token, { device: at.device, cursor: at.cursor })) ?? at
  return { who, token, device, cursor, heard: await listen(server.fetch, token, pages ? cursor : undefined) }
}

/** Everybody of a team of their own or of none. */
async function inTeams(teams: Record<string, number>) {
  for (const [who, teamId] of Object.entries(teams)) {
    const { users } = await server.store.read({
      reads: { users: many('users', { email: `${who}@fieldpost.example` }) },
    })
    await write(put('users', { ...must(users[0]), teamId }))
  }
}
const rowsIn = (page: StreamPage) =>
  Object.entries(page.changes).flatMap(([table, columns]) =>
    columnsToRows(columns).map((row) => `${table}:${String(row.id)}`),
  )

test.each([false, true])(
  'a page is what a round would bring, for five people who see different things (restricted: %s)',
  async (restrictTeamVisibility) => {
    server = await restServer({ organisation: { restrictTeamVisibility } })
    await inTeams({ ana: 2, mia: 0, adam: 3, cora: 0, pete: 3 })
    await write(
      put('projects', aBareProject({ id: tasking, teamId: 3, createdById: PETE })),
      put('projects', aBareProject({ id: tasking + 1, teamId: 2, createdById: 1 })),
    )
    const crowd = await Promise.all(['ana', 'mia', 'adam', 'cora', 'pete'].map((who) => listening(who)))
    const changes: Change[][] = [
      [
        put('comments', aComment({ id: 40_100_001, projectId: tasking, createdById: 2 })),
        put('notifications', aNotification({ id: 40_200_001, userId: PETE, projectId: tasking })),
        put('requests', aDraft({ id: 40_300_001, createdById: 3 })),
      ],
      // It moves to the other team, with all that belongs to it.
      [put('projects', aBareProject({ id: tasking, teamId: 2, createdById: PETE }))],
    ]
    let pages = 0
    for (const [n, change] of changes.entries()) {
      const before = crowd.map(({ heard }) => heard.pages.length)
      await write(...change)
      await expect
        .poll(() => crowd.filter(({ heard }, at) => heard.pages.length > (before[at] ?? 0)).length, {
          timeout: 3_000,
        })
        .toBeGreaterThanOrEqual(n === 0 ? 3 : 4)
      await new Promise((resolve) => setTimeout(resolve, 50))
      for (const [at, { who, token, device, heard }] of crowd.entries()) {
        const page = heard.pages.at(-1)
        if (!page || heard.pages.length === before[at]) {
          // Whoever is told nothing sees nothing of it.
          const told = await round(token, { device, cursor: must(crowd[at]).cursor })
          expect([Object.keys(told?.changes ?? {}), Object.keys(told?.removed ?? {})], who).toEqual([[], []])
          continue
        }
        const { cursor, changes, removed } = must(await round(token, { device, cursor: page.from }))
        expect(page, who).toEqual({ from: page.from, cursor, changes, removed })
        must(crowd[at]).cursor = cursor
        pages++
      }
    }
    expect(pages).toBeGreaterThanOrEqual(7)
    const [ana, mia, adam, , pete] = crowd.map(({ heard }) => heard.pages.flatMap(rowsIn))
    expect(mia).not.toContain('requests:40300001')
    expect(adam).toContain('requests:40300001')
    expect(pete).toContain('notifications:40200001')
    expect(mia).not.toContain('notifications:40200001')
    // Only with the tasking that came to their team.
    expect(ana).toContain('comments:40100001')
    expect(crowd.map(({ heard }) => heard.news.length)).toEqual([1, 1, 1, 1, 1])
  },
)

test('what is large, or begins where the server does not know, is asked for; an older app hears of news alone', async () => {
  server = await restServer()
  const [mia, old] = [await listening('mia'), await listening('cora', { pages: false })]
  const nowhere = await listen(server.fetch, await server.signIn('ana'), '')
  await write(
    put('projects', aBareProject({ id: tasking })),
    put('comments', aComment({ id: 40_100_001, projectId: tasking, comment: randomBytes(4_000).toString('base64') })),
  )
  for (const { heard } of [mia, old, { heard: nowhere }])
    await expect.poll(() => [heard.news.length, heard.pages.length], { timeout: 3_000 }).toEqual([2, 0])
  // A round brings it, and from there on the stream does.
  mia.cursor = must(await round(mia.token, { device: mia.device, cursor: mia.cursor })).cursor
  await write(put('comments', aComment({ id: 40_200_001, projectId: tasking })))
  await expect.poll(() => mia.heard.pages.map(({ from }) => from), { timeout: 3_000 }).toEqual([mia.cursor])
  expect([mia.heard.news.length, old.heard.pages.length]).toEqual([2, 0])
})

test('the device whose round brought it hears nothing of it; what others do meanwhile is told when the round is over', async () => {
  server = await restServer()
  await write(put('projects', aBareProject({ id: tasking })))
  const [mia, pete] = [await listening('mia'), await listening('pete')]
  const call = (seq: number, device: number) => ({
    ...{ seq, id: `call-of-a-test-${seq}`, name: 'addComment', at: server.clock.now() },
    input: { id: device * 1_000_000 + seq, projectId: tasking, comment: 'At once' },
  })
  const asked = { device: pete.device, cursor: pete.cursor, calls: [call(1, pete.device)] }
  const answer = must(await round(pete.token, asked))
  expect(answer.outcomes).toMatchObject([{ verdict: 'applied' }])
  await expect.poll(() => mia.heard.pages.length, { timeout: 3_000 }).toBe(1)
  expect(mia.heard.pages.map(({ cursor }) => versionOf(cursor))).toEqual([versionOf(answer.cursor)])
  expect([pete.heard.pages, pete.heard.news.length]).toEqual([[], 1])
  await write(put('comments', aComment({ id: 40_200_001, projectId: tasking })))
  await expect.poll(() => pete.heard.pages.map(({ from }) => from), { timeout: 3_000 }).toEqual([answer.cursor])
})

test('a session that is over gets no rows, also before its stream is closed', async () => {
  server = await restServer()
  await write(put('projects', aBareProject({ id: tasking })))
  const pete = await listening('pete')
  await server.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${pete.token}` } })
  await write(put('comments', aComment({ id: 40_200_001, projectId: tasking })))
  await expect.poll(() => pete.heard.news.length, { timeout: 3_000 }).toBe(2)
  expect(pete.heard.pages).toEqual([])
})

const FIRST = 40_000_001
const viewers = [
  aUser({ id: 1, teamId: 2 }),
  aUser({ id: 2, teamId: 3 }),
  aUser({ id: 3, teamId: 3 }),
  aUser({ id: 4, teamId: 0 }),
  aUser({ id: 5, teamId: 0 }),
]
const person = fc.integer({ min: 1, max: 5 })
const n = fc.nat(3)
/** Something of each kind that belongs to somebody, hangs on a tasking, or moves with one. */
const written: fc.Arbitrary<Change> = fc.oneof(
  fc
    .record({ n, by: person, teamId: fc.constantFrom(2, 3), assigneeId: person })
    .map(({ n, by, teamId, assigneeId }) =>
      put('projects', aBareProject({ id: FIRST + n, createdById: by, teamId, assigneeId, requestId: 40_300_001 + n })),
    ),
  fc
    .record({ n, by: person })
    .map(({ n, by }) => put('comments', aComment({ id: 40_100_001 + n, projectId: FIRST + n, createdById: by }))),
  fc
    .record({ n, by: person })
    .map(({ n, by }) => put('notifications', aNotification({ id: 40_200_001 + n, userId: by, projectId: FIRST + n }))),
  fc
    .record({ n, by: person, complete: fc.boolean() })
    .map(({ n, by, complete }) => put('requests', aRequest({ id: 40_300_001 + n, createdById: by, complete }))),
  fc
    .record({ n, by: person, published: fc.boolean() })
    .map(({ n, by, published }) =>
      put('files', aFile({ id: 40_400_001 + n, projectId: FIRST + n, createdById: by, published })),
    ),
  n.map((n) => ({ kind: 'remove' as const, table: 'notifications' as const, id: 40_200_001 + n })),
)

/** A store with those people, and four taskings with their requests. */
async function anOrganisation(restrictTeamVisibility: boolean) {
  const store = await aStore()
  const at: SyncServer = {
    ...{
      store,
      organisation: { ...defaultOrganisation, restrictTeamVisibility },
      now: () => new Date(0).toISOString(),
    },
    ...{ grant: () => 0, firstSync: (_, work) => work() },
  }
  const write = (changes: Change[]) => store.transact({ reads: {} }, () => ({ changes, value: null }))
  await write([...putsOf(references), ...viewers.map((row) => put('users', row))])
  await write(
    Array.from({ length: 4 }, (_, n) => [
      put('requests', aRequest({ id: 40_300_001 + n })),
      put('projects', aBareProject({ id: FIRST + n, requestId: 40_300_001 + n })),
    ]).flat(),
  )
  return { at, write }
}

/** Somebody of another team sees it as long as it is theirs; who shares their cursor never did. */
const givenToAnother: Change[][] = [3, 1].map((assigneeId) => [
  put('projects', aBareProject({ id: FIRST, requestId: 40_300_001, teamId: 2, assigneeId })),
])

test.each([false, true])(
  'whoever shares a page would be brought the same by a round (restricted: %s)',
  async (restrictTeamVisibility) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(written, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (commits) => {
          const { at, write } = await anOrganisation(restrictTeamVisibility)
          const { store } = at
          for (const commit of commits) {
            const mark = (user: User) => sightMark(user, at.organisation)
            const from = await store.news()
            const { epoch } = await store.position()
            await write(commit)
            const pageFor = streamPages(at)
            for (const user of viewers) {
              const cursor = `${epoch}${mark(user)}.${from}`
              const told = await playRound(at, user, {
                protocol: PROTOCOL,
                device: 0,
                cursor,
                from: 1,
                calls: [],
                limit: 5_000,
              })
              const { cursor: next, changes, removed } = must(told)
              expect(await pageFor(user, cursor), `user ${user.id}`).toEqual({
                from: cursor,
                cursor: next,
                changes,
                removed,
              })
            }
          }
          await store.close()
        },
      ),
      { numRuns: 60, examples: [[givenToAnother]] },
    )
  },
)

test('what was written after somebody had looked who sees the same is shared with nobody', async () => {
  const { at, write } = await anOrganisation(false)
  const { epoch, version } = await at.store.position()
  await write([put('comments', aComment({ id: 40_100_001, projectId: FIRST }))])
  const pageFor = streamPages(at)
  const cursorOf = (user: User) => `${epoch}${sightMark(user, at.organisation)}.${version}`
  const [ana, leila, pete] = viewers.slice(0, 3).map((user) => () => pageFor(user, cursorOf(user)))
  await must(ana)()
  await write([put('requests', aDraft({ id: 40_300_009, createdById: 3 }))])
  const [theirs, colleagues] = [must(await must(pete)()), must(await must(leila)())]
  expect(rowsIn(theirs)).toContain('requests:40300009')
  expect(rowsIn(colleagues)).not.toContain('requests:40300009')
  await at.store.close()
})
