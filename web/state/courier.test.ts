import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { editProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { SealedCopy } from '#shared/protocol/courier.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import {
  cast,
  copyOf,
  createWorld,
  differences,
  done,
  type TestDevice,
  type Wire,
  type World,
} from '../testing/world.ts'
import { dropCarried, sealQueue, takeOver } from './courier.ts'
import { openFile } from './saved-copy.ts'

const id = 40_000_001
let world: World
let pete: TestDevice
let mia: TestDevice

beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id, requested: false, createdById: cast.pete.id })))
  pete = await world.device(cast.pete)
  mia = await world.device(cast.mia)
  for (const device of [pete, mia]) {
    await device.settle()
    await device.attend()
  }
  pete.wire = cut
})
afterEach(() => world.close())

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()

const say = async (device: TestDevice, comment: string) =>
  done(await device.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))

async function sealed(device = pete): Promise<SealedCopy> {
  const copy = await sealQueue(device.db, device.user)
  if ('why' in copy) throw new Error(copy.why)
  return copy
}
/** Takes a copy over and brings it; what became of it. */
async function carry(copy: SealedCopy, carrier = mia) {
  await takeOver(carrier.db, copy)
  await carrier.attend()
  const [carried] = await carriedBy(carrier)
  return must(carried)
}
const carriedBy = async (device: TestDevice) => (await device.db.get('carried')) ?? []
const words = async () => (await world.rows('comments')).map(({ comment }) => comment)
const entries = async () => (await world.diary()).filter(({ userId }) => userId === cast.pete.id)

test('what a carrier brings counts as its author’s, once, the diary names the carrier, and the author’s device learns of it at its next contact', async () => {
  await say(pete, 'The booth is hired')
  await say(pete, 'And paid')
  const carried = await carry(await sealed())
  expect(carried).toMatchObject({ copy: { parts: [] }, parts: 1 })
  expect(carried.receipts).toHaveLength(1)
  expect(await words()).toEqual(['The booth is hired', 'And paid'])
  expect((await world.rows('comments')).map(({ createdById }) => createdById)).toEqual([cast.pete.id, cast.pete.id])
  expect((await entries()).map(({ carriedById }) => carriedById)).toEqual([cast.mia.id, cast.mia.id])

  // A receipt shortens nothing: only the author's own round does.
  expect(await pete.outbox()).toHaveLength(2)
  pete.wire = connected
  await pete.settle()
  expect(await pete.attention()).toEqual([])
  expect(await words()).toEqual(['The booth is hired', 'And paid'])
  expect(await differences(world, pete)).toEqual([])
  await say(pete, 'Own words again')
  await pete.settle()
  expect((await entries()).map(({ carriedById }) => carriedById)).toEqual([cast.mia.id, cast.mia.id, 0])
})

test('twice is once: by two carriers, by the same one again, and after the author’s own device has sent it', async () => {
  await say(pete, 'Once')
  const copy = await sealed()
  await carry(copy)
  await dropCarried(mia.db, must((await carriedBy(mia))[0]).key)
  await carry(copy)
  const adam = await world.device(cast.adam)
  await adam.settle()
  expect(await carry(copy, adam)).toMatchObject({ copy: { parts: [] } })
  pete.wire = connected
  await pete.settle()

  pete.wire = cut
  await say(pete, 'Sent by myself')
  const late = await sealed()
  pete.wire = connected
  await pete.settle()
  expect((await carry(late, adam)).receipts).toHaveLength(1)
  expect(await words()).toEqual(['Once', 'Sent by myself'])
  expect((await entries()).map(({ carriedById }) => carriedById)).toEqual([cast.mia.id, 0])
})

test('what is refused comes to the author as what needs them, and a receipt says no more than the verdict', async () => {
  const adam = await world.device(cast.adam)
  await adam.settle()
  mia.wire = cut
  done(await mia.perform(editProject, () => ({ id, fields: { description: { to: 'Four interpreters' } } })))
  await world.write(put('projects', aBareProject({ id, requested: false, active: false, canceledById: cast.adam.id })))
  const { receipts } = await carry(await sealed(mia), adam)
  const told = JSON.parse(must(receipts[0]).text) as { calls: object[] }
  expect(told.calls).toEqual([{ seq: 1, id: expect.any(String) as string, verdict: 'refused' }])
  mia.wire = connected
  await mia.settle()
  expect((await mia.attention()).map(({ call }) => call.name)).toEqual(['editProject'])
  expect(await mia.outbox()).toEqual([])
})

