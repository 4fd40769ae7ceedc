import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdNothingAside } from './aside.ts'
import { Device } from './device.ts'
import { onDisk } from './disk.ts'

/** Two pages of one browser; the first is put aside in the middle of what it does. */
const page = new EventTarget()
vi.stubGlobal('window', page)
const { prototype } = IDBDatabase
const untouched = Object.getOwnPropertyDescriptor(prototype, 'transaction')
const hidden = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

let aside: Device
let shown: Device
beforeEach(async () => {
  const name = `aside-${crypto.randomUUID()}`
  aside = new Device(name)
  shown = new Device(name)
  // Before the first begins to look after its own.
  await shown.open()
  holdNothingAside()
})
afterEach(async () => {
  Object.defineProperty(prototype, 'transaction', untouched ?? {})
  shown.close()
  await aside.delete()
})

const form = (key: string) => ({ key, values: {}, saved: '' })
/** A transaction that does not end by itself. */
async function never(): Promise<never> {
  for (;;) await aside.forms.count()
}
const begun = (transaction: (begin: () => void) => PromiseLike<unknown>) =>
  new Promise<void>((resolve) => void transaction(resolve).then(undefined, () => undefined))
const reading = () =>
  begun((begin) => aside.transaction('r', aside.forms, () => aside.forms.count().then(begin).then(never)))

test('another page writes while the first is aside in the middle of reading', async () => {
  await reading()
  const write = shown.forms.put(form('b'))
  hidden(false)
  expect(await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).toBe('waits')
  hidden(true)
  expect(await write).toBe('b')
})

test('a write that was broken off with its page is done once the page goes on', async () => {
  await aside.open()
  let kept: Promise<unknown> | undefined
  await begun((begin) => {
    kept = onDisk(aside, (again) =>
      aside.transaction('rw', aside.forms, async () => {
        await aside.forms.put(form('a'))
        begin()
        if (!again) await never()
      }),
    )
    return kept
  })
  const write = shown.forms.put(form('b'))
  hidden(true)
  await Promise.all([write, kept])
  expect((await shown.forms.toArray()).map(({ key }) => key)).toEqual(['a', 'b'])
})

test('what has ended is left alone', async () => {
  await aside.forms.put(form('a'))
  hidden(true)
  expect(await aside.forms.count()).toBe(1)
})
