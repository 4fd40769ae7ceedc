import { expect, test } from 'vitest'

interface Graph {
  graphOf(sources: Map<string, string>, aliases: Record<string, string>): unknown
  circlesIn(graph: unknown): Map<string, string[]>
  deadIn(graph: unknown): Map<string, string[]>
}
const script = './lint/graph.js'
const { graphOf, circlesIn, deadIn } = (await import(script)) as Graph

const graph = (sources: Record<string, string>) =>
  graphOf(new Map(Object.entries(sources)), { '#shared/*': './shared/*', '#web/*': './web/*' })
const circles = (sources: Record<string, string>) => Object.fromEntries(circlesIn(graph(sources)))
const dead = (sources: Record<string, string>) => Object.fromEntries(deadIn(graph(sources)))

test.each([
  ['a plain import', "import { b } from './b.ts'\n"],
  ['a type', "import type { b } from './b.ts'\n"],
  ['a type in its place', "export const a: import('./b.ts').b = 1\n"],
  ['a lazy import', "export const a = () => import('./b.ts')\n"],
  ['a re-export', "export { b } from './b.ts'\n"],
  ['an alias', "import { b } from '#web/b.ts'\n"],
])('a circle is closed by %s', (_, text) => {
  const sources = { 'web/a.ts': text, 'web/b.ts': "import './c/c.ts'\n", 'web/c/c.ts': "import '../a.ts'\n" }
  expect(circles(sources)).toEqual({
    'web/a.ts': ['web/a.ts', 'web/b.ts', 'web/c/c.ts', 'web/a.ts'],
    'web/b.ts': ['web/b.ts', 'web/c/c.ts', 'web/a.ts', 'web/b.ts'],
    'web/c/c.ts': ['web/c/c.ts', 'web/a.ts', 'web/b.ts', 'web/c/c.ts'],
  })
})

test('a way that leads into a circle is in none', () => {
  const sources = { 'a.ts': "import './b.ts'\n", 'b.ts': "import './c.ts'\n", 'c.ts': "import './b.ts'\n" }
  expect(Object.keys(circles(sources))).toEqual(['b.ts', 'c.ts'])
  expect(circles({ 'a.ts': "import './b.ts'\nimport 'react'\n", 'b.ts': "import './c.ts'\n", 'c.ts': '' })).toEqual({})
})

test('an export that no other file takes is dead: values, types, functions, and what is taken out of an object', () => {
  const shared = `
    export const used = 1, unused = 2
    export type Used = string
    export interface Unused { a: 1 }
    export function called(): void {}
    export const { taken, left } = { taken: 1, left: 2 }
    const listed = 1
    export { listed as told }
    const own = unused`
  const web = "import { used as mine, called, type Used, taken } from '#shared/a.ts'\nexport default mine\n"
  expect(dead({ 'shared/a.ts': shared, 'web/b.ts': web })).toEqual({
    'shared/a.ts': ['unused', 'Unused', 'left', 'told'],
  })
})

test.each(["import * as all from './a.ts'", "export * from './a.ts'", "const all = import('./a.ts')"])(
  '%s takes everything',
  (text) => expect(dead({ 'a.ts': 'export const one = 1\n', 'b.ts': text })).toEqual({}),
)

test('an import for its effect alone takes nothing', () => {
  expect(dead({ 'a.ts': 'export const one = 1\n', 'b.ts': "import './a.ts'" })).toEqual({ 'a.ts': ['one'] })
})
