import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedRow } from '#shared/model/tables.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { Device } from './device.ts'
import { watched, useDisk } from './disk.ts'
import { followModel } from './follow-model.ts'

/** An app that is newer than a tab which is still open: its database has to be made anew in shape. */
let name: string
let device: Device
beforeEach(() => {
  name = `blocked-${crypto.randomUUID()}`
  device = watched(new Device(name))
})
afterEach(() => device.delete())

/** A tab of an earlier version, which does not answer: frozen, or in the browser's memory of pages. */
const asleep = () =>
  new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name, 10)
    request.onupgradeneeded = () => void request.result.createObjectStore('outbox', { keyPath: 'seq' })
    request.onsuccess = () => resolve(request.result)
  })

test('while a tab of an earlier version keeps the database from opening that is said, and it goes on by itself', async () => {
  const old = await asleep()
  const opening = device.open()
  await vi.waitFor(() => expect(useDisk.getState()).toMatchObject({ isShut: true, trouble: 'closed' }), 20_000)
  old.close()
  await opening
  expect(useDisk.getState()).toMatchObject({ isShut: false, trouble: null })
  expect(await device.outbox.count()).toBe(0)
})

test('a tab of an earlier version that is awake lets go, loses nothing and goes on itself', async () => {
  const old = new Dexie(name)
  old.version(1).stores({ outbox: 'seq, *touches' })
  await old.table('outbox').add({ seq: 1, touches: [] })
  await device.open()
  expect(useDisk.getState()).toMatchObject({ isShut: false, trouble: null })
  expect(await device.outbox.count()).toBe(1)
  await old.table('outbox').add({ seq: 2, touches: [] })
  expect(await device.outbox.count()).toBe(2)
  old.close()
})

test('it goes on finding taskings by indexes that there are no more, and this one by its own', async () => {
  const old = new Dexie(name)
  old.version(3).stores({ projects: 'id, [phase+dueDate]' })
  const inPhase = (own: Dexie, index: string) =>
    own.table('projects').where(index).between(['interim', ''], ['interim', '\uffff']).primaryKeys()
  await old.table('projects').add(storedRow('projects', aBareProject({ id: 42_000_001 })))
  await device.open()
  await old.table('projects').add(storedRow('projects', aBareProject({ id: 42_000_002 })))
  expect(await inPhase(old, '[phase+dueDate]')).toEqual([42_000_001, 42_000_002])
  await followModel(device)
  expect(await inPhase(device, '[openPhase+dueDate]')).toEqual([42_000_001, 42_000_002])
  old.close()
})
