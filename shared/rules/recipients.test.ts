import { expect, test } from 'vitest'
import { eachOnce, recipientsFromText, recipientsToText } from './recipients.ts'

test('recipients survive the way to text and back', () => {
  const emails = ['adam@fieldpost.example', 'cora@fieldpost.example']
  expect(recipientsToText(emails)).toBe('adam@fieldpost.example; cora@fieldpost.example')
  expect(recipientsFromText(recipientsToText(emails))).toEqual(emails)
})

test('commas, new lines and empty pieces are read', () => {
  expect(recipientsFromText('a@b.co,, c@d.co\n;e@f.co ;')).toEqual(['a@b.co', 'c@d.co', 'e@f.co'])
  expect(recipientsFromText('')).toEqual([])
})

test('each recipient is one, in whatever case it comes again', () => {
  expect(eachOnce(['Ana@b.co ', 'ana@B.co', '', ' cora@b.co'])).toEqual(['Ana@b.co', 'cora@b.co'])
})
