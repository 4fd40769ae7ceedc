import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { findThrownAway, readCopy, readMarker } from '../session/beside.ts'
import { dropCopy } from '../session/write-beside.ts'
import { createCaches, createLocalStorage } from '../testing/caches.ts'
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
import { NotKept, onDisk, watched } from '../data/disk.ts'
import { forgetCopies } from '../sync/forget.ts'
import { wholeCopy } from './courier.ts'
import { removeEverything, settleCopy, takeBack } from './second-copy.ts'

const id = 40_000_001
const NAME = 'fieldpost'
let world: World
let ana: TestDevice
let beside: ReturnType<typeof createCaches>
const opened: TestDevice[] = []

beforeEach(async () => {
  beside = createCaches()
  vi.stubGlobal('caches', beside)
  vi.stubGlobal('localStorage', createLocalStorage())
  world = await createWorld()
  await world.write(put('projects', aBareProject({ requested: false, createdById: 1 })))
  ana = await start()
  await ana.settle()
  ana.wire = cut
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const device of opened.splice(0)) device.close()
  await world.close()
})

const cut: Wire = () => Promise.reject(new TypeError('no connection'))
const connected: Wire = (deliver) => deliver()
const answerLost: Wire = async (deliver) => {
  await deliver()
  throw new TypeError('the connection died before the answer')
}

/** The browser starts: with the disk it had, or with an empty one after it has thrown the databases away. */
async function start(disk = new IDBFactory()): Promise<TestDevice> {
  const device = await world.device(cast.ana, { disk })
  watched(device.db)
  opened.push(device)
  await settleCopy(device.db)
  return device
}
async function say(device: TestDevice, comment: string): Promise<void> {
  done(await device.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  await settleCopy(device.db)
}
const undoLast = async ({ db, outbox }: TestDevice) =>
  takeBack(db, { user: cast.ana, organisation: defaultOrganisation }, must((await outbox()).at(-1)).id)
const arrived = async () => (await world.rows('comments')).map((row) => row.comment)

test('what had not been sent comes back after the browser threw the database away, and arrives once, as it was', async () => {
  await say(ana, 'The first')
  await say(ana, 'The second')
  // Of a command whose input has another shape by now: a version that is forgotten would be lifted twice.
  await ana.db.outbox.toCollection().modify({ version: 2 })
  await settleCopy(ana.db)
  expect((await readCopy(NAME))?.calls.map(({ version }) => version)).toEqual([2, 2])
  await ana.db.outbox.toCollection().modify({ version: 1 })
  await settleCopy(ana.db)
  const before = (await ana.outbox()).map(({ seq, id: call, input, at }) => ({ seq, id: call, input, at }))
  const { number } = await ana.db.get('identity')

  const again = await start()
  expect((await again.outbox()).map(({ seq, id: call, input, at }) => ({ seq, id: call, input, at }))).toEqual(before)
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 2, back: 2, texts: 0, textsBack: 0 })
  await again.settle()
  expect(await arrived()).toEqual(['The first', 'The second'])
  expect((await again.db.get('identity')).number).toBe(number)
  expect(await again.attention()).toEqual([])
  expect(await differences(world, again)).toEqual([])

  await say(again, 'The third')
  await again.settle()
  expect(await arrived()).toEqual(['The first', 'The second', 'The third'])
})

test('what the server had judged before the database was lost is not done again', async () => {
  await say(ana, 'Judged, and nobody heard')
  await say(ana, 'Said since')
  ana.wire = answerLost
  await ana.round()

  const again = await start()
  await again.settle()
  expect(await arrived()).toEqual(['Judged, and nobody heard', 'Said since'])
  expect((await world.diary()).filter((entry) => entry.verdict === 'applied')).toHaveLength(2)
  expect(await differences(world, again)).toEqual([])
})

