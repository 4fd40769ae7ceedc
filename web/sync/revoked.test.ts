import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { savePreferences } from '#shared/commands/preferences.ts'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import { SESSION_REVOKED, TOLD } from '#shared/protocol/told.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { restServer, type RestServer } from '#server/testing/rest.ts'
import { Device } from '../data/device.ts'
import { readSession, wasRevoked, whatIsToGo, writeSession } from '../session/kept-session.ts'
import { keepFile } from '../state/kept-files.ts'
import { performOnDisk } from './perform-on-disk.ts'
import { round } from './round.ts'

/** A device before the whole server, with its sessions: what becomes of it when one of them ends. */
const PROJECT = 9_001
let server: RestServer
let device: Device
let token: string
/** What the device has said of itself, round after round. */
let told: (string | null)[]
let answering: ((answer: Response) => Response) | undefined

beforeEach(async () => {
  server = await restServer()
  const project = aBareProject({ id: PROJECT, assigneeId: 5, createdById: 5 })
  await server.store.transact({ reads: {} }, () => ({ changes: [put('projects', project)], value: 0 }))
  device = new Device(`revoked-${crypto.randomUUID()}`)
  told = []
  answering = undefined
  await signIn()
  await settle()
})
afterEach(async () => {
  await writeSession(null)
  await device.delete()
  await server.close()
})

const actor = async () => {
  const { users } = await server.store.read({ reads: { users: many('users', { id: 5 }) } })
  return { user: must(users[0]), organisation: server.server.organisation }
}
async function signIn(): Promise<void> {
  token = await server.signIn('pete')
  await writeSession({ ...(await actor()), token, expires: '', alive: true })
}
const play = async () =>
  round({
    device,
    actor: await actor(),
    token: () => Promise.resolve(token),
    fetch: async (input, init) => {
      told.push(new Headers(init?.headers).get(TOLD))
      const answer = await server.fetch(String(input), { ...init, signal: null })
      return answering?.(answer) ?? answer
    },
    now: () => Date.parse(server.clock.now()),
    reachable: () => Promise.resolve(true),
    holding: async () => new Set((await device.outbox.filter(({ held }) => held).toArray()).map(({ id }) => id)),
  })
async function settle(): Promise<void> {
  for (let more = true; more;) {
    const result = await play()
    if (result.kind === 'problem') throw new Error(result.problem)
    more = result.more || (await device.outbox.filter(({ held }) => !held).count()) > 0
  }
}
const says = async (comment: string, held = false) => {
  const input = (newId: () => number) => ({ id: newId(), projectId: PROJECT, comment })
  const hold = () => Promise.resolve()
  await performOnDisk(device, await actor(), addComment, input, {
    now: Date.parse(server.clock.now()),
    ...(held ? { hold } : {}),
  })
}
const counts = async (...tables: string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await device.table(name).count()] as const)))
const comments = async () =>
  (await server.store.read({ reads: { rows: many('comments', { projectId: PROJECT }) } })).rows.map(
    (row) => row.comment,
  )

/** Something of everything that a device holds. */
async function withWork(): Promise<void> {
  await says('Was sent')
  await settle()
  await says('Not sent yet')
  const [call] = await device.outbox.toArray()
  await device.attention.put({ key: 'k', call: { ...must(call), id: 'k' }, refusal: null, conflicts: [], received: '' })
  await device.forms.put({ key: `comment:${PROJECT}`, values: { comment: 'Half ty' }, saved: '' })
  await keepFile(device, { projectId: PROJECT }, new Blob(['Nine o’clock']), { name: 'Agenda.txt' })
  await device.set('looked', { [PROJECT]: { at: '', said: {} } })
  await device.set('seen', [{ print: 'p', said: {} }])
  await device.set('diary', [{ id: PROJECT, deeds: [] }])
}
const endAs = async (who: string, path: string) => {
  const { status } = await server.as(who, 'DELETE', path)
  expect(status).toBe(200)
}

