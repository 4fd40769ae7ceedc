import { describe, expect, test } from 'vitest'
import { asBefore } from './as-before.ts'

const row = (id: number, text = 'a', more: object = {}) => ({ id, text, tags: ['x', { deep: id }], ...more })

describe('asBefore', () => {
  test('what says the same is the very same', () => {
    const before = { rows: [row(1), row(2)], total: 2, none: null }
    expect(asBefore(before, structuredClone(before))).toBe(before)
  })

  test('rows keep what they are wherever they stand, and what changed is new', () => {
    const before = [row(1), row(2), row(3)]
    const now = asBefore(before, [row(3), row(4), row(2, 'b')])
    expect(now).toEqual([row(3), row(4), row(2, 'b')])
    expect(now[0]).toBe(before[2])
    expect(now[2]).not.toBe(before[1])
    expect(now[2]?.tags).toBe(before[1]?.tags)
    expect(asBefore(before, [row(2), row(1), row(3)])).not.toBe(before)
  })

  test('what is shorter, longer, or lost or gained a part is another', () => {
    const before = [row(1), row(2)]
    expect(asBefore(before, [row(1)])).toEqual([row(1)])
    expect(asBefore(before, [row(1), row(2), row(3)])).toHaveLength(3)
    expect(asBefore({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 })
    expect('b' in asBefore({ a: 1, b: undefined }, { a: 1 })).toBe(false)
    expect('b' in asBefore({ a: 1 }, { a: 1, b: undefined })).toBe(true)
    const other: object = { a: 1, c: undefined }
    expect('b' in asBefore({ a: 1, b: 2 }, other)).toBe(false)
    expect(asBefore({ a: 1 }, [1])).toEqual([1])
    expect(asBefore([1] as object, { 0: 1 })).toEqual({ 0: 1 })
  })

  test('rows that share an id, and lists of lists, are what they are now', () => {
    const twice = [row(1, 'a'), row(1, 'b')]
    expect(asBefore(twice, [row(1, 'b'), row(1, 'a')])).toEqual([row(1, 'b'), row(1, 'a')])
    expect(asBefore([[1], [2]], [[2], [1], []])).toEqual([[2], [1], []])
    expect(asBefore([row(1), 7], [7, row(1)])).toEqual([7, row(1)])
  })

  test('what is neither list nor plain object is as it comes', () => {
    const now = { date: new Date(0), bytes: new Uint8Array([1]), map: new Map([[1, 2]]), nan: NaN, zero: -0 }
    const told = asBefore({ ...now, date: new Date(0), map: new Map(), zero: 0 }, now)
    expect(told.date).toBe(now.date)
    expect(told.map).toBe(now.map)
    expect(told.bytes).toBe(now.bytes)
    expect(Object.is(told.zero, -0)).toBe(true)
  })

  test('neither is changed', () => {
    const before = Object.freeze([Object.freeze(row(1))])
    const now = Object.freeze([Object.freeze(row(1)), Object.freeze(row(2))])
    expect(asBefore<readonly object[]>(before, now)[0]).toBe(before[0])
  })
})
