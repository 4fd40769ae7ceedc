import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { Device } from '../data/device.ts'
import { countWaiting } from '../state/unsent.ts'
import { lostWords } from './unsent-words.ts'

test('words that are only half-typed would be lost as well, and while nothing can be counted nothing is said to have been sent', async () => {
  const device = new Device('fieldpost', { indexedDB: new IDBFactory(), IDBKeyRange })
  const said = async () => lostWords(await countWaiting(device))
  expect(await said()).toEqual([])
  const type = (key: string) => device.forms.put({ key, values: { comment: 'Not yet' }, saved: '' })
  await type('comment:7')
  expect(await said()).toEqual(['One half-typed text is only here.'])
  await type('comment:8')
  expect(await said()).toEqual(['2 half-typed texts are only here.'])
  const left = { unsent: 1, attention: 2, texts: 1 }
  expect(lostWords(left)).toEqual(['3 items have not been sent.', 'One half-typed text is only here.'])
  expect(lostWords(undefined)).toHaveLength(1)
  device.close()
})
