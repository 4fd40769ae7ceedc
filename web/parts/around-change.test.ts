import { expect, test } from 'vitest'
import { aroundChange } from './around-change.ts'

const said = 'Two interpreters for the workshop in Nairobi, from Monday to Friday, with their own headsets. '.repeat(3)

test('what differs late in a long text is shown, with some words before it', () => {
  const [before, after] = aroundChange(`${said}Budget: 4,000 dollars.`, `${said}Budget: 9,000 dollars.`)
  expect(before).toBe('…with their own headsets. Budget: 4,000 dollars.')
  expect(after).toBe('…with their own headsets. Budget: 9,000 dollars.')
})

test('of what goes on for long after it the beginning is shown', () => {
  const [before, after] = aroundChange(`${said}In May. ${said}`, `${said}In June. ${said}`)
  expect(before).toMatch(/^….*In May\. .*…$/)
  expect(after).toMatch(/^….*In June\. .*…$/)
  expect(after.length).toBeLessThan(130)
})

test('what was added to the end, and what was taken from it', () => {
  const [before, after] = aroundChange(said, `${said}Also on Saturday.`)
  expect(before).not.toContain('Saturday')
  expect(after).toMatch(/Also on Saturday\.$/)
  expect(aroundChange(`${said}Also on Saturday.`, said)).toEqual([after, before])
})

test('short texts stand whole, and a text that was not there is nothing', () => {
  expect(aroundChange('Ana', 'Ben')).toEqual(['Ana', 'Ben'])
  expect(aroundChange('', said)).toEqual(['nothing', `${said.slice(0, 120)}…`])
})

test('no letter is cut in two', () => {
  const faces = '😀'.repeat(200)
  const [before, after] = aroundChange(`${faces}a`, `${faces}b`)
  expect(before).toBe(`…${'😀'.repeat(40)}a`)
  expect(after).toBe(`…${'😀'.repeat(40)}b`)
})
