import { expect, test } from 'vitest'
import { landingWithReturn, safeReturnPath } from './return-path.ts'

const cases: [r: string | null, goesTo: string | null, because: string][] = [
  [null, null, 'there is none'],
  ['', null, 'it is empty'],
  ['/', null, 'the landing itself is ignored'],
  ['/projects/7', '/projects/7', 'it is a path of the app'],
  ['/projects/7/edit?x=1#details', '/projects/7/edit?x=1#details', 'query and hash come along'],
  ['//evil.example', null, 'two slashes name another host'],
  ['/\\evil.example', null, 'browsers read a backslash as a slash'],
  ['/\t/evil.example', null, 'browsers drop a tab'],
  ['/\n/evil.example', null, 'browsers drop a line break'],
  ['https://evil.example', null, 'it names a host'],
  ['javascript:alert(1)', null, 'it is a script'],
  ['projects/7', null, 'it does not start with a slash'],
  ['/find?type=search&term=//a', '/find?type=search&term=//a', 'slashes further on are harmless'],
]

test.each(cases)('r=%j leads to %j: %s', (r, goesTo) => {
  expect(safeReturnPath(r)).toBe(goesTo)
})

test('a signed-out visitor takes the whole address along', () => {
  const address = landingWithReturn({ pathname: '/projects/7/edit', search: '?x=1', hash: '#details' })
  expect(new URL(address, 'https://a.example').searchParams.get('r')).toBe('/projects/7/edit?x=1#details')
})

test('from the landing there is nothing to take along', () => {
  expect(landingWithReturn({ pathname: '/', search: '', hash: '' })).toBe('/')
})
