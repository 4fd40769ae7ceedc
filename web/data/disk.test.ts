import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropProbes } from '../session/drop-probes.ts'
import { createCaches } from '../testing/caches.ts'
import { badDisk, type BadDisk } from '../testing/bad-disk.ts'
import { Device } from './device.ts'
import { NotKept, noteTrouble, onDisk, readAlive, useDisk, watched } from './disk.ts'

let bad: BadDisk
let device: Device
let disk: IDBFactory

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  useDisk.setState({ trouble: null, isShut: false, openings: 0 })
  disk = new IDBFactory()
  bad = badDisk(disk)
  device = watched(new Device('fieldpost', { indexedDB: disk, IDBKeyRange }))
  await device.open()
})
afterEach(() => {
  // What still looks after it tells the next test nothing.
  device.isRemoved = true
  device.close()
  vi.useRealTimers()
})

const write = () => device.set('fieldMode', true)
const trouble = () => useDisk.getState().trouble

test('a database that the browser has closed is opened again, and the write goes through', async () => {
  bad.closeConnections()
  await onDisk(device, write)
  expect(await device.get('fieldMode')).toBe(true)
  expect(trouble()).toBeNull()
})

test('a database that was deleted on purpose, in whatever tab, is neither written to nor opened again', async () => {
  const late = onDisk(device, async () => {
    await write()
    await new Device('fieldpost', { indexedDB: disk, IDBKeyRange }).delete()
    await write()
  })
  await expect(late).rejects.toBeInstanceOf(NotKept)
  await expect(onDisk(device, write)).rejects.toBeInstanceOf(NotKept)
  await expect(readAlive(device, () => device.get('fieldMode'))).rejects.toThrow('Opened again')
  expect(noteTrouble(device, new DOMException('', 'InvalidStateError'))).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  // Whoever signs in next on this page is not told of it.
  expect([trouble(), await disk.databases()]).toEqual([null, []])
})

test('a write on a full disk is not kept, says so in a sentence, and leaves the standing state behind', async () => {
  bad.fillAfter(0)
  await expect(onDisk(device, write)).rejects.toThrow(/^This device is full\. Not saved yet\./)
  await expect(onDisk(device, write)).rejects.toBeInstanceOf(NotKept)
  expect(trouble()).toBe('full')
})

test('a database that does not open is not called a full disk when nothing says so', async () => {
  bad.closeConnections()
  bad.opens = false
  await expect(onDisk(device, write)).rejects.toThrow(/^This browser cannot write to this device\. Not saved yet\./)
  expect(trouble()).toBe('closed')
})

test.each([
  [true, 'full', /^This device is full\./],
  [false, 'closed', /^This browser cannot write to this device\./],
] as const)(
  'a database that does not open is the disk where the browser’s other storage takes nothing either (%s), which is not tried again on a full one',
  async (isFull, expected, sentence) => {
    const beside = createCaches()
    vi.stubGlobal('caches', beside)
    beside.isFull = isFull
    bad.closeConnections()
    bad.opens = false
    await expect(onDisk(device, write)).rejects.toThrow(sentence)
    expect(trouble()).toBe(expected)
    const { puts } = beside
    await seconds(20)
    expect(beside.puts > puts, 'asked again').toBe(!isFull)
    beside.isFull = false
    bad.opens = true
    await seconds(10)
    await dropProbes()
    expect([trouble(), beside.names()]).toEqual([null, []])
    vi.unstubAllGlobals()
  },
)

test('a database whose opening is never answered is not waited for: the write is not kept, and later goes through', async () => {
  bad.opens = 'never'
  const dead = () => Promise.reject(new DOMException('The connection is gone', 'InvalidStateError'))
  const answer = onDisk(device, (again) => (again ? write() : dead())).catch((error: unknown) => error)
  await seconds(40)
  expect(await answer).toBeInstanceOf(NotKept)
  bad.opens = true
  await seconds(20)
  await onDisk(device, write)
  expect(await device.get('fieldMode')).toBe(true)
})

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    await settled()
  }
}

test('after a failed opening the same page writes and reads again, once the database opens', async () => {
  bad.closeConnections()
  bad.opens = false
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  bad.opens = true
  await onDisk(device, write)
  expect(await device.get('fieldMode')).toBe(true)
  expect(useDisk.getState().openings).toBeGreaterThan(0)
})

test('when there is room again the page finds out by itself, by a write', async () => {
  bad.fillAfter(0)
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  expect(trouble()).toBe('full')
  bad.makeRoom()
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(trouble()).toBeNull(), 20_000)
  // Nothing of the looking stays behind.
  expect(await device.get('probe')).toBeUndefined()
})