test('an old picture of what has long been judged changes nothing', async () => {
  await say(ana, 'Long since judged')
  ana.wire = connected
  // The service worker plays, and no page looks after the copy.
  await ana.settle()
  const again = await start()
  await again.settle()
  expect(await arrived()).toEqual(['Long since judged'])
  expect(await again.outbox()).toEqual([])
  expect(await again.attention()).toEqual([])
})

test('a picture that is older than the last calls neither loses them nor makes the next ones collide with them', async () => {
  await say(ana, 'In the picture')
  beside.isFull = true
  for (const comment of ['Not in it', 'Nor this'])
    done(await ana.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  await settleCopy(ana.db).catch(() => undefined)
  ana.wire = connected
  await ana.settle()
  beside.isFull = false

  const again = await start()
  await again.settle()
  await say(again, 'Made after that')
  await again.settle()
  expect(await arrived()).toEqual(['In the picture', 'Not in it', 'Nor this', 'Made after that'])
  expect(await again.attention()).toEqual([])
  expect(await differences(world, again)).toEqual([])
})

test('what is done before all pages have come, on a picture that is older than the last calls, goes too', async () => {
  for (let n = 0; n < 300; n++) await world.write(put('projects', aBareProject({ id: id + 1 + n, createdById: 1 })))
  await say(ana, 'In the picture')
  beside.isFull = true
  done(await ana.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Not in it' })))
  ana.wire = connected
  await ana.settle()
  beside.isFull = false

  const again = await start()
  await again.round()
  await again.round()
  const [project] = await again.rows('projects')
  done(
    await again.perform(addComment, (newId) => ({ id: newId(), projectId: must(project).id, comment: 'Made at once' })),
  )
  await again.settle()
  expect(await arrived()).toEqual(['In the picture', 'Not in it', 'Made at once'])
  expect(await again.attention()).toEqual([])
  expect(await differences(world, again)).toEqual([])
})

test('while a database is there it alone is right: what was withdrawn does not come back from a copy', async () => {
  await say(ana, 'Said')
  done(await ana.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Taken back' })))
  await settleCopy(ana.db)
  const [, last] = await ana.outbox()
  await ana.withdraw(last?.id ?? '')
  // The copy still has it: the browser ended before it was made anew.
  expect((await readCopy(NAME))?.calls).toHaveLength(2)
  await ana.restart()
  await settleCopy(ana.db)
  expect(await ana.outbox()).toHaveLength(1)
  expect((await readCopy(NAME))?.calls).toHaveLength(1)
})

test('an undo takes the call out of the copy, and one that comes too late leaves it there', async () => {
  const undo = () => undoLast(ana)
  await say(ana, 'Sent')
  await say(ana, 'Taken back')
  expect(await undo()).not.toBeNull()
  expect((await readCopy(NAME))?.calls).toMatchObject([{ input: { comment: 'Sent' } }])

  ana.wire = answerLost
  await ana.round()
  expect(await undo()).toBeNull()
  expect((await readCopy(NAME))?.calls).toMatchObject([{ input: { comment: 'Sent' } }])
})

test('later calls that moved up are copied under their new numbers', async () => {
  for (const comment of ['One', 'Two', 'Three']) await say(ana, comment)
  const [, second] = await ana.outbox()
  await ana.withdraw(second?.id ?? '')
  await settleCopy(ana.db)
  const again = await start()
  expect((await again.outbox()).map(({ seq }) => seq)).toEqual([1, 2])
  await again.settle()
  expect(await arrived()).toEqual(['One', 'Three'])
})

test('what moved to a new device number comes back under that one', async () => {
  const other = await copyOf(world, ana)
  opened.push(other)
  await say(ana, 'Of the one')
  ana.wire = connected
  await ana.settle()
  for (const comment of ['Of its copy', 'Of its copy, too']) await say(other, comment)
  // One round: a new number is granted, and the queue lies under it, not yet sent.
  await other.round()
  await settleCopy(other.db)
  const moved = await other.db.get('identity')
  expect(moved.number).not.toBe((await ana.db.get('identity')).number)
  expect((await other.outbox()).length).toBeGreaterThan(0)

  const again = await start()
  expect(await again.db.get('identity')).toEqual(moved)
  await again.settle()
  expect((await arrived()).toSorted()).toEqual(['Of its copy', 'Of its copy, too', 'Of the one'])
  expect(await again.attention()).toEqual([])
})

test('a worker that had a number granted to the new database before the page came does not keep the old calls from going', async () => {
  await say(ana, 'Older than the number')
  const disk = new IDBFactory()
  const worker = await world.device(cast.ana, { disk })
  opened.push(worker)
  await worker.settle()
  const again = await start(disk)
  expect(await again.outbox()).toHaveLength(1)
  await again.settle()
  expect(await arrived()).toEqual(['Older than the number'])
  expect(await differences(world, again)).toEqual([])
})

test('calls made before it was noticed go first, and the old ones after them', async () => {
  await say(ana, 'Of the lost database')
  const disk = new IDBFactory()
  const young = await world.device(cast.ana, { disk })
  opened.push(young)
  await young.settle()
  done(await young.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Made at once' })))
  await settleCopy(young.db)
  expect((await readCopy(NAME))?.calls).toMatchObject([{ input: { comment: 'Of the lost database' } }])
  await young.settle()
  await settleCopy(young.db)
  await young.settle()
  const order = (await world.diary()).map(({ input }) => (input as { comment: string }).comment)
  expect(order).toEqual(['Made at once', 'Of the lost database'])
})

test('an undo before it was noticed leaves the old calls where they lie', async () => {
  await say(ana, 'Of the lost database')
  const disk = new IDBFactory()
  const young = await world.device(cast.ana, { disk })
  opened.push(young)
  await young.settle()
  for (const comment of ['Made at once', 'Taken back'])
    done(await young.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment })))
  await settleCopy(young.db)
  expect(await undoLast(young)).not.toBeNull()
  await young.settle()
  await settleCopy(young.db)
  await young.settle()
  expect(await arrived()).toEqual(expect.arrayContaining(['Made at once', 'Of the lost database']))
})

test('what needs the person comes back, too', async () => {
  await ana.db.attention.put({
    key: 'a',
    call: { seq: 1, id: 'a', name: 'addComment', input: { comment: 'Refused' }, at: '', firstSent: 1, attempts: 1 },
    refusal: { refused: 'closed' },
    conflicts: [],
    received: '',
  })
  await settleCopy(ana.db)
  const again = await start()
  expect(await again.attention()).toMatchObject([{ call: { input: { comment: 'Refused' } } }])
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 1, back: 1, texts: 0, textsBack: 0 })
})

