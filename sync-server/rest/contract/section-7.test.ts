import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOfSection3, section7 } from '../../spec-tables/section-7.ts'
import { everyRole, roleNames } from '../../testing/rest.ts'
import { stage, type Stage } from '../../testing/stage.ts'
import { lineAt } from '../../testing/lines.ts'
import { templateOf, type Line } from '../about.ts'
import { linesBeside } from './beside.ts'
import { errorShape, type OpenApi, type Operation, type Schema } from './openapi.ts'

let on: Stage
let document: OpenApi
beforeAll(async () => {
  on = await stage()
  document = (await (await on.fetch('/api/openapi.json')).json()) as OpenApi
})
afterAll(() => on.close())

const lineOf = (method: string, path: string): Line => lineAt([...on.lines, ...linesBeside], method, path)

const operationOf = (method: string, line: Line): Operation => {
  const path = `/api${templateOf(line.path)}`
  const item = document.paths[path] as Record<string, Operation> | undefined
  const operation = item?.[method.toLowerCase()]
  if (!operation) throw new Error(`The document does not have ${method} ${path}`)
  return operation
}

/** What the document calls a schema: `Project`, `Comment[]`, `Page<Country>`. */
function nameOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.allOf) return nameOf(schema.allOf[0] ?? {})
  if (schema.type === 'array') return `${nameOf(schema.items ?? {})}[]`
  if (schema.properties?.pageNumbers) return `Page<${nameOf(schema.properties.items?.items ?? {})}>`
  return schema.type === 'integer' ? 'id' : JSON.stringify(schema)
}

describe('section 7', () => {
  test.each(section7.map((called) => [`${called.method} ${called.path} ${JSON.stringify(called.body ?? '')}`, called]))(
    '%s',
    async (_, called) => {
      const { method, path, may, late = [], shape } = called
      const statuses: Record<string, number> = {}
      for (const role of roleNames) {
        const { address, answer } = await on.say(everyRole[role], called)
        statuses[role] = answer.status
        const said = `${role} ${method} ${address} ${JSON.stringify(answer.body).slice(0, 300)}`
        if (answer.status !== 200) {
          expect(errorShape.parse(answer.body), said).toEqual(answer.body)
          continue
        }
        const line = lineOf(method, path)
        const parsed = line.answer.safeParse(answer.body)
        expect(parsed.error?.issues ?? [], said).toEqual([])
        // What the shape does not name is not in what it parsed, and so it is not in the answer either.
        expect(parsed.data, said).toEqual(answer.body)
        const told = operationOf(method, line).responses['200'] as { content: Record<string, { schema: Schema }> }
        expect(nameOf(told.content['application/json']?.schema ?? {})).toBe(shape)
      }
      const decided = roleNames.map((role) => [
        role,
        may.includes(role) ? 200 : late.includes(role) ? 409 : called.else,
      ])
      expect(statuses).toEqual(Object.fromEntries(decided))
    },
  )

  test('covers every line of the phrase-book', () => {
    const called = new Set(section7.map(({ method, path }) => lineOf(method, path)))
    expect(on.lines.filter((line) => !called.has(line)).map((line) => `${line.methods.join()} ${line.path}`)).toEqual(
      [],
    )
  })
})

test.each(Object.entries(fieldsOfSection3))('%s has the fields of the specification', (name, fields) => {
  const { properties = {} } = document.components.schemas[name] ?? {}
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...fields]))
})
