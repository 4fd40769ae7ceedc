import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRequest } from '#shared/commands/requests.ts'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { refuse } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { syncedRow } from '#shared/model/tables.ts'
import { aBareProject, people } from '#shared/testing/samples.ts'
import { restServer, type RestServer } from '#server/testing/rest.ts'
import { blankMeta, Device, type KeptFile } from '../data/device.ts'
import { badDisk, type BadDisk } from '../testing/bad-disk.ts'
import { forgetCopies } from '../sync/forget.ts'
import { sendAnew } from './announce-file.ts'
import { attach, dropChosen, useChosen } from './chosen-files.ts'
import { keepFile, tidyFiles, waitingFiles } from './kept-files.ts'
import { takeUp, throwAway } from './refused-request.ts'
import { firstToGo, giveUpFile, sendFiles, type Line } from './send-files.ts'
import { countAttention, countUnsent } from './unsent.ts'

/** Of a device without a number yet, or of an app before files were announced. */
const actor = { user: people.ana, organisation: defaultOrganisation }
const PROJECT = 40_000_001
let server: RestServer
let disk: IDBFactory
let bad: BadDisk
let device: Device
let token: string | null
let now: number
/** What the wire does with a request, which it may deliver. */
let wire: (deliver: () => Promise<Response>, request: { method: string; body: Blob | null }) => Promise<Response>
let asked: string[]

beforeEach(async () => {
  server = await restServer()
  await server.store.transact({ reads: {} }, () => ({
    changes: [put('projects', aBareProject({ id: PROJECT }))],
    value: 0,
  }))
  disk = new IDBFactory()
  bad = badDisk(disk)
  now = 0
  asked = []
  wire = (deliver) => deliver()
  token = await server.signIn('ana')
  await start()
  await device.rows('projects').put(syncedRow('projects', aBareProject({ id: PROJECT }) as never))
})
afterEach(async () => {
  device.close()
  for (const { id } of useChosen.getState().chosen) dropChosen(id)
  await server.close()
})

/** The browser starts: memory is gone, the disk stays. */
async function start(): Promise<void> {
  device = new Device('fieldpost-user-1', { indexedDB: disk, IDBKeyRange })
  await device.open()
}
async function restart(): Promise<void> {
  device.close()
  await start()
}

const line = (own = device): Line => ({
  device: own,
  token: () => Promise.resolve(token),
  elapsed: () => now,
  fetch: (input, init) => {
    const { method = 'GET', body = null } = init ?? {}
    asked.push(method)
    const deliver = () => server.fetch(input as string, { ...init, signal: null })
    return wire(async () => deliver(), { method, body: body as Blob | null })
  },
})
const photo = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes)])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const kept = (
  bytes: Buffer,
  name = 'Booth.pdf',
  place: { projectId: number } | { requestId: number } = { projectId: PROJECT },
) => keepFile(device, place, new Blob([bytes as never]), { name })
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const named = async (name: string): Promise<KeptFile> =>
  must((await device.uploads.toArray()).find((file) => file.name === name))
const one = () => named('Booth.pdf')

test('what is kept is whole: row, pieces and hash; it counts as unsent until it has arrived, once and unchanged', async () => {
  const bytes = photo(1_300_000)
  const file = await kept(bytes)
  expect(file).toMatchObject({ name: 'Booth.pdf', size: bytes.length, sha256: sha256(bytes), projectId: PROJECT })
  expect([await device.chunks.count(), await countUnsent(device)]).toEqual([3, 1])
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  const [row, ...others] = await rows()
  expect([row?.hash, row?.name, others]).toEqual([sha256(bytes), 'Booth.pdf', []])
  expect(await one()).toMatchObject({ fileId: row?.id, sent: bytes.length })
  expect([await device.chunks.count(), await countUnsent(device)]).toEqual([0, 0])
  await restart()
  await tidyFiles(device)
  expect(await device.uploads.count()).toBe(0)
})