test('logging out and keeping keeps the copy as well; deleting leaves nothing that could come back', async () => {
  await say(ana, 'Kept')
  await ana.db.set('said', [{ at: '', sentence: 'It went wrong', page: 'Find', path: '/find', count: 1 }])
  await forgetCopies(ana.db)
  expect(await ana.db.get('said')).toBeUndefined()
  await settleCopy(ana.db)
  expect((await readCopy(NAME))?.calls).toHaveLength(1)
  await removeEverything(ana.db)
  expect([beside.names(), localStorage.getItem(`${NAME}-unsent`)]).toEqual([[], null])
  const again = await start()
  expect(await again.outbox()).toEqual([])
  expect(readMarker(NAME)?.thrownAway).toBeUndefined()
})

test('what is still being written when everything is removed does not make the database anew, and no file is called kept', async () => {
  const bytes = new Blob([new Uint8Array(2_000_000)])
  const slice = bytes.slice.bind(bytes)
  bytes.slice = (from, to) => {
    const piece = slice(from, to)
    if (from) piece.arrayBuffer = () => removeEverything(ana.db).then(() => new ArrayBuffer(piece.size))
    return piece
  }
  await expect(ana.keepFile({ projectId: id }, bytes, 'Plan.pdf')).rejects.toThrow(NotKept)
  await expect(onDisk(ana.db, () => ana.db.set('looked', {}))).rejects.toThrow(NotKept)
  expect(await ana.disk.databases()).toEqual([])
})