test('a long queue goes part after part, and goes on where a cut or the end of the page left it', async () => {
  for (let n = 0; n < 45; n++) await say(pete, `Line ${n}`)
  const copy = await sealed()
  expect(copy.parts.map(({ from, to }) => to - from + 1)).toEqual([20, 20, 5])
  let parts = 0
  mia.wire = (deliver, request) => ('part' in request && ++parts > 1 ? cut(deliver, request) : deliver())
  await carry(copy)
  expect(await carriedBy(mia)).toMatchObject([{ parts: 3, copy: { parts: [{ from: 21 }, { from: 41 }] } }])
  await mia.restart()
  mia.wire = connected
  await mia.attend()
  expect(must((await carriedBy(mia))[0]).receipts).toHaveLength(3)
  expect(await words()).toHaveLength(45)
})

test('an answer that is lost is asked for again, and nothing is done twice', async () => {
  await say(pete, 'Once')
  mia.wire = async (deliver) => {
    await deliver()
    throw new TypeError('the connection died before the answer')
  }
  expect((await carry(await sealed())).receipts).toEqual([])
  mia.wire = connected
  await mia.attend()
  expect(must((await carriedBy(mia))[0]).receipts).toHaveLength(1)
  expect(await words()).toEqual(['Once'])
})

test('a copy whose beginning travels elsewhere waits for it', async () => {
  for (let n = 0; n < 25; n++) await say(pete, `Line ${n}`)
  const copy = await sealed()
  const [first, second] = copy.parts
  const later = await carry({ ...copy, parts: [must(second)] })
  expect(later.waits).toMatch(/before it has not arrived yet/)
  expect(await words()).toEqual([])
  await takeOver(mia.db, { ...copy, parts: [must(first)] })
  await mia.attend()
  await mia.attend()
  expect((await carriedBy(mia)).flatMap(({ copy: { parts } }) => parts)).toEqual([])
  expect(await words()).toHaveLength(25)
})

test('what a newer app has written waits with its carrier for the update of the server, as it would in a round', async () => {
  await say(pete, 'Said otherwise')
  await pete.db.outbox.where('seq').equals(1).modify({ version: 9 })
  expect((await carry(await sealed())).waits).toMatch(/newer app/)
  expect([await words(), await entries()]).toEqual([[], []])
})

test('what is in a copy is not taken back any more, and what is held is not in it', async () => {
  await say(pete, 'Travels')
  const stays = (newId: () => number) => ({ id: newId(), projectId: id, comment: 'Stays' })
  done(await pete.perform(addComment, stays, { hold: pete.hold }))
  const copy = await sealed()
  expect(copy.parts).toHaveLength(1)
  expect(copy.parts[0]).toMatchObject({ from: 1, to: 1 })
  const [travels, held] = await pete.outbox()
  expect(await pete.withdraw(must(travels).id)).toBeNull()
  expect(await pete.withdraw(must(held).id)).not.toBeNull()
})

test('of a copy a carrier can read whose it is, when it was made, its size and number, and no word of what is in it', async () => {
  await say(pete, 'A secret matter')
  const text = JSON.stringify(await sealed())
  expect(text).not.toMatch(/secret|addComment|comment/i)
  expect(Object.keys((JSON.parse(text) as SealedCopy).head)).toEqual(['server', 'owner', 'device', 'items', 'saved'])
})

test('two devices of one person: a copied database that has sent other work first leaves nothing of the copy undone', async () => {
  const copy = await copyOf(world, pete)
  await say(pete, 'Mine')
  await say(copy, 'Of the copy')
  await copy.settle()
  const carried = await carry(await sealed())
  expect(carried.refused).toMatch(/has sent other work since/)
  pete.wire = connected
  await pete.settle()
  expect(await words()).toEqual(['Of the copy', 'Mine'])
})

const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
const otherDevice = (copy: SealedCopy) => ({ ...copy, head: { ...copy.head, device: mia.user.id } })