test('a database that the browser threw away on a full disk is not looked at until there is room: a page keeps what it shows', async () => {
  const { openings } = useDisk.getState()
  bad.closeConnections()
  await new Promise((resolve) => disk.deleteDatabase('fieldpost').addEventListener('success', resolve))
  bad.fillAfter(0)
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  // Whatever needs no room would find nothing in it to judge by.
  const look = () => device.get('position')
  await expect(onDisk(device, look)).rejects.toThrow(/^This device is full\. Not saved yet\./)
  await expect(readAlive(device, look)).rejects.toThrow('Opened again')
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  expect(useDisk.getState().openings).toBe(openings)
  const atRoom: (string | null)[] = []
  const stop = useDisk.subscribe((now, before) => void (now.openings > before.openings && atRoom.push(now.trouble)))
  bad.makeRoom()
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  // The room of what was thrown away is there for a moment.
  bad.fillAfter(0)
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  expect(useDisk.getState().openings).toBe(openings)
  bad.makeRoom()
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  expect(useDisk.getState().openings).toBe(openings)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(useDisk.getState().openings).toBe(openings + 1), 20_000)
  stop()
  // What was typed is on the disk, or on its way there, before anybody looks.
  expect(atRoom).toEqual([null])
})

test('a round that breaks on a full disk is heard of too', async () => {
  bad.fillAfter(0)
  const error: unknown = await write().catch((thrown: unknown) => thrown)
  noteTrouble(device, error)
  expect(trouble()).toBe('full')
  noteTrouble(device, new TypeError('a bug'))
  expect(trouble()).toBe('full')
})

test('many rows at once on a full disk are the same trouble as one', async () => {
  bad.fillAfter(1)
  const rows = [1, 2, 3].map((n) => ({ key: `form:${n}`, values: '', saved: '' }))
  await expect(onDisk(device, () => device.forms.bulkPut(rows))).rejects.toThrow(NotKept)
  expect(await device.forms.count()).toBe(0)
})

test('a bug is not tried again and not called a full disk', async () => {
  let tries = 0
  const broken = () => {
    tries++
    return Promise.reject(new TypeError('a bug'))
  }
  await expect(onDisk(device, broken)).rejects.toThrow('a bug')
  expect([tries, trouble()]).toEqual([1, null])
})

test('what a screen reads survives a dead database: it is asked anew instead of ending the page', async () => {
  bad.closeConnections()
  bad.opens = false
  const error = await readAlive(device, () => device.get('fieldMode')).catch((thrown: Error) => thrown)
  expect((error as Error).name).toBe('DatabaseClosedError')
  bad.opens = true
  const before = useDisk.getState().openings
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(useDisk.getState().openings).toBe(before + 1), 20_000)
  expect(await readAlive(device, () => device.get('fieldMode'))).toBe(false)
})

test.each([
  [true, 'full'],
  [false, 'closed'],
] as const)(
  'a database that does not open any more is known as shut, with its reason (the disk is full: %s), until it opens',
  async (isFull, expected) => {
    const beside = createCaches()
    vi.stubGlobal('caches', beside)
    beside.isFull = isFull
    bad.closeConnections()
    bad.opens = false
    await expect(readAlive(device, () => device.get('fieldMode'))).rejects.toThrow('Opened again')
    await vi.waitFor(() => expect(useDisk.getState()).toMatchObject({ isShut: true, trouble: expected }), 20_000)
    bad.opens = true
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(useDisk.getState()).toMatchObject({ isShut: false, trouble: null }), 20_000)
    vi.unstubAllGlobals()
  },
)

test('a disk that is full and still opens is not shut: what is on it can be read', async () => {
  bad.fillAfter(0)
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  await vi.advanceTimersByTimeAsync(5_000)
  await settled()
  expect(useDisk.getState()).toMatchObject({ trouble: 'full', isShut: false })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a full disk whose database then does not open is still told as full, though a little fits beside it', async () => {
  vi.stubGlobal('caches', createCaches())
  bad.fillAfter(0)
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  bad.closeConnections()
  bad.opens = false
  await expect
    .poll(async () => (await vi.advanceTimersByTimeAsync(5_000), useDisk.getState().isShut), { timeout: 5_000 })
    .toBe(true)
  expect(trouble()).toBe('full')
  vi.unstubAllGlobals()
})

test('what did not open for no known reason, and then takes nothing for want of room, is told as full', async () => {
  bad.closeConnections()
  bad.opens = false
  await expect(onDisk(device, write)).rejects.toThrow(NotKept)
  await expect.poll(() => useDisk.getState()).toMatchObject({ trouble: 'closed', isShut: true })
  bad.opens = true
  bad.fillAfter(0)
  await expect
    .poll(async () => (await vi.advanceTimersByTimeAsync(5_000), useDisk.getState().isShut), { timeout: 5_000 })
    .toBe(false)
  expect(trouble()).toBe('full')
})