test('when the copy is gone as well, it is said how much is lost', async () => {
  await say(ana, 'Lost')
  await ana.db.forms.put({ key: 'comment:1', values: 'Half-typed', saved: '' })
  await settleCopy(ana.db)
  await dropCopy(NAME)
  await start()
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 1, back: 0, texts: 1, textsBack: 0 })
})

test('what is not much comes back though the browser threw all its caches away with the database', async () => {
  await say(ana, 'In localStorage as well')
  for (const name of beside.names()) await beside.delete(name)
  const again = await start()
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 1, back: 1, texts: 0, textsBack: 0 })
  await again.settle()
  expect(await arrived()).toEqual(['In localStorage as well'])
})

test('half-typed texts come back, and nothing that is typed by then is lost for them', async () => {
  const form = (key: string, values: string) => ({ key, values, saved: '2026-11-28T10:00:00.000Z' })
  await ana.db.forms.bulkPut([form('comment:1', 'Half-typed'), form('comment:2', 'Older')])
  await settleCopy(ana.db)
  expect([beside.names(), readMarker(NAME)?.texts]).toEqual([[], 2])
  vi.stubGlobal('indexedDB', new IDBFactory())
  expect(await findThrownAway()).toEqual({ items: 0, back: 0, texts: 0, textsBack: 2 })

  const renewed = await world.device(cast.ana, { disk: new IDBFactory() })
  opened.push(renewed)
  await renewed.db.forms.put(form('comment:2', 'Newer'))
  await settleCopy(renewed.db)
  expect(await renewed.db.forms.toArray()).toMatchObject([{ values: 'Half-typed' }, { values: 'Newer' }])
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 0, back: 0, texts: 0, textsBack: 1 })
})

test('a pause in typing writes no cache, and texts that are too much lie nowhere, and are counted', async () => {
  await say(ana, 'Waits')
  const { puts } = beside
  await ana.db.forms.put({ key: 'comment:1', values: 'Half-typed', saved: '' })
  await settleCopy(ana.db)
  await ana.db.forms.put({ key: 'comment:1', values: 'x'.repeat(1_100_000), saved: '' })
  await settleCopy(ana.db)
  expect([beside.puts, localStorage.getItem(`${NAME}-unsent`)]).toEqual([puts, null])
  await start()
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 1, back: 1, texts: 1, textsBack: 0 })
})

test('of two copies the one that knows the last call comes back', async () => {
  await say(ana, 'The first')
  const older = localStorage.getItem(`${NAME}-unsent`)
  await say(ana, 'The second')
  localStorage.setItem(`${NAME}-unsent`, must(older))
  expect((await readCopy(NAME))?.calls).toHaveLength(2)
  await settleCopy(ana.db)
  beside.isFull = true
  await say(ana, 'The third').catch(() => undefined)
  expect((await readCopy(NAME))?.calls).toHaveLength(3)
})

test('what is too much for localStorage lies in the cache alone, and no older copy stays there', async () => {
  await say(ana, 'Little')
  expect(localStorage.getItem(`${NAME}-unsent`)).toContain('Little')
  await ana.db.outbox.toCollection().modify({ input: { comment: 'x'.repeat(1_100_000) } })
  await settleCopy(ana.db)
  expect(localStorage.getItem(`${NAME}-unsent`)).toBeNull()
  expect(JSON.stringify(await readCopy(NAME)).length).toBeGreaterThan(1_100_000)
})

