import { expect, test } from 'vitest'
import { externalAddress } from './external-address.ts'

const template = 'https://projects.example.org/{poolCode}/edit?id={id}&again={id}'

test('the address of the other system names the tasking and its pool code', () => {
  expect(externalAddress(template, { id: 42_000_017, poolCode: 'BK-100' })).toBe(
    'https://projects.example.org/BK-100/edit?id=42000017&again=42000017',
  )
})

test.each([
  ['../../steal', 'https://projects.example.org/..%2F..%2Fsteal/edit?id=1&again=1'],
  ['A&id=2#x', 'https://projects.example.org/A%26id%3D2%23x/edit?id=1&again=1'],
  ['$&', 'https://projects.example.org/%24%26/edit?id=1&again=1'],
  ['{id}', 'https://projects.example.org/%7Bid%7D/edit?id=1&again=1'],
])('the pool code %j leads nowhere else', (poolCode, address) => {
  expect(externalAddress(template, { id: 1, poolCode })).toBe(address)
})
