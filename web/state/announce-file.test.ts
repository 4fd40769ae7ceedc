import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceFile, removeFile } from '#shared/commands/file-facts.ts'
import { MOST_ANNOUNCED } from '#shared/model/limits.ts'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject, aDraft } from '#shared/testing/samples.ts'
import { execute } from '#server/execute/execute.ts'
import { restServer, type RestServer } from '#server/testing/rest.ts'
import { Device, type KeptFile } from '../data/device.ts'
import { perform, type Actor } from '../sync/perform.ts'
import { round } from '../sync/round.ts'
import { sendAnew, wantAfterAll } from './announce-file.ts'
import { keepFile, tidyFiles, waitingFiles } from './kept-files.ts'
import { takeUp, throwAway } from './refused-request.ts'
import { giveUpFile, sendFiles, type Line } from './send-files.ts'
import { countAttention, countUnsent } from './unsent.ts'

const PROJECT = 40_000_001
const REQUEST = 40_000_010
const place = { projectId: PROJECT }
let server: RestServer
let now: number
const devices: Device[] = []
let told: string[]

beforeEach(async () => {
  server = await restServer()
  now = Date.now()
  told = []
  await write(put('projects', aBareProject({ id: PROJECT })))
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await server.close()
})
const write = (...changes: ReturnType<typeof put>[]) =>
  server.store.transact({ reads: {} }, () => ({ changes, value: 0 }))

/** Somebody with a device of their own, connected while they settle. */
async function somebody(who: string) {
  const { users } = await server.store.read({ reads: { users: many('users', {}) } })
  const user = must(users.find(({ email }) => email.startsWith(who)))
  const device = new Device(`fieldpost-user-${user.id}-${devices.length}`, { indexedDB: new IDBFactory(), IDBKeyRange })
  devices.push(device)
  await device.open()
  const actor: Actor = { user, organisation: defaultOrganisation }
  const token = () => server.signIn(who)
  const line: Line = {
    ...{ device, token, elapsed: () => 0 },
    fetch: async (input, init) => server.fetch(input as string, { ...init, signal: null }),
  }
  const settle = async () => {
    for (let more = true; more;) {
      const result = await round({
        ...{ device, actor, token, now: () => now, reachable: () => Promise.resolve(true) },
        fetch: async (input, init) => {
          told.push(new Headers(init?.headers).get('x-device') ?? '')
          return server.fetch(`/api/${String(input).split('/api/').at(-1)}`, { ...init, signal: null })
        },
      })
      if (result.kind !== 'done') throw new Error(result.problem)
      more = result.more
    }
  }
  await settle()
  return {
    ...{ device, actor, line, settle },
    keep: (bytes: Buffer, name = 'Booth.pdf', to: { projectId: number } | { requestId: number } = place) =>
      keepFile(device, to, new Blob([bytes as never]), { name, actor }),
    send: () => sendFiles(line),
    files: () => device.rows('files').toArray(),
    kept: async () => must((await device.uploads.toArray())[0]),
  }
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes)])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files
const calls = async () =>
  (await server.store.read({ reads: { calls: many('calls', {}) } })).calls.map(({ name, verdict }) => [name, verdict])

test('a file is a row before its bytes: everybody hears of it, and the bytes make it whole, once', async () => {
  const [ana, mia] = [await somebody('ana'), await somebody('mia')]
  const bytes = pdf(1_300_000)
  const { factId } = { factId: 0, ...(await ana.keep(bytes).then(ana.kept)) }
  expect(await ana.files()).toMatchObject([{ id: factId, name: 'Booth.pdf', stored: false, size: bytes.length }])
  expect(await countUnsent(ana.device)).toBe(1)
  // Nothing goes before the call has.
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 0 })
  await ana.settle()
  await mia.settle()
  expect(await mia.files()).toMatchObject([
    { id: factId, name: 'Booth.pdf', stored: false, hash: sha256(bytes), createdById: ana.actor.user.id },
  ])
  const missing = await server.fetch(`/api/files/${factId}/Booth.pdf`, {
    headers: { authorization: `Bearer ${await server.signIn('mia')}` },
  })
  expect(missing.status).toBe(404)
  expect(await countUnsent(ana.device)).toBe(1)

  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  await mia.settle()
  await ana.settle()
  for (const { files } of [mia, ana])
    expect(await files()).toMatchObject([{ id: factId, stored: true, type: 'application/pdf', hash: sha256(bytes) }])
  const got = await server.fetch(`/api/files/${factId}/Booth.pdf`, {
    headers: { authorization: `Bearer ${await server.signIn('mia')}` },
  })
  expect(sha256(Buffer.from(await got.arrayBuffer()))).toBe(sha256(bytes))
  expect([await countUnsent(ana.device), await rows()]).toMatchObject([0, [{ id: factId }]])
  expect(await calls()).toEqual([
    ['announceFile', 'applied'],
    ['storeFile', 'applied'],
  ])
  await tidyFiles(ana.device)
  expect([await ana.device.uploads.count(), await ana.device.chunks.count()]).toEqual([0, 0])
})

