import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { aBareProject, aFile, aProjectIn } from '#shared/testing/samples.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { put } from '#shared/kernel/change.ts'
import { writeSession } from '../session/kept-session.ts'
import { forgetCopies, pinnedOf } from '../sync/forget.ts'
import { createCaches } from '../testing/caches.ts'
import { cast, createWorld, type TestDevice } from '../testing/world.ts'
import { lookAtPinned, pin, pinnedBytes, unpin, usePinned } from './pinned-files.ts'
import { removeEverything } from './second-copy.ts'

let caches: ReturnType<typeof createCaches>
let ana: TestDevice
const file = aFile({ id: 42_000_060, createdById: cast.ana.id })

beforeEach(async () => {
  caches = createCaches()
  vi.stubGlobal('caches', caches)
  const world = await createWorld()
  await world.write(put('projects', aBareProject({ id: file.projectId, createdById: cast.ana.id })), put('files', file))
  ana = await world.device(cast.ana)
  await ana.settle()
  await signIn('token')
})
afterEach(() => vi.unstubAllGlobals())

const signIn = (token: string) =>
  writeSession({ user: cast.ana, organisation: defaultOrganisation, token, expires: '', alive: true })
const attached = (bytes: string) =>
  vi.fn(() => Promise.resolve(new Response(bytes, { headers: { 'content-disposition': 'attachment' } })))
const ids = () => [...(usePinned.getState().ids ?? [])]

test('a kept file is read where nothing answers, until its person lets go of it', async () => {
  vi.stubGlobal('fetch', attached('%PDF'))
  expect(await pin(ana.db, file, 'token')).toBe('')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no link')))
  expect(ids()).toEqual([file.id])
  expect(await (await pinnedBytes(ana.db, file.id))?.text()).toBe('%PDF')
  await unpin(ana.db, [file.id])
  expect(ids()).toEqual([])
  expect(await pinnedBytes(ana.db, file.id)).toBeNull()
})

test('what does not come, and what finds no room, is said and not kept', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no link')))
  expect(await pin(ana.db, file, 'token')).toMatch(/cannot be fetched without a connection/)
  vi.stubGlobal('fetch', attached('%PDF'))
  caches.isFull = true
  expect(await pin(ana.db, file, 'token')).toMatch(/has no room/)
  expect(ids()).toEqual([])
})

test('what was deleted or is out of sight goes at the next look, but not while rows are still coming; logging out takes all', async () => {
  vi.stubGlobal('fetch', attached('%PDF'))
  await pin(ana.db, file, 'token')
  await ana.db.rows('files').delete(file.id)
  await ana.db.change('position', (position) => ({ ...position, ready: false }))
  await lookAtPinned(ana.db)
  expect(ids()).toEqual([file.id])
  await ana.db.change('position', (position) => ({ ...position, ready: true }))
  await lookAtPinned(ana.db)
  expect(ids()).toEqual([])

  await ana.db.rows('files').put(file)
  await pin(ana.db, file, 'token')
  await forgetCopies(ana.db)
  expect(caches.names()).toEqual([])
})

test.each([
  ['logs out', forgetCopies, () => writeSession(null)],
  ['removes everything', removeEverything, () => writeSession(null)],
  ['signs in anew', forgetCopies, () => signIn('another')],
] as const)('a file that comes when its person %s meanwhile is not kept', async (_, clear, end) => {
  let answer: (file: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = done)))
  const pinning = pin(ana.db, file, 'token')
  await end()
  await clear(ana.db)
  answer(new Response('%PDF', { headers: { 'content-disposition': 'attachment' } }))
  expect(await pinning).toMatch(/is not kept/)
  expect(caches.names()).toEqual([])
})

test('a file that is just being laid down when its person logs out goes with the others', async () => {
  let line: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => unknown) => (line = line.then(work))
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('fetch', attached('%PDF'))
  let goOn: () => void = () => undefined
  const opening = new Promise<void>((begun) => {
    const { open } = caches
    caches.open = async (name) => {
      begun()
      await new Promise<void>((done) => (goOn = done))
      caches.open = open
      return open(name)
    }
  })
  const pinning = pin(ana.db, file, 'token')
  await opening
  await writeSession(null)
  const leaving = forgetCopies(ana.db)
  await vi.waitFor(async () => expect(await ana.db.rows('files').count()).toBe(0))
  goOn()
  await Promise.all([pinning, leaving])
  expect(await pinnedBytes(ana.db, file.id)).toBeNull()
})

test('a reset that takes the rows of a tasking closed long ago takes no kept file of it, as long as the tasking is seen', async () => {
  vi.stubGlobal('fetch', attached('%PDF'))
  const completedDate = '2026-01-15T09:00:00.000Z'
  await ana.db.rows('projects').put(aProjectIn('completed', { id: file.projectId, completedDate }))
  await pin(ana.db, file, 'token')
  // As an earlier version kept it.
  const cache = await caches.open(pinnedOf(ana.db.name))
  const [address] = await cache.keys()
  await cache.put(must(address), new Response('%PDF'))
  await lookAtPinned(ana.db)
  await ana.db.rows('files').delete(file.id)
  await ana.db.set('closed', { before: '2026-02-08', whole: [] })
  await lookAtPinned(ana.db)
  expect(ids()).toEqual([file.id])
  expect(await (await pinnedBytes(ana.db, file.id))?.text()).toBe('%PDF')
  await ana.db.set('closed', { before: '2026-02-08', whole: [file.projectId] })
  await lookAtPinned(ana.db)
  expect(ids()).toEqual([])
})

test('a kept file of a tasking closed long ago goes when its person does not see the tasking any more', async () => {
  vi.stubGlobal('fetch', attached('%PDF'))
  await pin(ana.db, file, 'token')
  await ana.db.set('closed', { before: '2026-02-08', whole: [] })
  await ana.db.rows('projects').delete(file.projectId)
  await ana.db.rows('files').delete(file.id)
  await lookAtPinned(ana.db)
  expect(ids()).toEqual([])
})