test('a copy that cannot be read at the moment is not taken for none: it comes back once it can be', async () => {
  await say(ana, 'Waits beside')
  // As it is with one that is too large for it.
  localStorage.removeItem(`${NAME}-unsent`)
  const unreadable = vi.spyOn(beside, 'open').mockRejectedValue(new DOMException('Unexpected internal error.'))
  const renewed = await start().catch(() => must(opened.at(-1)))
  unreadable.mockRestore()
  expect(await renewed.outbox()).toEqual([])
  await settleCopy(renewed.db)
  expect((await renewed.outbox()).map(({ input }) => input)).toMatchObject([{ comment: 'Waits beside' }])
  expect(readMarker(NAME)?.thrownAway).toEqual({ items: 1, back: 1, texts: 0, textsBack: 0 })
  await renewed.settle()
  expect(await arrived()).toEqual(['Waits beside'])
})

test('a browser that never lets the app at its Cache Storage holds up nothing', async () => {
  vi.spyOn(beside, 'open').mockRejectedValue(new DOMException('The operation is insecure.', 'SecurityError'))
  const device = await start().catch(() => must(opened.at(-1)))
  vi.restoreAllMocks()
  expect(await device.db.get('hasCopy')).toBe(true)
})

test('the sign-in page finds what is missing without making a database, and says nothing where nothing is', async () => {
  const disk = new IDBFactory()
  vi.stubGlobal('indexedDB', disk)
  expect(await findThrownAway()).toEqual({ items: 0, back: 0, texts: 0, textsBack: 0 })
  await say(ana, 'Waits')
  expect(await findThrownAway()).toEqual({ items: 1, back: 1, texts: 0, textsBack: 0 })
  expect(await disk.databases()).toEqual([])
  vi.stubGlobal('indexedDB', ana.disk)
  expect(await findThrownAway()).toBeNull()
})

test('a call counts as kept when its second copy cannot be written, and the older copy stays readable', async () => {
  await say(ana, 'Copied')
  beside.isFull = true
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  done(await ana.perform(addComment, (newId) => ({ id: newId(), projectId: id, comment: 'Not copied' })))
  await expect(settleCopy(ana.db)).rejects.toThrow()
  expect((await readCopy(NAME))?.calls).toHaveLength(1)
  expect(await ana.outbox()).toHaveLength(2)
  beside.isFull = false
  await settleCopy(ana.db)
  expect((await readCopy(NAME))?.calls).toHaveLength(2)
})

test('a browser without Cache Storage works as before', async () => {
  vi.stubGlobal('caches', undefined)
  await say(ana, 'Only in the database')
  ana.wire = connected
  await ana.settle()
  expect(await arrived()).toEqual(['Only in the database'])
})

test('where neither the database nor what lies beside it ever answers, a saved copy has at least what was not kept', async () => {
  vi.spyOn(ana.db, 'get').mockImplementation(() => new Promise(() => undefined) as never)
  vi.spyOn(caches, 'open').mockImplementation(() => new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const saved = wholeCopy(ana.db, ana.user, { name: 'addComment', input: { comment: 'Typed on a full disk' } })
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await saved).toMatchObject({ waiting: [], notSaved: { input: { comment: 'Typed on a full disk' } } })
  vi.restoreAllMocks()
})

test('a copy that is saved while the database does not answer, or is an empty one in place of another, has what lies beside it', async () => {
  await say(ana, 'Not sent yet')
  const waiting = async () => (await wholeCopy(ana.db, ana.user)).waiting.map(({ input }) => input)
  const own = [expect.objectContaining({ comment: 'Not sent yet' })]
  expect(await waiting()).toEqual(own)
  ana.bad.closeConnections()
  ana.bad.opens = 'never'
  expect(await waiting()).toEqual(own)

  ana.bad.opens = true
  ana.db.close()
  await new Promise((resolve) => ana.disk.deleteDatabase(NAME).addEventListener('success', resolve))
  await ana.db.open()
  expect(await ana.outbox()).toEqual([])
  expect(await waiting()).toEqual(own)
})