test('the device tells with each round what waits as bytes, as people count it', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(100))
  await ana.keep(pdf(100), 'Hall.pdf')
  await perform(ana.device, ana.actor, addComment, (newId) => ({ id: newId(), projectId: PROJECT, comment: 'Two' }))
  await ana.settle()
  const [oldest] = await waitingFiles(ana.device)
  expect(told.at(-1)).toMatch(new RegExp(`^\\S+ 2 ${must(oldest).at}$`))
  await ana.send()
  await ana.settle()
  expect(told.at(-1)).toMatch(/^\S+$/)
})

test('the answer to the last piece is lost and the row comes first: it has arrived, and is not sent again', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  await ana.settle()
  const honest = ana.line.fetch
  ana.line.fetch = async (input, init) => {
    const answer = await honest(input, init)
    if (init?.method === 'PATCH') throw new TypeError('Failed to fetch')
    return answer
  }
  expect((await ana.send()).kind).toBe('weather')
  await ana.settle()
  ana.line.fetch = () => Promise.reject(new TypeError('Nothing is asked'))
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await rows()).toMatchObject([{ stored: true }])
})

test('given up before the call has gone, it has never been; after that the others hear that nothing comes; undo announces it anew', async () => {
  const [ana, mia] = [await somebody('ana'), await somebody('mia')]
  await ana.keep(pdf(1_000))
  await giveUpFile(ana.line, ana.actor, await ana.kept())
  expect([await ana.device.outbox.count(), await ana.files()]).toEqual([0, []])

  await ana.keep(pdf(1_000))
  await ana.settle()
  await mia.settle()
  expect(await mia.files()).toHaveLength(1)
  const file = await ana.kept()
  await giveUpFile(ana.line, ana.actor, file)
  expect(await ana.files()).toEqual([])
  await ana.settle()
  await mia.settle()
  expect([await mia.files(), await rows()]).toEqual([[], []])

  await wantAfterAll(ana.device, ana.actor, file)
  await ana.settle()
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await rows()).toMatchObject([{ stored: true }])
})

test.each(['POST', 'the first PATCH', 'the last PATCH'])(
  'given up and wanted after all while %s is on the wire: one file arrives, whole, and the answer to what went before is not taken for it',
  async (when) => {
    const ana = await somebody('ana')
    const bytes = pdf(100_000)
    await ana.keep(bytes)
    await ana.settle()
    const { fetch } = ana.line
    let pieces = 0
    ana.line.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const what = init?.method === 'PATCH' ? (++pieces === 1 ? 'the first PATCH' : 'the last PATCH') : init?.method
      if (what !== when) return answer
      ana.line.fetch = fetch
      const file = await ana.kept()
      await giveUpFile(ana.line, ana.actor, file)
      await wantAfterAll(ana.device, ana.actor, file)
      return answer
    }
    await ana.send()
    expect(await ana.kept()).toMatchObject({ url: '', sent: 0, fileId: 0 })
    await ana.settle()
    expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
    await ana.settle()
    await tidyFiles(ana.device)
    expect([await ana.device.uploads.count(), await ana.device.chunks.count()]).toEqual([0, 0])
    expect((await rows()).filter(({ active, stored }) => active && stored)).toMatchObject([{ hash: sha256(bytes) }])
  },
)