test('cut at each request in turn, before it is heard or after, and killed then: one file, the right bytes', async () => {
  const bytes = photo(700_000)
  for (let at = 1; at <= 5; at++)
    for (const isHeard of [false, true]) {
      await kept(bytes, `Booth ${at} ${isHeard}.pdf`)
      let n = 0
      wire = async (deliver) => {
        if (++n !== at) return deliver()
        if (isHeard) await deliver()
        return lost()
      }
      expect(await sendFiles(line())).toMatchObject({ kind: n < at ? 'idle' : 'weather' })
      wire = (deliver) => deliver()
      await restart()
      await sendFiles(line())
      await tidyFiles(device)
      expect(await device.uploads.count()).toBe(0)
    }
  const all = await rows()
  expect(all.map(({ hash }) => hash)).toEqual(Array(10).fill(sha256(bytes)))
  expect(all.map(({ name }) => name)).toEqual(
    [1, 2, 3, 4, 5].flatMap((at) => [`Booth ${at} false.pdf`, `Booth ${at} true.pdf`]),
  )
})

test('it goes on where it was: after a restart nothing that has arrived is sent again', async () => {
  const bytes = photo(2_000_000)
  await kept(bytes)
  let carried = 0
  let pieces = 0
  wire = (deliver, { method, body }) => {
    if (method !== 'PATCH') return deliver()
    if (++pieces === 3) return lost()
    carried += body?.size ?? 0
    return deliver()
  }
  expect((await sendFiles(line())).kind).toBe('weather')
  expect((await one()).sent).toBe(carried)
  await restart()
  await sendFiles(line())
  expect([carried, (await rows())[0]?.hash]).toEqual([bytes.length, sha256(bytes)])
})

test('an upload that the server has forgotten begins anew; a server that forgets each is not asked for ever', async () => {
  const bytes = photo(300_000)
  await kept(bytes)
  wire = (deliver, { method }) => (method === 'PATCH' && asked.length > 3 ? lost() : deliver())
  await sendFiles(line())
  const { url, sent } = await one()
  expect(sent).toBeGreaterThan(0)
  await server.fetch(url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
  })
  wire = (deliver) => deliver()
  await sendFiles(line())
  expect((await rows()).map(({ hash }) => hash)).toEqual([sha256(bytes)])

  await tidyFiles(device)
  await kept(bytes, 'Again.pdf')
  wire = (deliver, { method }) =>
    method === 'POST'
      ? deliver()
      : Promise.resolve(Response.json({ code: 'NOT_FOUND', message: 'No' }, { status: 404 }))
  expect((await sendFiles(line())).kind).toBe('weather')
  expect(await named('Again.pdf')).toMatchObject({ needsYou: false })
})

test('bytes that arrive with another hash become no file: they are sent anew, and it needs the person when they never arrive', async () => {
  const bytes = photo(100_000)
  await kept(bytes)
  let damaged = 1
  const honest = server.fetch
  const spoil = async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH' || damaged-- <= 0) return honest(input, init)
    const body = new Uint8Array(await (init.body as Blob).arrayBuffer())
    body.set([(body.at(-1) ?? 0) ^ 1], body.length - 1)
    return honest(input, { ...init, body })
  }
  server.fetch = spoil
  expect(await sendFiles(line())).toMatchObject({ arrived: 1 })
  expect((await rows()).map(({ hash }) => hash)).toEqual([sha256(bytes)])

  await tidyFiles(device)
  damaged = Infinity
  await kept(bytes, 'Again.pdf')
  expect(await sendFiles(line())).toMatchObject({ arrived: 0 })
  expect(await named('Again.pdf')).toMatchObject({ needsYou: true, damaged: 3 })
  expect([await device.chunks.count(), await countUnsent(device), await countAttention(device)]).toEqual([1, 0, 1])
  damaged = 0
  await sendAnew(device, actor, await named('Again.pdf'))
  expect(await sendFiles(line())).toMatchObject({ arrived: 1 })
})

