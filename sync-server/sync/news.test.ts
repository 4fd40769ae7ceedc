import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'
import { createQueue } from '../testing/queue.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

let server: RestServer
/** Mia's device, with everything there is, listens. */
let cursor: string
let device: number
let token: string
let news: boolean[]
beforeEach(async () => {
  server = await restServer()
  token = await server.signIn('mia')
  const first = must(await round({ device: 0, cursor: null }))
  cursor = first.cursor
  device = first.device
  for (let page: RoundResponse | null = first; page?.more; cursor = page?.cursor ?? cursor)
    page = await round({ device, cursor })
  cursor = (await round({ device, cursor }))?.cursor ?? cursor
  news = []
  server.store.onCommit((_, newsOf) => news.push(newsOf === 'all' || newsOf.size > 0))
})
afterEach(() => server.close())

async function round(asked: Partial<RoundRequest>, as = token): Promise<RoundResponse | null> {
  const answer = await server.fetch('/api/sync', {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({ protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 100, ...asked }),
  })
  return answer.status === 204 ? null : ((await answer.json()) as RoundResponse)
}
const listens = () => server.fetch('/api/sync/live', { headers: { authorization: `Bearer ${token}` } })

/** What is written about people, sessions and devices, and about what came to nothing. */
const nobodysNews: [what: string, happens: () => Promise<unknown>][] = [
  [
    'a failed sign-in',
    () =>
      server.fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' },
        body: JSON.stringify({ email: 'pete@fieldpost.example', password: 'not-the-password' }),
      }),
  ],
  ['a session', () => server.signIn('pete')],
  [
    'the end of one',
    async () =>
      server.fetch('/api/logout', {
        method: 'POST',
        headers: { authorization: `Bearer ${await server.signIn('pete')}` },
      }),
  ],
  ['a number for a device', async () => round({}, await server.signIn('ana'))],
  ['a call that is refused', async () => server.post('pete', 'resources/teams', { name: 'Not his to add' })],
]
test.each(nobodysNews)('%s wakes nobody, and a quiet round stays quiet', async (_, happens) => {
  await happens()
  expect(news.length).toBeGreaterThan(0)
  expect(new Set(news)).toEqual(new Set([false]))
  expect(await round({ device, cursor })).toBeNull()
  // Whoever begins to listen is not sent to ask for it either.
  const stream = must((await listens()).body).getReader()
  const said = new TextDecoder().decode((await stream.read()).value)
  await stream.cancel()
  expect(Number(/data: (\d+)/.exec(said)?.[1])).toBeLessThanOrEqual(Number(cursor.split('.')[1]))
})

test('a row that devices have is news, and comes once', async () => {
  expect((await server.post('mia', 'resources/teams', { name: 'Logistics' })).status).toBe(200)
  expect(news.at(-1)).toBe(true)
  const told = must(await round({ device, cursor }))
  expect(Object.keys(told.changes)).toEqual(['teams'])
  expect(await round({ device, cursor: told.cursor })).toBeNull()
})

test('what became of a call reaches its device though nobody else learns of it', async () => {
  const pete = await server.signIn('pete')
  const queue = createQueue((request) => round(request, pete))
  while (await queue.round());
  news.splice(0)
  queue.add('addComment', { id: queue.newId(), projectId: 40_000_001, text: 'To a tasking that is not there' })
  await queue.round()
  expect([...queue.acknowledged.values()].map(({ verdict }) => verdict)).toEqual(['refused'])
  expect(new Set(news)).toEqual(new Set([false]))
  expect(await round({ device, cursor })).toBeNull()
})
