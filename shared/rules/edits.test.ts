import { fc } from '#shared/testing/random.ts'
import { describe, expect, test } from 'vitest'
import { editsBetween, mergeEdits, withoutLongTexts, type Edit } from './edits.ts'

describe('a field edit merges by value (C-163)', () => {
  test.each([
    ['nobody else touched it', 'old', { from: 'old', to: 'mine' }, 'apply'],
    ['somebody changed it to something else', 'theirs', { from: 'old', to: 'mine' }, 'contested'],
    ['somebody made the same change', 'mine', { from: 'old', to: 'mine' }, 'nothing'],
    ['it is already so, and was never otherwise', 'mine', { from: 'mine', to: 'mine' }, 'nothing'],
    ['the edit does not say what it saw', 'theirs', { to: 'mine' }, 'apply'],
    ['the edit does not say what it saw, and it is already so', 'mine', { to: 'mine' }, 'nothing'],
    ['it was not stated before', null, { from: null, to: 'mine' }, 'apply'],
    ['it is taken back to not stated', 'old', { from: 'old', to: null }, 'apply'],
    ['it was not stated and is now', 'theirs', { from: null, to: 'mine' }, 'contested'],
    ['it was emptied', '', { from: 'old', to: 'mine' }, 'contested'],
  ] as [string, string | null, Edit<string | null>, string][])('%s', (_, current, edit, expected) => {
    const { apply, contested } = mergeEdits<{ field: string | null }>({ field: current }, { field: edit })
    expect(apply).toEqual(expected === 'apply' ? { field: edit.to } : {})
    expect(contested).toEqual(expected === 'contested' ? ['field'] : [])
  })

  test('fields are merged each by itself, and a field that is not edited is left alone', () => {
    const current = { description: 'old', countryId: 2, assigneeId: 9, dueDate: '2026-04-01' }
    const merge = mergeEdits<typeof current>(current, {
      description: { from: 'old', to: 'new' },
      assigneeId: { from: 4, to: 5 },
      countryId: undefined,
    })
    expect(merge).toEqual({ apply: { description: 'new' }, contested: ['assigneeId'] })
  })

  test('lists and numbers are compared by what they hold', () => {
    const current = { tasks: [{ taskId: 101 }], cost: 0 }
    expect(mergeEdits<typeof current>(current, { tasks: { from: [{ taskId: 101 }], to: [] } }).apply).toEqual({
      tasks: [],
    })
    expect(mergeEdits<typeof current>(current, { tasks: { from: [], to: [{ taskId: 102 }] } }).contested).toEqual([
      'tasks',
    ])
    expect(mergeEdits<typeof current>(current, { cost: { from: 0, to: 5 } }).apply).toEqual({ cost: 5 })
  })
})

test('the edits between two states name only what differs', () => {
  expect(editsBetween({ a: 1, b: 'x', c: [1] }, { a: 2, b: 'x', c: [1] })).toEqual({ a: { from: 1, to: 2 } })
})

describe('a long text that was seen is said by its print', () => {
  const long = (letter: string) => letter.repeat(19_000)
  const [before, after] = [{ text: long('a') }, { text: long('b') }]
  const edits = withoutLongTexts(editsBetween(before, after))

  test('and the edit has room in a call', () => {
    expect(JSON.stringify(edits).length).toBeLessThan(19_300)
    expect(withoutLongTexts({ text: { from: 'short', to: long('b') } })).toEqual({
      text: { from: 'short', to: long('b') },
    })
  })

  test.each([
    ['nobody else touched it', long('a'), 'apply'],
    ['somebody changed it', long('c'), 'contested'],
    ['it is already so', long('b'), 'nothing'],
  ])('%s', (_, text, expected) => {
    const { apply, contested } = mergeEdits<typeof before>({ text }, edits)
    expect([apply.text !== undefined, contested]).toEqual([
      expected === 'apply',
      expected === 'contested' ? ['text'] : [],
    ])
  })
})

test('on what was seen, the edits between two states lead from the one to the other, and a second time to nothing', () => {
  const state = fc.record({
    a: fc.nat(3),
    b: fc.option(fc.string({ maxLength: 2 })),
    c: fc.array(fc.nat(2), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(state, state, (before, after) => {
      const edits = editsBetween(before, after)
      const { apply, contested } = mergeEdits<typeof before>(before, edits)
      expect({ ...before, ...apply }).toEqual(after)
      expect(contested).toEqual([])
      expect(mergeEdits<typeof before>(after, edits)).toEqual({ apply: {}, contested: [] })
    }),
  )
})