test('two tabs send the same files: each arrives once', async () => {
  const other = new Device('fieldpost-user-1', { indexedDB: disk, IDBKeyRange })
  for (const n of [1, 2, 3]) await kept(photo(400_000), `Booth ${n}.pdf`)
  await Promise.all([sendFiles(line()), sendFiles(line(other))])
  for (let n = 0; n < 3; n++) await sendFiles(line())
  expect((await rows()).map(({ name }) => name).sort()).toEqual(['Booth 1.pdf', 'Booth 2.pdf', 'Booth 3.pdf'])
  other.close()
})

test('a disk that fills up while a file is kept: said at that file, nothing half of it stays, the next one fits', async () => {
  const files = [new File([photo(1_200_000)], 'Hall.pdf'), new File([photo(100)], 'Note.pdf')]
  bad.fillAfter(1)
  const keeping = attach(device, actor, { projectId: PROJECT }, files.slice(0, 1))
  await keeping
  expect(useChosen.getState().chosen).toMatchObject([
    { name: 'Hall.pdf', problem: 'This device is full. Free some room and choose it again.' },
  ])
  bad.makeRoom()
  expect([await device.chunks.count(), await device.uploads.count()]).toEqual([0, 0])
  await attach(device, actor, { projectId: PROJECT }, files.slice(1))
  expect((await waitingFiles(device)).map(({ name }) => name)).toEqual(['Note.pdf'])
})

test('a kill while a file is kept leaves no row, and its pieces go with the next start; whole ones stay', async () => {
  await kept(photo(100))
  await device.chunks.put({ upload: 'half', n: 0, bytes: new ArrayBuffer(10) })
  await restart()
  await tidyFiles(device)
  expect((await device.chunks.toArray()).map(({ upload }) => upload)).toEqual([(await one()).id])
})

test('without a session, or with that of somebody else, nothing goes and nothing is lost; logging out leaves it', async () => {
  const bytes = photo(1_000)
  await kept(bytes)
  token = null
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 0 })
  token = 'over'
  expect((await sendFiles(line())).kind).toBe('sign-in')
  await forgetCopies(device)
  await restart()
  token = await server.signIn('ana')
  // What it belongs to comes with the rows.
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 0 })
  await device.rows('projects').put(syncedRow('projects', aBareProject({ id: PROJECT }) as never))
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  expect((await rows())[0]?.hash).toBe(sha256(bytes))
})

test('calls go first: a file waits while any is on its way, and while what it is put to is not known', async () => {
  await kept(photo(1_000))
  const call = { id: 'a', name: 'addComment', input: {}, at: '', held: false, firstSent: 0, attempts: 0 }
  await device.outbox.add({ ...call, seq: 1, touches: ['comments:7'] })
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 0 })
  // The server is older than this app and does not know the call: that may take weeks, and a file of something else does not wait for it.
  await device.change('contact', (contact) => ({ ...contact, problem: 'server' }))
  await kept(photo(1_000), 'New.pdf', { requestId: 42_000_001 })
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  await device.outbox.update(1, { touches: [`projects:${PROJECT}`] })
  await kept(photo(1_000), 'Late.pdf')
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 0 })
  await device.outbox.clear()
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  expect(await waitingFiles(device)).toMatchObject([{ name: 'New.pdf' }])
})

test('pieces suit the link: small on a thin one, large on a fast one', async () => {
  const sizes: number[] = []
  const perSecond = { bytes: 2_500 }
  wire = (deliver, { method, body }) => {
    if (method === 'PATCH') {
      sizes.push(body?.size ?? 0)
      now += ((body?.size ?? 0) / perSecond.bytes) * 1000
    }
    return deliver()
  }
  await kept(photo(300_000))
  await sendFiles(line())
  expect(Math.max(...sizes.slice(1))).toBe(32 * 1024)
  sizes.length = 0
  perSecond.bytes = 10_000_000
  await kept(photo(6_000_000), 'Hall.pdf')
  await sendFiles(line())
  expect(sizes.slice(0, 4)).toEqual([32, 128, 512, 1024].map((kB) => kB * 1024))
})