test('given up while its last piece is on the wire it is nobody’s file, and its bytes are here for who wants it after all', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  await ana.settle()
  const { fetch } = ana.line
  const file = await ana.kept()
  ana.line.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (init?.method === 'PATCH') await giveUpFile({ ...ana.line, fetch }, ana.actor, file)
    return answer
  }
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 0 })
  await ana.settle()
  expect((await rows()).filter(({ active }) => active)).toEqual([])
  ana.line.fetch = fetch
  await wantAfterAll(ana.device, ana.actor, file)
  await ana.settle()
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
})

test('what somebody else has deleted before it arrived needs its person, and goes when they want it to', async () => {
  const [ana, mia] = [await somebody('ana'), await somebody('mia')]
  await ana.keep(pdf(1_000))
  await ana.settle()
  await mia.settle()
  const [fact] = await mia.files()
  await perform(mia.device, mia.actor, removeFile, () => ({ id: must(fact).id }))
  await mia.settle()
  await ana.settle()
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 0 })
  expect(await ana.kept()).toMatchObject({
    needsYou: true,
    problem: 'It was deleted there before it arrived. Remove it here, or try again to add it anew.',
  })
  expect([await countUnsent(ana.device), await countAttention(ana.device)]).toEqual([0, 1])
  await sendAnew(ana.device, ana.actor, await ana.kept())
  await ana.settle()
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await rows()).toMatchObject([{ name: 'Booth.pdf', stored: true }])
})

test('a double tap, or two tabs: one announcement is made anew, and nobody waits for a file that never comes', async () => {
  const [ana, mia] = [await somebody('ana'), await somebody('mia')]
  await ana.keep(pdf(1_000))
  await ana.settle()
  await mia.settle()
  const [fact] = await mia.files()
  await perform(mia.device, mia.actor, removeFile, () => ({ id: must(fact).id }))
  await mia.settle()
  await ana.settle()
  await ana.send()
  const seen = await ana.kept()
  const tap = () => sendAnew(ana.device, ana.actor, seen)
  await Promise.all([tap(), tap()])
  await tap()
  await ana.settle()
  expect(await ana.files()).toHaveLength(1)
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await rows()).toMatchObject([{ stored: true }])
})

test('what was announced anew is given up as it is by then; of two taps one gives up, and two undo it once', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  await ana.settle()
  const before = await ana.kept()
  const giveUp = () => giveUpFile(ana.line, ana.actor, before)
  const given = await Promise.all([giveUp(), giveUp()])
  expect(given.filter((file) => file !== null)).toHaveLength(1)
  // Gone, it is not brought back by a *Try again* of another tab.
  await sendAnew(ana.device, ana.actor, before)
  expect(await ana.device.uploads.count()).toBe(0)
  const undo = () => wantAfterAll(ana.device, ana.actor, before)
  await Promise.all([undo(), undo()])
  await ana.settle()
  expect(await ana.files()).toHaveLength(1)
  expect((await ana.kept()).factId).not.toBe(before.factId)

  expect(await giveUpFile(ana.line, ana.actor, before)).toMatchObject({ id: before.id })
  await ana.settle()
  expect([await ana.files(), await rows()]).toEqual([[], []])
})

test('a tasking that went out of sight: the file stays with the server’s sentence, one thing that needs the person', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  await server.store.transact({ reads: {} }, () => ({
    changes: [{ kind: 'remove', table: 'projects', id: PROJECT } as never],
    value: 0,
  }))
  const row = must(await ana.device.rows('projects').get(PROJECT))
  await ana.settle()
  // It is here still, as where a list is fetched on demand.
  await ana.device.rows('projects').put(row)
  await ana.send()
  expect(await ana.kept()).toMatchObject({
    needsYou: true,
    problem: 'This record does not exist, or you may not see it.',
  })
  expect(await countAttention(ana.device)).toBe(1)
  await giveUpFile(ana.line, ana.actor, await ana.kept())
  expect([await countAttention(ana.device), await ana.device.attention.count()]).toEqual([0, 0])
})

