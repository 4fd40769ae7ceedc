import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf, definitionOf, tableNames } from '#shared/model/tables.ts'
import { must } from '#shared/lib/must.ts'
import { lineAt } from '../testing/lines.ts'
import { everyRole } from '../testing/rest.ts'
import { paper, section7, type Called } from '../spec-tables/section-7.ts'
import { stage, type Stage } from '../testing/stage.ts'
import { linesBeside } from './contract/beside.ts'

/** Two servers that are told the same in the same order: one as it should be, the other with all columns there are. */
let plain: Stage
let greedy: Stage
beforeAll(async () => {
  plain = await stage()
  greedy = await stage()
})
afterAll(async () => {
  await plain.close()
  await greedy.close()
})

const columns = [
  ...new Set(tableNames.flatMap((table) => [...columnsOf(table), ...Object.keys(derivedOf(table))])),
  ...[
    'version',
    'isNew',
    'approvalId',
    'amendmentId',
    'revisionId',
    'taskings',
    '__proto__',
    'constructor',
    'toString',
  ],
]
function derivedOf(table: (typeof tableNames)[number]): object {
  const { derive } = definitionOf(table)
  return derive?.({ poolCode: '', id: 1, active: true } as never) ?? {}
}

/** What a column is claimed to be: another's id, more rights, a yes, a no, an edit. */
const claims = [7, 'Admin;Manager', true, false, null, { to: 7 }, '2020-01-01T00:00:00.000Z', [{ taskId: 1, id: 1 }]]

/** A form with a file in it has no other fields. */
const writes = section7.filter(
  ({ method, may, shape, body }) => method !== 'GET' && may.length > 0 && shape !== 'Session' && body !== paper,
)

test.each(writes.map((called) => [`${called.method} ${called.path} ${JSON.stringify(called.body ?? '')}`, called]))(
  '%s changes nothing by columns that are not its own',
  async (_, called) => {
    const line = lineAt([...plain.lines, ...linesBeside], called.method, called.path)
    const taken = namesTaken(line.body)
    const strange = columns.filter((name) => !taken.has(name))
    expect(strange.length).toBeGreaterThan(80)
    for (const claim of claims) {
      const who = everyRole[must(called.may[0], 'a role')]
      const body = asObject(called)
      const more = Object.fromEntries(strange.map((name) => [name, claim]))
      const one = await plain.say(who, { ...called, body })
      const other = await greedy.say(who, { ...called, body: { ...more, ...body } })
      expect(other.answer.status, JSON.stringify([claim, other.answer.body])).toBe(one.answer.status)
      expect(one.answer.status).toBe(200)
      expect(withoutChance(other.answer.body)).toEqual(withoutChance(one.answer.body))
    }
    expect(await greedy.rows()).toEqual(await plain.rows())
  },
)

/** A link to choose a password is made of chance. */
const withoutChance = (answer: unknown): unknown =>
  typeof answer === 'object' ? { ...answer, invitation: undefined, invitations: undefined } : answer

/** `true` and a bare id are said as objects, so that something can be added. */
function asObject({ body }: Called): object {
  if (typeof body === 'object' && body !== null) return body
  return typeof body === 'string' ? { id: body } : {}
}

/** Every name that a body schema knows, whichever way the body is said. */
function namesTaken(schema: unknown): Set<string> {
  const { def } = schema as { def: { shape?: object; options?: unknown[]; innerType?: unknown } }
  const inner = [...(def.options ?? []), ...(def.innerType ? [def.innerType] : [])]
  return new Set([...Object.keys(def.shape ?? {}), ...inner.flatMap((one) => [...namesTaken(one)])])
}
