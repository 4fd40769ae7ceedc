import { expect, test } from 'vitest'
import { BACKDROP_COUNT, backdropSvg } from './backdrop-svg.ts'

const all = Array.from({ length: BACKDROP_COUNT }, (_, index) => backdropSvg(index))

test('there are 28 different backdrops', () => {
  expect(new Set(all).size).toBe(28)
})

test('no backdrop weighs more than 3,000 bytes', () => {
  expect(Math.max(...all.map((svg) => new TextEncoder().encode(svg).length))).toBeLessThanOrEqual(3000)
})

test('the same number always draws the same backdrop, and any number draws one', () => {
  expect(backdropSvg(21)).toBe(all[21])
  expect(backdropSvg(28)).toBe(all[0])
  expect(backdropSvg(-1)).toBe(all[27])
})

test('every backdrop has five layers that darken, a sun with one halo and five rings', () => {
  for (const svg of all) {
    expect(svg.match(/<circle /g)).toHaveLength(2)
    expect(svg.match(/<path fill="#/g)).toHaveLength(5)
    expect(svg.match(/<path d=/g)).toHaveLength(5)
    const layers = [...svg.matchAll(/<path fill="(#\w{6})"/g)].map(([, fill]) => brightness(fill ?? ''))
    expect(layers).toEqual([...layers].sort((a, b) => b - a))
  }
})

test('curves never run backwards, so no layer loops', () => {
  for (const svg of all) {
    for (const [, path] of svg.matchAll(/<path fill="#\w{6}" d="M0 450V\d+([^V]*)V/g)) {
      const xs = [...(path ?? '').matchAll(/(-?\d+) -?\d+/g)].map(([, x]) => Number(x))
      expect(xs).toEqual([...xs].sort((a, b) => a - b))
    }
  }
})

function brightness(hex: string): number {
  const value = parseInt(hex.slice(1), 16)
  return (value >> 16) * 3 + ((value >> 8) & 255) * 6 + (value & 255)
}
