import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type TestDevice, type Wire, type World } from '../testing/world.ts'
import { wholeCopy } from './courier.ts'
import { openFile, readBack, type OpenedFile } from './saved-copy.ts'

const id = 40_000_001
let world: World
/** Two devices of Pete's, and one of somebody else. */
let phone: TestDevice
let laptop: TestDevice
let mia: TestDevice

beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id, requested: false, createdById: cast.pete.id })))
  phone = await world.device(cast.pete)
  laptop = await world.device(cast.pete)
  mia = await world.device(cast.mia)
  for (const device of [phone, laptop, mia]) {
    await device.settle()
    await device.attend()
  }
  phone.wire = cut
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.close()
})

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()
const say = async (device: TestDevice, comment: string, projectId = id) =>
  done(await device.perform(addComment, (newId) => ({ id: newId(), projectId, comment })))
const words = async () => (await world.rows('comments')).map(({ comment }) => comment)

async function saved(device: TestDevice): Promise<Blob> {
  return new Blob([JSON.stringify(await wholeCopy(device.db, device.user), null, 2)])
}
async function ownIn(file: Blob, device = laptop): Promise<Extract<OpenedFile, { kind: 'own' }>> {
  const opened = await openFile(device.db, device.user, file)
  if (opened.kind !== 'own') throw new Error(JSON.stringify(opened))
  return opened
}
const half = (key: string, text: string) => ({ key, values: { text }, saved: '2026-03-10T12:00:00.000Z' })

test('a saved copy can be read by the person, and everything in it comes back on another device of theirs, once', async () => {
  await say(phone, 'Gone astray')
  await world.write(put('projects', aBareProject({ id, active: false })))
  phone.wire = connected
  await phone.round()
  await world.write(put('projects', aBareProject({ id, requested: false, createdById: cast.pete.id })))
  await phone.settle()
  phone.wire = cut
  const needing = {
    ...{
      key: 'a-refused-call-0001',
      refusal: { refused: 'closed' as const },
      conflicts: [],
      received: '2026-03-10T12:00:00.000Z',
    },
    call: {
      seq: 90,
      id: 'a-refused-call-0001',
      name: 'addComment',
      input: { id: 7, projectId: id, comment: 'Too late' },
      at: '2026-03-10T11:00:00.000Z',
      firstSent: 1,
      attempts: 1,
    },
  }
  await phone.db.attention.put(needing)
  await phone.db.forms.put(half('comment-1', 'half ty'))
  await say(phone, 'Waits on the phone')
  const file = await saved(phone)
  expect(await file.text()).toContain('"comment": "Waits on the phone"')

  const opened = await ownIn(file)
  expect(opened.found).toMatchObject({ waiting: 1, way: 'sealed', differing: [] })
  await readBack(laptop.db, opened, false)
  expect(await laptop.db.forms.toArray()).toEqual([half('comment-1', 'half ty')])
  expect(await laptop.attention()).toEqual([needing])
  expect(await laptop.outbox()).toEqual([])
  await laptop.attend()
  expect(await words()).toContain('Waits on the phone')
  // Brought by its own author, nobody has carried it.
  expect((await world.diary()).map(({ carriedById }) => carriedById)).not.toContain(cast.pete.id)
  phone.wire = connected
  await phone.settle()
  expect((await words()).filter((word) => word === 'Waits on the phone')).toHaveLength(1)

  const again = await ownIn(file)
  expect(again.found).toMatchObject({ forms: [], differing: [], attention: [] })
  await readBack(laptop.db, again, true)
  await laptop.attend()
  expect((await words()).filter((word) => word === 'Waits on the phone')).toHaveLength(1)
})

test('a half-typed text that has other words here stays, unless the person says so', async () => {
  await phone.db.forms.put(half('comment-1', 'of the phone'))
  await laptop.db.forms.put(half('comment-1', 'newer, of the laptop'))
  const opened = await ownIn(await saved(phone))
  expect(opened.found).toMatchObject({ forms: [], differing: [{ key: 'comment-1' }] })
  await readBack(laptop.db, opened, false)
  expect((await laptop.db.forms.get('comment-1'))?.values).toEqual({ text: 'newer, of the laptop' })
  await readBack(laptop.db, opened, true)
  expect((await laptop.db.forms.get('comment-1'))?.values).toEqual({ text: 'of the phone' })
})

test('on the device where it was saved, what waits is there already and goes by its own queue; and what has gone is there, too', async () => {
  await say(phone, 'Here')
  const file = await saved(phone)
  const opened = await ownIn(file, phone)
  expect(opened.found.way).toBe('here')
  await readBack(phone.db, opened, false)
  expect(await phone.db.get('carried')).toBeUndefined()
  expect(await phone.outbox()).toHaveLength(1)
  phone.wire = connected
  await phone.settle()
  expect((await ownIn(file, phone)).found.way).toBe('here')
})

test('on a device that was put back to an earlier time, what it has made since comes back out of its own copy, once', async () => {
  await say(phone, 'one')
  const backup = await Promise.all(phone.db.tables.map((table) => table.toArray()))
  await say(phone, 'two')
  await say(phone, 'three')
  const file = await saved(phone)
  for (const [at, table] of phone.db.tables.entries()) {
    await table.clear()
    await table.bulkAdd(backup[at] ?? [])
  }
  const opened = await ownIn(file, phone)
  expect(opened.found).toMatchObject({ waiting: 2, way: 'sealed' })
  await readBack(phone.db, opened, false)
  phone.wire = connected
  await phone.settle()
  await phone.attend()
  await phone.settle()
  expect((await words()).sort()).toEqual(['one', 'three', 'two'])

  await readBack(phone.db, await ownIn(file, phone), false)
  await phone.attend()
  expect(await words()).toHaveLength(3)
})

test('of somebody else’s copy only what is sealed is taken; without a seal it is refused with a sentence', async () => {
  await say(phone, 'A secret matter')
  const whole = JSON.parse(await (await saved(phone)).text()) as { sealed?: object }
  const opened = await openFile(mia.db, mia.user, new Blob([JSON.stringify(whole)]))
  expect(must(opened).kind).toBe('sealed')
  expect(JSON.stringify(opened)).not.toContain('secret')
  delete whole.sealed
  expect(await openFile(mia.db, mia.user, new Blob([JSON.stringify(whole)]))).toEqual({
    kind: 'refused',
    why: 'This is a copy of Pete Okafor, and it has no seal: only they can read it back.',
  })
})

test('a browser that cannot seal saves a copy all the same, and says elsewhere what cannot be sent from it', async () => {
  await say(phone, 'No seal')
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues, randomUUID: () => '0' })
  const file = await saved(phone)
  vi.unstubAllGlobals()
  expect(await file.text()).toContain('No seal')
  expect((await ownIn(file)).found).toMatchObject({ waiting: 1, way: 'none' })
})

test.each([
  ['', 'nothing'],
  ['{"application":"Fieldpost"}', 'half of one'],
  ['[1,2,3]', 'something else'],
  ['<html>', 'no JSON'],
])('a file that holds %s is refused with a sentence', async (text) => {
  expect(await openFile(mia.db, mia.user, new Blob([text]))).toEqual({
    kind: 'refused',
    why: 'This is not a copy that Fieldpost has saved, or it is damaged. Nothing was changed on this device.',
  })
})

test('a file that is cut off in the middle is no copy', async () => {
  await say(phone, 'Whole')
  const text = await (await saved(phone)).text()
  expect(await openFile(laptop.db, laptop.user, new Blob([text.slice(0, -40)]))).toMatchObject({ kind: 'refused' })
})
