import { expect, test } from 'vitest'
import { nameOfPress, sendsForm, shortcutNames, shortcuts, switchedOff } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  nameOfPress({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more } as KeyboardEvent)

test('a press is called what the table calls it, on every keyboard and under Caps Lock', () => {
  expect(press('a')).toBe('a')
  expect(press('A')).toBe('a')
  expect(press('A', { shiftKey: true })).toBe('shift+a')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('/')).toBe('/')
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('k', { metaKey: true })).toBe('mod+k')
})

test('what belongs to the browser, to a letter with an accent or to a form is no shortcut', () => {
  for (const key of ['Enter', 'Tab', 'Tab', ' ', 'F5', 'Dead']) expect(press(key)).toBe('')
  expect(press('k', { ctrlKey: true, shiftKey: true })).toBe('')
  expect(press('a', { altKey: true })).toBe('')
})

test('Ctrl or ⌘ with Enter sends the form it is pressed in, once, and not from a dialog over it', () => {
  const [within, over] = [{}, {}]
  const sends = (more: object) => {
    const form = { contains: (one: object) => one === within }
    const plain = { key: 'Enter', ctrlKey: false, metaKey: false, repeat: false, target: within, currentTarget: form }
    return sendsForm({ ...plain, ...more } as unknown as KeyboardEvent)
  }
  expect([sends({ ctrlKey: true }), sends({ metaKey: true })]).toEqual([true, true])
  const others = [{}, { key: 'a', ctrlKey: true }, { ctrlKey: true, repeat: true }, { ctrlKey: true, target: over }]
  expect(others.map(sends)).toEqual([false, false, false, false])
})

test('no two shortcuts have the same keys, and none is the first key of another', () => {
  const all = shortcutNames.map((name): string => shortcuts[name].keys)
  expect(new Set(all).size).toBe(all.length)
  const firsts = all.filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0])
  for (const first of firsts) expect(all).not.toContain(first)
})

test('a list of those that are switched off may name what only a newer app knows, and nothing', () => {
  expect(switchedOff('')).toEqual([])
  expect(switchedOff('deny;levitate')).toEqual(['deny', 'levitate'])
})