test('what the server refuses needs the person, with its words; the next file goes, and a page on the way is no refusal', async () => {
  await kept(Buffer.from('This is no PDF'), 'Letter.pdf')
  await kept(photo(1_000), 'Booth.pdf')
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  expect(await named('Letter.pdf')).toMatchObject({
    needsYou: true,
    problem: 'The content of Letter.pdf is not what its ending .pdf says.',
  })
  await device.uploads.clear()
  await kept(photo(1_000), 'Hall.pdf')
  for (const status of [200, 403, 404]) {
    wire = () =>
      Promise.resolve(new Response('<html>Hotel</html>', { status, headers: { 'content-type': 'text/html' } }))
    expect((await sendFiles(line())).kind).toBe('weather')
    expect(await named('Hall.pdf')).toMatchObject({ needsYou: false, problem: '' })
  }
})

test('one that is given up is gone here and at the server', async () => {
  await kept(photo(200_000))
  wire = (deliver, { method }) => (method === 'PATCH' && asked.length > 2 ? lost() : deliver())
  await sendFiles(line())
  const file = await one()
  wire = (deliver) => deliver()
  await giveUpFile(line(), actor, file)
  expect(await device.uploads.count()).toBe(0)
  await expect.poll(() => asked.at(-1)).toBe('DELETE')
  const head = await server.fetch(file.url, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
  })
  expect(head.status).toBe(404)
  // Taken back at once it goes all the same, from its beginning.
  await device.uploads.put(file)
  expect(await sendFiles(line())).toMatchObject({ arrived: 1 })
})

test('what is not taken is said at its name and never kept; the rest is, also two of one name', async () => {
  const files = [
    new File([], 'Empty.txt'),
    new File(['MZ'], 'run.exe'),
    new File([new Uint8Array(2 * 1024 * 1024)], 'Hall.pdf'),
    new File(['Nine'], 'Agenda.txt'),
    new File(['Ten'], 'Agenda.txt'),
  ]
  await attach(
    device,
    { ...actor, organisation: { ...defaultOrganisation, maxFileMb: 1 } },
    { projectId: PROJECT },
    files,
  )
  expect(useChosen.getState().chosen.map(({ name, problem }) => [name, problem])).toEqual([
    ['Empty.txt', 'This file is empty.'],
    ['run.exe', expect.stringMatching(/^Files of this kind are not taken/)],
    ['Hall.pdf', 'Too large (2 MB, limit 1 MB). Choose a smaller one.'],
  ])
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 2 })
  expect((await rows()).map(({ name }) => name)).toEqual(['Agenda.txt', 'Agenda (2).txt'])
})

test('a draft that is thrown away takes its files along, one that is taken up under another id too', async () => {
  await kept(photo(100), 'Gone.pdf', { requestId: 42_000_001 })
  await kept(photo(100), 'Stays.pdf', { requestId: 42_000_002 })
  await throwAway(device, 42_000_001)
  await takeUp(device, 42_000_002, 'start', 43_000_001)
  expect(await waitingFiles(device)).toMatchObject([{ name: 'Stays.pdf', requestId: 43_000_001 }])
})

test('a file whose request was refused is not the one whose turn it is; the next one is, and goes', async () => {
  const id = 10_000_007
  await kept(photo(100), 'Waits.pdf', { requestId: id })
  await kept(photo(100), 'Goes.pdf')
  const call = { seq: 1, id: 'c', name: startRequest.name, input: { id }, at: '', firstSent: 1, attempts: 1 }
  await device.attention.put({ key: call.id, call, refusal: refuse('invalid'), conflicts: [], received: '' })
  await device.set('position', { ...blankMeta.position, ready: true })
  expect((await firstToGo(device))?.name).toBe('Goes.pdf')
  expect(await sendFiles(line())).toEqual({ kind: 'idle', arrived: 1 })
  expect(await firstToGo(device)).toBeUndefined()
  expect(await waitingFiles(device)).toMatchObject([{ name: 'Waits.pdf', needsYou: false }])
})

test('a file is dated as the calls are that wait beside it: by the clock of the server, whatever this one says', async () => {
  const skew = 2 * 86_400_000
  await device.change('contact', (contact) => ({ ...contact, skew }))
  const { at } = await kept(photo(100))
  expect(Math.abs(Date.parse(at) - Date.now() - skew)).toBeLessThan(60_000)
})