test('what an administrator ends gives back all that was sent and keeps all that was not, and goes on after a sign-in', async () => {
  await withWork()
  const before = { identity: await device.get('identity'), work: await workOn() }
  expect(before.work.map((all) => all.length)).toEqual([1, 1, 1, 1, 1])
  await endAs('ada', 'resources/users/5/sessions')
  expect(await play()).toMatchObject({ kind: 'problem', problem: 'sign-in' })

  const gone = [...syncedTableNames, 'kept', 'judged', 'marks']
  expect(await counts(...gone)).toEqual(Object.fromEntries(gone.map((table) => [table, 0])))
  expect([await device.get('looked'), await device.get('seen'), await device.get('diary')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect({ identity: await device.get('identity'), work: await workOn() }).toEqual(before)
  expect([await readSession(), await wasRevoked(), await whatIsToGo()]).toEqual([null, true, []])

  await signIn()
  expect(await wasRevoked()).toBe(false)
  await settle()
  expect(await counts('outbox', 'attention', 'forms')).toEqual({ outbox: 0, attention: 1, forms: 1 })
  expect(await device.rows('projects').get(PROJECT)).toMatchObject({ id: PROJECT })
  expect(await comments()).toEqual(['Was sent', 'Not sent yet'])
  expect(await device.get('identity')).toEqual(before.identity)
})
const workOn = async () => [
  (await device.outbox.toArray()).map(({ id, seq, input }) => [id, seq, input]),
  await device.attention.toArray(),
  await device.forms.toArray(),
  await device.uploads.toArray(),
  (await device.chunks.toArray()).map(({ upload, n, bytes }) => [upload, n, bytes.byteLength]),
]

const notOurs =
  (status: number, body: string, type = 'application/json') =>
  (): Response =>
    new Response(body, { status, headers: { 'content-type': type } })

test.each<[string, () => Promise<unknown> | void]>([
  ['it runs out', () => server.clock.advance(SESSION_LIFE_MS)],
  [
    'its person ends it elsewhere',
    async () => {
      server.forget('pete')
      await endAs('pete', 'sessions')
    },
  ],
  [
    'its person’s password is set',
    () => server.patch('ada', 'resources/users', { id: 5, password: 'seven brown owls' }),
  ],
  ['its account is closed', () => server.patch('ada', 'resources/users', { id: 5, active: false })],
  ['a proxy answers 401 with a page', () => void (answering = notOurs(401, `<p>${SESSION_REVOKED}</p>`, 'text/html'))],
  [
    'a proxy answers 401 with JSON of its own',
    () => void (answering = notOurs(401, '{"error":"sign in to the hotel"}')),
  ],
  ['the code comes with another status', () => void (answering = notOurs(403, `{"code":"${SESSION_REVOKED}"}`))],
])('nothing is given back when %s', async (_, end) => {
  await withWork()
  const before = await counts('projects', 'users', 'judged', 'outbox', 'attention', 'forms')
  expect(before).toMatchObject({ projects: 1, judged: 1, outbox: 1 })
  await end()
  expect(await play()).toMatchObject({ kind: 'problem' })
  expect(await counts('projects', 'users', 'judged', 'outbox', 'attention', 'forms')).toEqual(before)
  expect([await device.get('looked'), await wasRevoked()]).toEqual([{ [PROJECT]: { at: '', said: {} } }, false])
})

test('an answer to the session before takes nothing from who has signed in since', async () => {
  await endAs('ada', 'resources/users/5/sessions')
  const old = token
  await signIn()
  const mine = token
  token = old
  expect(await play()).toMatchObject({ problem: 'sign-in' })
  expect([await counts('projects'), (await readSession())?.token]).toEqual([{ projects: 1 }, mine])
})

test('each round tells the version, and what stays here beyond its calls, as people count it', async () => {
  told = []
  await says('Goes up')
  await settle()
  expect(new Set(told)).toEqual(new Set(['1.0.0']))
  await says('Held back', true)
  const [held] = await device.outbox.toArray()
  server.clock.advance(3_600_000)
  await says('Behind it')
  const savedAt = must(held).at
  await withTheirs(savedAt)
  told = []
  await play()
  expect(told).toEqual([`1.0.0 3 ${savedAt}`])
  expect((await server.get('ada', 'devices')).list).toMatchObject([{ unsent: 3, unsentSince: savedAt }])
})
/** Three refused steps of one request: one thing. */
async function withTheirs(at: string): Promise<void> {
  const [call] = await device.outbox.toArray()
  for (const name of ['chooseTasks', 'describeRequest', 'completeRequest'])
    await device.attention.put({
      ...{ key: name, refusal: null, conflicts: [], received: '' },
      call: { ...must(call), id: name, name, input: { requestId: 7 }, at },
    })
}

test('a quiet round with nothing unsent says its version and no more', async () => {
  told = []
  await performOnDisk(device, await actor(), savePreferences, () => ({ density: 'compact' as const }), {})
  await settle()
  await play()
  expect(new Set(told)).toEqual(new Set(['1.0.0']))
})
