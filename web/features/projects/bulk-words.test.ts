import { expect, test } from 'vitest'
import { halfTyped, typedWords, yesWords } from './bulk-words.ts'

const may = (approve: boolean, accept: boolean, authorize = true) => ({ may: { approve, accept, authorize } })

test('several decisions of one kind are named once, of two kinds each with how many', () => {
  expect(yesWords([may(false, true), may(false, true)])).toBe('Accept 2')
  expect(yesWords([may(true, false)])).toBe('Authorize 1')
  const mixed = [may(true, true), ...[1, 2, 3, 4].map(() => may(false, true))]
  expect(yesWords(mixed)).toBe('Authorize 1, accept 4')
  expect(yesWords([may(false, true, false), may(true, true, false)])).toBe('Accept 1, approve 1')
})

test('what something is half-typed for is told apart by the forms of its own buttons', () => {
  const rows = [3, 4, 5].map((id) => ({ id, name: `T-${id}` }))
  expect(halfTyped(rows, ['amend:3', 'comment:4', 'deny:selected', 'deny:55', 'accept:5']).map(({ id }) => id)).toEqual(
    [3, 5],
  )
  expect(typedWords(rows, rows.slice(0, 1))).toBe('Something is typed for T-3. It is left out.')
  expect(typedWords(rows, rows.slice(1))).toBe('Something is typed for T-4, T-5. They are left out.')
  expect(typedWords(rows.slice(0, 1), [])).toBe('Something is typed for T-3. It stays on this device and is not sent.')
})