test.each<[string, (copy: SealedCopy) => SealedCopy, RegExp]>([
  [
    'a changed byte',
    (copy) => withPart(copy, (part) => ({ ...part, body: flipped(part.body) })),
    /damaged, or somebody changed it/,
  ],
  ['a truncated part', (copy) => withPart(copy, (part) => ({ ...part, body: part.body.slice(0, 40) })), /damaged/],
  ['another key', (copy) => withPart(copy, (part) => ({ ...part, key: copy.head.server })), /damaged/],
  ['other numbers', (copy) => withPart(copy, (part) => ({ ...part, from: 2, to: 2 })), /damaged/],
  [
    'another name',
    (copy) => ({ ...copy, head: { ...copy.head, owner: { ...copy.head.owner, name: 'Mia' } } }),
    /damaged/,
  ],
  ['another person', (copy) => ({ ...copy, head: { ...copy.head, owner: { ...copy.head.owner, id: 2 } } }), /damaged/],
  ['another device', otherDevice, /damaged/],
  ['another number of items', (copy) => ({ ...copy, head: { ...copy.head, items: 7 } }), /damaged/],
])('a copy with %s is refused with a sentence, and nothing of it is done', async (_, change, sentence) => {
  await say(pete, 'Never')
  expect((await carry(change(await sealed()))).refused).toMatch(sentence)
  expect(await words()).toEqual([])
  expect(await entries()).toEqual([])
})
const withPart = (copy: SealedCopy, change: (part: SealedCopy['parts'][0]) => SealedCopy['parts'][0]): SealedCopy => ({
  ...copy,
  parts: copy.parts.map(change),
})

test('sealed by somebody else under the device of another: the server believes the signature, not the head', async () => {
  await say(pete, 'Pete’s own')
  await say(mia, 'As if from Pete')
  mia.wire = cut
  const theirs = must(await pete.db.get('courier'))
  const own = must(await mia.db.get('courier'))
  // Mia's key, Pete's name and number: all that a carrier could make up.
  await mia.db.set('courier', { ...own, number: theirs.number })
  const { number, ...identity } = await mia.db.get('identity')
  await mia.db.set('identity', { ...identity, number: theirs.number })
  const copy = await sealQueue(mia.db, cast.pete)
  await mia.db.set('identity', { ...identity, number })
  await mia.db.set('courier', own)
  mia.wire = connected
  if ('why' in copy) throw new Error(copy.why)
  expect((await carry(copy)).refused).toMatch(/damaged, or somebody changed it/)
  // The device of another person, under one's own name and key.
  const { devices } = await world.store.read({ reads: { devices: many('devices', {}) } })
  await world.write(...devices.map((row) => put('devices', { ...row, userId: cast.adam.id })))
  const stolen = await sealed()
  await dropCarried(mia.db, must((await carriedBy(mia))[0]).key)
  expect((await carry(stolen)).refused).toMatch(/not its owner’s/)
  expect(await words()).toEqual([])
})

test('a closed account, a device without a key and a file for another server are refused, and nothing of it is done', async () => {
  await say(pete, 'Never')
  const copy = await sealed()
  const { device } = await world.store.read({ reads: { device: one('devices', copy.head.device) } })
  const tried = async () => {
    const { key, refused } = await carry(copy)
    await dropCarried(mia.db, key)
    return refused
  }
  await world.write(put('users', { ...cast.pete, active: false }))
  expect(await tried()).toMatch(/account of this copy’s owner is closed/)
  await world.write(put('users', cast.pete), put('devices', { ...must(device), signKey: '' }))
  expect(await tried()).toMatch(/has to sign in again/)
  const other = await createWorld()
  const stranger = await other.device(cast.mia)
  await stranger.settle()
  await stranger.attend()
  expect((await carry(copy, stranger)).refused).toMatch(/sealed for another server/)
  await other.close()
  expect(await words()).toEqual([])
})

test('a device key is taken from the person alone whose device it is', async () => {
  const own = must(await pete.db.get('courier'))
  const key = must((await world.store.read({ reads: { row: one('devices', own.number) } })).row).signKey
  expect((await world.post('/courier/key', cast.mia.id, { device: own.number, key })).status).toBe(404)
  expect((await world.post('/courier/key', cast.pete.id, { device: own.number, key: 'AAAA' })).status).toBe(400)
})

test('a receipt is shown to whom it is about when it is from their own server, and is not believed when it was changed', async () => {
  await say(pete, 'Once')
  const { receipts } = await carry(await sealed())
  const file = (content: object) => new Blob([JSON.stringify(content)])
  const genuine = { fieldpost: 'receipts', receipts }
  expect(await openFile(pete.db, pete.user, file(genuine))).toMatchObject({
    kind: 'receipts',
    receipts: [{ carrier: 2 }],
  })
  expect(await openFile(mia.db, mia.user, file(genuine))).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/somebody else/) as string,
  })
  const changed = receipts.map((one) => ({ ...one, text: one.text.replace('"applied"', '"refused"') }))
  expect(await openFile(pete.db, pete.user, file({ ...genuine, receipts: changed }))).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/not from your server/) as string,
  })
})
