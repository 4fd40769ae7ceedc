import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

const person = { email: 'pete@fieldpost.example', fullName: 'Pete Okafor' }
const of = (password: string) => strengthOf(password, { passwordMinLength: 6 }, person)

test.each([
  ['', 0, ''],
  ['abc', 1, 'Weak'],
  ['password1', 1, 'Weak'],
  ['Pete Okafor', 1, 'Weak'],
  ['kx7$pq', 2, 'Fair'],
  ['aaaaaaaaaaaaaaaaaaaaaaab', 2, 'Fair'],
  ['owls at noon 7', 3, 'Strong'],
  ['harvest moon 41 lanterns', 4, 'Very strong'],
])('%j has %i parts of four', (password, parts, word) => {
  expect(of(password)).toMatchObject({ parts, word })
})

test('what the server would not take says why', () => {
  expect(of('abc').problem).toMatch(/at least 6 characters/)
  expect(of('password1').problem).toMatch(/too common/)
  expect(of('harvest moon 41 lanterns').problem).toBeNull()
})