test('a tasking that left this device: its file goes where the server still knows the place, and else needs the person', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  await write({ kind: 'remove', table: 'projects', id: PROJECT } as never)
  await ana.settle()
  expect(await ana.device.rows('projects').get(PROJECT)).toBeUndefined()
  await ana.send()
  expect(await ana.kept()).toMatchObject({
    needsYou: true,
    problem: 'This record does not exist, or you may not see it.',
  })
  expect([await countUnsent(ana.device), await countAttention(ana.device)]).toEqual([0, 1])

  await write(put('projects', aBareProject({ id: PROJECT })))
  await ana.settle()
  await ana.keep(pdf(2_000), 'Hall.pdf')
  await ana.settle()
  // Closed long ago by now, and swept with a reset.
  await ana.device.rows('projects').clear()
  await ana.device.rows('files').clear()
  expect(await ana.send()).toMatchObject({ arrived: 1 })
  expect(await rows()).toMatchObject([{ name: 'Hall.pdf', stored: true }])
})

test('a file of a request that was refused waits for what becomes of that', async () => {
  const ana = await somebody('ana')
  await ana.device.attention.put({
    key: 'a',
    call: { ...{ seq: 1, id: 'a', name: 'startRequest', at: '', firstSent: 1, attempts: 1 }, input: { id: REQUEST } },
    ...{ refusal: { refused: 'not-allowed' }, conflicts: [], received: '' },
  })
  await keepFile(ana.device, { requestId: REQUEST }, new Blob([pdf(1_000)]), { name: 'Booth.pdf' })
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 0 })
  expect(await ana.kept()).toMatchObject({ needsYou: false, problem: '' })
})

test('a server that is known to be older is told of a file by its bytes alone', async () => {
  const ana = await somebody('ana')
  await ana.device.change('contact', (contact) => ({ ...contact, problem: 'server' }))
  await ana.keep(pdf(1_000))
  expect([await ana.device.outbox.count(), await ana.files()]).toEqual([0, []])
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await calls()).toEqual([['addFile', 'applied']])
})

test('a draft’s file is announced to its owner alone, gone with the draft, and goes on under another id', async () => {
  const draft = aDraft({ id: REQUEST })
  await write(put('requests', draft))
  const [ana, mia] = [await somebody('ana'), await somebody('mia')]
  await ana.keep(pdf(1_000), 'Booth.pdf', { requestId: REQUEST })
  await ana.settle()
  await mia.settle()
  expect([await ana.files(), await mia.files()]).toMatchObject([[{ published: false, stored: false }], []])
  await takeUp(ana.device, REQUEST, 'start', REQUEST + 1)
  expect(await ana.kept()).toMatchObject({ requestId: REQUEST + 1, factId: 0 })
  await throwAway(ana.device, REQUEST + 1)
  expect(await ana.device.uploads.count()).toBe(0)
})

test('a device that gets another number announces under a new one, and the bytes follow it', async () => {
  const ana = await somebody('ana')
  await ana.keep(pdf(1_000))
  const before = await ana.kept()
  // A copy of this device has used the next call's number.
  const [call] = await ana.device.outbox.toArray()
  const copied = { userId: ana.actor.user.id, device: (await ana.device.get('identity')).number, seq: must(call).seq }
  await execute(server.server, {
    ...{ ...copied, callId: 'of-the-copied-device', name: addComment.name, at: new Date(now).toISOString() },
    input: { id: before.factId ?? 0, projectId: PROJECT, comment: 'From the copy' },
  })
  await ana.settle()
  await ana.settle()
  const after = await ana.kept()
  expect(after.factId).not.toBe(before.factId)
  expect(await ana.send()).toEqual({ kind: 'idle', arrived: 1 })
  expect(await rows()).toMatchObject([{ id: after.factId, stored: true }])
})

test('fifty of one person may be on their way to one place; the next says so, and nothing of it stays', async () => {
  const ana = await somebody('ana')
  for (let n = 0; n < MOST_ANNOUNCED; n++) await ana.keep(pdf(10), `Photo ${n}.pdf`)
  await expect(ana.keep(pdf(10), 'One more.pdf')).rejects.toThrow('Too many of your files are on their way here.')
  expect([await ana.device.uploads.count(), await ana.device.chunks.count()]).toEqual([MOST_ANNOUNCED, MOST_ANNOUNCED])
  expect((await waitingFiles(ana.device)).map(({ name }: KeptFile) => name)).not.toContain('One more.pdf')
  expect(announceFile.version).toBeUndefined()
})
