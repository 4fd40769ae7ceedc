import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put, remove } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { aBareProject, aComment, aRequest } from '#shared/testing/samples.ts'
import { section7, type Called } from '../spec-tables/section-7.ts'
import { openStore } from '../store/open.ts'
import { startPostgres } from '../testing/postgres.ts'
import { stage, type Stage } from '../testing/stage.ts'
import { byHost } from './by-host.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

const NORTH = 'north.example.org'
const SOUTH = 'south.example.org'

describe('two organisations with the same ids, names and words in one database', () => {
  let north: Stage
  let south: Stage
  let house: ReturnType<typeof byHost>
  let tokens: Record<string, string>
  beforeAll(async () => {
    const url = await postgres.database()
    const open = (org: number) => openStore({ url, org, requireReplica: false }, { mode: 'demo' })
    north = await stage({ store: await open(1) })
    south = await stage({ store: await open(2) })
    house = byHost([
      { hosts: [NORTH, 'n.example.org'], app: north.app },
      { hosts: [SOUTH], app: south.app },
    ])
    tokens = { [NORTH]: await north.signIn('ada'), [SOUTH]: await south.signIn('ada') }
  }, 60_000)
  afterAll(async () => {
    await north.close()
    await south.close()
  })

  async function ask(host: string, token: string | undefined, method: string, path: string, body?: unknown) {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const answer = await house.fetch(new Request(`http://${host}/api/${path}`, { method, headers, ...sent }))
    return { status: answer.status, text: await answer.text() }
  }
  /** A call of the specification, with its words as they are in the north. */
  async function inTheNorth({ method, path, body }: Called) {
    const told = new Map<string, string | number>()
    const ADA = 7
    return { method, path: await north.filled(path, ADA, told), body: await north.filled(body, ADA, told) }
  }

  const signedIn = section7.filter(({ path }) => !path.startsWith('login'))

  test.each(signedIn.map((called) => [`${called.method} ${called.path}`, called]))(
    '%s with the token of one under the name of the other answers as if nobody had it',
    async (_, called) => {
      const { method, path, body } = await inTheNorth(called)
      const before = await south.rows()
      const there = await ask(SOUTH, tokens[NORTH], method, path, body)
      expect([there.status, JSON.parse(there.text)]).toMatchObject([401, { message: 'Sign in to go on.' }])
      expect(await south.rows()).toEqual(before)
    },
  )

  const firstRound = async (host: string) => {
    const request = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 20_000 }
    const { status, text } = await ask(host, tokens[host], 'POST', 'sync', request)
    expect(status).toBe(200)
    return (JSON.parse(text) as { changes: unknown }).changes
  }
  const gets = section7.filter(({ method, path }) => method === 'GET' && !/[{]/.test(path))
  const found = ['find?term=Zanzibar', 'find/search?term=Zanzibar', 'find?countries=1', 'find?term=T-', 'audit?page=1']
  async function allThatIsTold(host: string) {
    const answers = new Map<string, unknown>()
    for (const path of [...gets.map((called) => called.path), ...found]) {
      const { status, text } = await ask(host, tokens[host], 'GET', path)
      answers.set(path, [status, text.replace(/"requestId":"[^"]*"/, '')])
    }
    answers.set('the first round', await firstRound(host))
    const since = await must(host === NORTH ? north : south).store.changesSince({
      after: 0,
      sight: () => [],
      limit: 10_000,
    })
    return { answers, since }
  }

  test('nothing that is read, counted, found or sent in one changes with what is written in the other', async () => {
    await north.write(put('projects', aBareProject({ id: 42_900_001, description: 'Zanzibar' })))
    await firstRound(NORTH)
    const version = (await north.store.position()).version
    const before = await allThatIsTold(NORTH)
    expect(before.answers.get('find/search?term=Zanzibar')).toEqual([200, expect.stringContaining('42900001')])

    const taskings = Array.from({ length: 30 }, (_, n) => aBareProject({ id: 42_900_001 + n, description: 'Zanzibar' }))
    const comments = taskings.map(({ id }) => aComment({ id: id + 1_000, projectId: id, comment: 'Zanzibar again' }))
    const { requests } = await south.store.read({ reads: { requests: many('requests', {}) } })
    await south.write(...taskings.map((row) => put('projects', row)), ...comments.map((row) => put('comments', row)))
    await south.write(...requests.map((row) => put('requests', aRequest({ id: row.id, contactDetails: 'Zanzibar' }))))
    await south.write(...comments.slice(0, 10).map(({ id }) => remove('comments', id)))
    expect(await ask(SOUTH, tokens[SOUTH], 'GET', 'find/search?term=Zanzibar')).not.toEqual(
      before.answers.get('find/search?term=Zanzibar'),
    )

    const after = await allThatIsTold(NORTH)
    for (const [path, answer] of before.answers) expect(after.answers.get(path), path).toEqual(answer)
    for (const table of syncedTableNames)
      expect(after.since?.rows[table] ?? [], table).toEqual(before.since?.rows[table] ?? [])
    expect(after.since?.removed).toEqual({})
    // Only what its own rounds and sessions wrote.
    expect((await north.store.news()) <= version).toBe(true)
  })

  test('who has an account in one has none in the other', async () => {
    const invited = {
      fullName: 'Nora Quill',
      email: 'nora@example.org',
      roles: 'Analyst',
      teamId: 3,
      password: 'seven owls',
    }
    expect(await ask(NORTH, tokens[NORTH], 'POST', 'resources/users', { id: 0, ...invited })).toMatchObject({
      status: 200,
    })
    const signIn = (host: string) =>
      ask(host, undefined, 'POST', 'login', { email: invited.email, password: invited.password })
    expect([(await signIn(NORTH)).status, (await signIn(SOUTH)).status]).toEqual([200, 401])
  })

  test('each has its own epoch, and a cursor of one begins anew in the other', async () => {
    const [here, there] = [await north.store.position(), await south.store.position()]
    expect(here.epoch).not.toBe(there.epoch)
  })

  test('a name that nobody has is answered 421 with a sentence, and what a balancer asks is answered under any', async () => {
    for (const path of ['session', 'names', 'sync', 'login'])
      expect(await ask('elsewhere.example.org', tokens[NORTH], 'GET', path)).toMatchObject({
        status: 421,
        text: expect.stringContaining('Check the address.') as string,
      })
    for (const path of ['ping', 'health', 'ready'])
      expect((await ask('10.0.0.7:8787', undefined, 'GET', path)).status).toBe(200)
    for (const host of ['N.example.org', 'north.example.org.', 'north.example.org:8787'])
      expect((await ask(host, tokens[NORTH], 'GET', 'session')).status).toBe(200)
  })
})
