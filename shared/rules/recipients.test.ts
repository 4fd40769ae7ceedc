import { expect, test } from 'vitest'
import { recipientsFromText, recipientsToText } from './recipients.ts'

test('recipients survive the way to text and back', () => {
  const emails = ['adam@fieldpost.example', 'cora@fieldpost.example']
  expect(recipientsToText(emails)).toBe('adam@fieldpost.example; cora@fieldpost.example')
  expect(recipientsFromText(recipientsToText(emails))).toEqual(emails)
})

test('commas, new lines and empty pieces are read', () => {
  expect(recipientsFromText('a@b.co,, c@d.co\n;e@f.co ;')).toEqual(['a@b.co', 'c@d.co', 'e@f.co'])
  expect(recipientsFromText('')).toEqual([])
})
