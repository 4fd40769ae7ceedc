import { expect, test } from 'vitest'
import { clearsAfterAWeek } from './clears.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const of = (vendor: string, userAgent: string) => ({ vendor, userAgent }) as Navigator

test('the seven days are said of Safari in a tab, and of nothing else', () => {
  expect(clearsAfterAWeek(of('Apple Computer, Inc.', safari), false)).toBe(true)
  expect(clearsAfterAWeek(of('Apple Computer, Inc.', safari), true)).toBe(false)
  expect(clearsAfterAWeek(of('Google Inc.', chrome), false)).toBe(false)
  expect(clearsAfterAWeek(of('', 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0'), false)).toBe(false)
})
