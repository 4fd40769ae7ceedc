import { expect, test } from 'vitest'
import { aUser } from '#shared/testing/samples.ts'
import { yesWords } from './bulk-words.ts'

const may = (approve: boolean, accept: boolean) => ({ may: { approve, accept } })
const both = aUser({ roles: 'COR;Manager' })

test('several decisions of one kind are named once, of two kinds each with how many', () => {
  expect(yesWords(both, [may(false, true), may(false, true)])).toBe('Accept 2')
  expect(yesWords(both, [may(true, false)])).toBe('Authorize 1')
  const mixed = [may(true, true), ...[1, 2, 3, 4].map(() => may(false, true))]
  expect(yesWords(both, mixed)).toBe('Authorize 1, accept 4')
  expect(yesWords(aUser({ roles: 'AD;Manager' }), mixed.toReversed())).toBe('Accept 4, approve 1')
})
