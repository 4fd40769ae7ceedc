import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/server.ts'
import { templateOf } from '../about.ts'
import { linesBeside } from './beside.ts'
import type { OpenApi, Operation, Parameter, Schema } from './openapi.ts'

let server: TestServer
let document: OpenApi
let operations: { path: string; method: string; operation: Operation }[]
beforeAll(async () => {
  server = await testServer()
  document = (await (await server.fetch('/api/openapi.json')).json()) as OpenApi
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
})
afterAll(() => server.close())

/** Every object in the document, with where it stands. */
function* nodesOf(value: unknown, at = '#'): Generator<[at: string, node: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) yield* nodesOf(inner, `${at}/${key}`)
}
const at = (pointer: string): unknown =>
  pointer
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

describe('the document', () => {
  test('is OpenAPI 3.1 in its outer shape', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document).sort()).toEqual(
      ['components', 'info', 'openapi', 'paths', 'security', 'servers', 'tags'].sort(),
    )
    expect(document.components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer' })
    for (const name of Object.values(document.components).flatMap((part) => Object.keys(part)))
      expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
  })

  test('says of every mounted route what it is, and of no other', () => {
    const mounted = server.app.routes
      .filter(({ method, path }) => !['ALL', 'OPTIONS'].includes(method) && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${templateOf(path)}`)
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(described.sort()).toEqual([...new Set(mounted)].sort())
    expect(new Set(described).size).toBe(described.length)
  })

  test('every reference leads somewhere, and every component is referred to', () => {
    const references = [...nodesOf(document)].flatMap(([, node]) => (typeof node.$ref === 'string' ? [node.$ref] : []))
    expect(references.length).toBeGreaterThan(100)
    for (const reference of references) expect(at(reference), reference).toBeDefined()
    const { schemas } = document.components
    for (const name of Object.keys(schemas)) expect(references).toContain(`#/components/schemas/${name}`)
  })

  test('operation ids are unique and speakable', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
  })

  test('two addresses never differ in the names of their parameters alone', () => {
    const plain = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(plain).size).toBe(plain.length)
  })

  test('each operation is whole', () => {
    const tags = document.tags.map((tag) => tag.name)
    for (const { path, method, operation } of operations) {
      const parameters = (operation.parameters ?? []).map((told) =>
        '$ref' in told ? (at(told.$ref) as Parameter) : told,
      )
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name).sort()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      )
      expect(inPath.every(({ required }) => required === true)).toBe(true)
      const places = parameters.map(({ name, in: place }) => `${place} ${name}`)
      expect(new Set(places).size).toBe(places.length)

      expect(operation.summary).toMatch(/^[A-Z].*\.$/)
      expect(operation.description).toMatch(/\.$/)
      expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true)
      expect(Object.keys(operation.responses)).toContain('200')
      expect(method === 'get' && operation.requestBody).toBeFalsy()
      for (const status of Object.keys(operation.responses)) expect(status).toMatch(/^[2-5]\d\d$/)
    }
  })

  test('schemas keep to the words of JSON Schema', () => {
    const schemas: [string, Schema][] = [
      ...Object.entries(document.components.schemas),
      ...operations.flatMap(({ path, method, operation }): [string, Schema][] => {
        const at = `${method} ${path}`
        const answer = operation.responses['200'] as { content: Record<string, { schema: Schema }> }
        return [
          ...(operation.parameters ?? []).flatMap((told): [string, Schema][] =>
            'schema' in told ? [[at, told.schema]] : [],
          ),
          ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }): [string, Schema] => [at, schema]),
          ...Object.values(answer.content).map(({ schema }): [string, Schema] => [at, schema]),
        ]
      }),
    ]
    for (const [at, schema] of schemas) expectSchema(schema, at)
  })

  test('an example is what its body takes', async () => {
    for (const line of [...server.lines, ...linesBeside].filter(({ example }) => example !== undefined)) {
      const parsed = line.body?.safeParse(line.example)
      expect(parsed?.error?.issues ?? [], `${line.methods.join()} ${line.path}`).toEqual([])
      // What the body would not look at has no place in an example.
      expect(parsed?.data, line.path).toEqual(line.example)
    }
  })
})

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const words = [
  ...[
    '$ref',
    'type',
    'properties',
    'required',
    'items',
    'anyOf',
    'allOf',
    'enum',
    'const',
    'format',
    'description',
    'pattern',
  ],
  ...['additionalProperties', 'propertyNames', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems'],
]

/** The rules of JSON Schema for the words that are used here. */
function expectSchema(schema: Schema, at: string): void {
  for (const word of Object.keys(schema)) expect(words, at).toContain(word)
  for (const type of [schema.type ?? []].flat()) expect(types, at).toContain(type)
  if (typeof schema.pattern === 'string') expect(() => new RegExp(schema.pattern as string, 'u'), at).not.toThrow()
  const { properties = {}, required = [], anyOf, allOf, items } = schema
  for (const name of required) expect(Object.keys(properties), at).toContain(name)
  expect(new Set(required).size).toBe(required.length)
  if (anyOf) expect(anyOf.length, at).toBeGreaterThan(1)
  if (schema.type === 'array') expect(items, at).toBeDefined()
  for (const [name, inner] of Object.entries(properties)) expectSchema(inner, `${at}.${name}`)
  if (allOf) expect(allOf.length, at).toBeGreaterThan(1)
  for (const inner of [...(anyOf ?? []), ...(allOf ?? [])]) expectSchema(inner, at)
  if (items) expectSchema(items, `${at}[]`)
  if (typeof schema.additionalProperties === 'object') expectSchema(schema.additionalProperties, at)
}

describe('on the wire', () => {
  test.each(['/api/openapi.json', '/api/docs', '/api/docs.css'])('%s is public and kept by its tag', async (path) => {
    const first = await server.fetch(path)
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect((await first.text()).length).toBeGreaterThan(1000)
    const again = await server.fetch(path, { headers: { 'if-none-match': `W/${tag}, "other"` } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await server.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('the page has every call and every shape, nothing inline, and only links that lead somewhere', async () => {
    const page = await (await server.fetch('/api/docs')).text()
    for (const { path, operation } of operations) {
      expect(page).toContain(operation.summary.replaceAll('`', '').slice(0, 12))
      expect(page.replaceAll('<wbr />', '')).toContain(path)
    }
    expect(page).not.toMatch(/<script|<style| style=|https?:\/\//)
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(200)
    for (const link of links) expect(targets, link).toContain(link)
    expect(targets.size).toBe([...page.matchAll(/ id="/g)].length)
  })
})
