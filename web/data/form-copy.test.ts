import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Device } from './device.ts'
import { createFormCopy } from './form-copy.ts'

let device: Device
beforeEach(async () => {
  device = new Device('fieldpost', { indexedDB: new IDBFactory(), IDBKeyRange })
  await device.open()
})
afterEach(() => device.close())

const KEY = 'request:7:details'
let clock = 0
/** A tab that has the form open. */
async function tab() {
  const copy = createFormCopy(device, KEY)
  await copy.read()
  return {
    type: (values: object, untouched: object = {}) =>
      device.transaction('rw', [device.forms, device.meta], async () => copy.put(values, untouched, `at ${++clock}`)),
    send: () => device.transaction('rw', [device.forms, device.meta], copy.forget),
  }
}
const kept = async () => (await device.forms.get(KEY))?.values

test('of two tabs each keeps the fields that the other did not touch', async () => {
  const [one, two] = [await tab(), await tab()]
  const empty = { base: { contact: 'Ada', note: '' }, values: { contact: 'Ada', note: '' } }
  await one.type({ ...empty, values: { contact: 'Grace', note: '' } }, { ...empty })
  await two.type({ ...empty, values: { contact: 'Ada', note: 'By the back door' } }, { ...empty })
  expect(await kept()).toEqual({ ...empty, values: { contact: 'Grace', note: 'By the back door' } })
  await one.type({ ...empty, values: { contact: 'Grace Hopper', note: '' } }, { ...empty })
  expect(await kept()).toEqual({ ...empty, values: { contact: 'Grace Hopper', note: 'By the back door' } })
})

test('what a tab has typed stays when another one sends what it typed there', async () => {
  const [one, two] = [await tab(), await tab()]
  await one.type({ comment: 'From one' })
  await two.type({ comment: 'From two' })
  await one.send()
  expect(await kept()).toEqual({ comment: 'From two' })
  await two.send()
  expect(await kept()).toBeUndefined()
})

test('who typed last sends first, and what was written over is there again, for either to send', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.type({ comment: 'From two' })
  await one.type({ comment: 'From one' })
  await one.type({ comment: 'From one, and more' })
  await one.send()
  expect(await kept()).toEqual({ comment: 'From two' })
  await two.type({ comment: 'From two, and more' })
  expect(await kept()).toEqual({ comment: 'From two, and more' })
  await two.send()
  expect(await kept()).toBeUndefined()
})

test('what was written over and has been sent since does not come back', async () => {
  const [one, two] = [await tab(), await tab()]
  await two.type({ comment: 'From two' })
  await one.type({ comment: 'From one' })
  await two.send()
  expect(await kept()).toEqual({ comment: 'From one' })
  await one.send()
  expect(await kept()).toBeUndefined()
})

test('a tab goes on with what another has left, and sends it', async () => {
  const one = await tab()
  await one.type({ comment: 'Begun' })
  const two = await tab()
  await two.type({ comment: 'Begun, and ended' })
  await two.send()
  expect(await kept()).toBeUndefined()
})

test('a field that is given back its own words is untouched again', async () => {
  const [one, two] = [await tab(), await tab()]
  await one.type({ hours: '4', note: 'Early' })
  await two.type({ place: 'Nairobi' })
  await one.type({ note: 'Early' })
  expect(await kept()).toEqual({ note: 'Early', place: 'Nairobi' })
})

test('a write that does not reach the disk is not taken for known', async () => {
  const [one, two] = [createFormCopy(device, KEY), await tab()]
  await one.read()
  const cut = device.transaction('rw', [device.forms, device.meta], async () => {
    await one.put({ comment: 'Lost' }, {}, 'at last')
    throw new Error('cut')
  })
  await expect(cut).rejects.toThrow('cut')
  await two.type({ comment: 'From two' })
  await device.transaction('rw', [device.forms, device.meta], one.forget)
  expect(await kept()).toEqual({ comment: 'From two' })
})

test('what is typed while its row gets another id goes along, and what is opened under that id stays', async () => {
  const one = await tab()
  await one.type({ comment: 'Half ty' })
  const form = await device.forms.get(KEY)
  await device.forms.bulkDelete([KEY])
  await device.forms.put({ values: {}, saved: '', ...form, key: 'request:70:details' })
  await device.set('renamed', { 7: 70 })
  await one.type({ comment: 'Half typed' })
  expect((await device.forms.toArray()).map(({ key, values }) => [key, values])).toEqual([
    ['request:70:details', { comment: 'Half typed' }],
  ])
  await one.send()
  expect(await device.forms.toArray()).toEqual([])
  // From here on the old id is of somebody else's row.
  await (await tab()).type({ comment: 'Of the other' })
  expect(await kept()).toEqual({ comment: 'Of the other' })
})

test('what is typed while its row gets another id twice goes along to the last; what is opened under an id that was given up stays', async () => {
  const one = await tab()
  await one.type({ comment: 'Half ty' })
  await device.forms.bulkDelete([KEY])
  await device.set('renamed', { 7: 70 })
  const other = await tab()
  await device.set('renamed', { 7: 700, 70: 700 })
  await one.type({ comment: 'Half typed' })
  await other.type({ comment: 'Of the row that has the old id now' })
  expect((await device.forms.toArray()).map(({ key, values }) => [key, values])).toEqual([
    ['request:700:details', { comment: 'Half typed' }],
    [KEY, { comment: 'Of the row that has the old id now' }],
  ])
})
