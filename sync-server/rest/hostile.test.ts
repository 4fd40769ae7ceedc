import { fc } from '#shared/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { put } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import * as messages from '#shared/model/messages.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { columnsOf, tableNames } from '#shared/model/tables.ts'
import { stage, type Stage } from '../testing/stage.ts'
import type { Line } from './about.ts'
import { linesBeside } from './contract/beside.ts'
import { errorShape, errorsOf } from './contract/openapi.ts'

let on: Stage
let calls: { method: string; line: Line }[]
let ids: string[]
const personas = ['mia', 'cora', 'ana', 'ada', 'pete']
const tokens = new Map<string, string>()
beforeAll(async () => {
  on = await stage()
  for (const who of personas) tokens.set(who, await on.signIn(who))
  calls = [...on.lines, ...linesBeside].flatMap((line) => line.methods.map((method) => ({ method, line })))
  const words = ['{interim}', '{acceptance}', '{progress}', '{draft}', '{deliverable}', '{request}']
  ids = await Promise.all(words.map(async (word) => String(await on.filled<unknown>(word, 1, new Map()))))
})
afterAll(() => on.close())

const texts = [
  ...['', ' ', 'abc', 'BK-100', '2026-04-01', '2026-02-30', '2026-03-10T10:00:00.000Z', 'NaN', '1e999', 'true', '-0'],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff x', '\u202egnp.exe', '\ufeff', '"><script>alert(1)</script>'],
  ...[
    "'; DROP TABLE users; --",
    "1' OR '1'='1",
    'a" OR *',
    'NEAR(a b, 2)',
    '* ^ : "',
    '%',
    '_',
    '\\',
    '../../etc/passwd',
  ],
  ...['__proto__', 'constructor', 'toString', '${7*7}', '{{7*7}}', 'x'.repeat(20_001)],
]
const numbers = [0, 9999, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e308, 5e-324]
const deep = (depth: number): unknown => (depth === 0 ? 1 : { fields: [deep(depth - 1)] })
const odd = fc.oneof(
  fc.constantFrom<unknown>(...texts, ...numbers, true, false, null, [], {}, [[]], [null], deep(5), deep(30)),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
)
const columns = [...new Set(tableNames.flatMap(columnsOf)), '__proto__', 'constructor', 'fields', 'value', 'recipient']
const whole = fc.constantFrom<unknown>(...numbers.filter(Number.isSafeInteger))
/** Half of the names are the line's own. */
const nameFor = ({ body }: Line) => {
  const { shape = {} } = (body as { def: { shape?: object } } | undefined)?.def ?? {}
  return fc.oneof(fc.constantFrom('id', ...Object.keys(shape)), fc.constantFrom(...columns))
}

/** A body near to what the line takes, so that it gets past the door: its example with some fields made strange. */
const near = (line: Line) => {
  const name = nameFor(line)
  const { example } = line
  const anyField = fc.dictionary(name, fc.oneof(odd, whole), { maxKeys: 4 })
  const edits = fc.dictionary(name, fc.record({ from: odd, to: fc.oneof(odd, whole) }, { requiredKeys: [] }), {
    maxKeys: 2,
  })
  return fc.tuple(anyField, fc.option(edits), fc.nat(), fc.boolean()).map(([fields, edits, n, isNew]) => ({
    ...(typeof example === 'object' ? example : {}),
    ...(isNew ? {} : { id: Number(ids[n % ids.length]), projectId: Number(ids[0]), requestId: Number(ids[3]) }),
    ...fields,
    ...(edits ? { fields: edits } : {}),
  }))
}
const json = (body: unknown): string => JSON.stringify(body) ?? ''
const broken = fc.constantFrom<string | Uint8Array>(
  ...[
    '{',
    '{"id":1',
    '[1,',
    '"',
    '{"id":NaN}',
    '{"id":1e999}',
    "{'id':1}",
    '{"id":1,}',
    'undefined',
    '\ufeff{}',
    '{}{}',
  ],
  ...['{"id":1,"id":2}', '{"__proto__":{"roles":"Admin"},"id":0}', '{"constructor":{"prototype":{"a":1}}}'],
  ...['['.repeat(10_000), '{"a":'.repeat(5_000), `"${'x'.repeat(70_000)}"`, ' '.repeat(63_000)],
  new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
  new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
  new Uint8Array(gzipSync(Buffer.alloc(5_000_000))),
)
const bodyFor = (line: Line): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    { weight: 5, arbitrary: near(line).map(json) },
    { weight: 2, arbitrary: odd.map(json) },
    { weight: 1, arbitrary: broken },
  )

const types = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x',
    '',
  ),
)
const authorizations = fc.constantFrom(
  ...[
    '',
    'Bearer',
    'Bearer ',
    'bearer null',
    'Basic YWRhOmFkYQ==',
    `Bearer ${'x'.repeat(8_000)}`,
    "Bearer ' OR 1=1 --",
  ],
  ...['Bearer 0', 'Bearer __proto__', 'Bearer a b', 'Bearer \u00ff\u00fe'],
)
const keys = fc.constantFrom('', 'a b', 'same', 'x'.repeat(201), '\u00e9', '__proto__', "'--", 'x'.repeat(200))
const segments = fc.oneof(
  fc.nat().map((n) => ids[n % ids.length] ?? '1'),
  fc.constantFrom(
    ...[
      '1',
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x1',
      '+1',
      'NaN',
      'x',
      '9'.repeat(30),
      '%00',
      '..%2f..%2fetc',
      '%2e%2e',
      '%',
      '%zz',
    ],
    ...['%ed%a0%80', 'BK-100', '__proto__', 'constructor', "1'--", '1%20OR%201', '%F0%9F%92%A9', '*', '"', '%5c..%5c'],
  ),
)
const searches = fc.dictionary(
  fc.constantFrom(
    ...['page', 'active', 'team', 'boc', 'task', 'invite', 'term', 'statuses', 'countries', 'constructor'],
  ),
  fc.oneof(fc.constantFrom(...texts.map((text) => text.slice(0, 300))), fc.nat().map(String)),
  { maxKeys: 3 },
)

const rarely = <T>(strange: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange })

const uploads = fc.record(
  {
    'tus-resumable': fc.oneof({ weight: 9, arbitrary: fc.constant('1.0.0') }, fc.constantFrom('0.2.2', '', 'x')),
    'upload-length': fc.constantFrom('10', '0', '-1', '1e9', '9'.repeat(30), 'x', ''),
    'upload-offset': fc.constantFrom('0', '5', '-1', '1.5', 'NaN', '9'.repeat(30)),
    'upload-metadata': fc.constantFrom(
      'filename YS50eHQ=,projectId MQ==',
      'filename',
      'filename !!',
      '__proto__ eA==',
      ',,,',
    ),
  },
  { requiredKeys: [] },
)

const attack = fc.nat().chain((n) => {
  const { method, line } = calls[n % calls.length] ?? { method: 'GET', line: linesBeside[0] as Line }
  return fc.record({
    call: fc.constant({ method, line }),
    who: fc.constantFrom(...personas),
    segments: fc.array(segments, { minLength: 3, maxLength: 3 }),
    search: fc.option(searches, { freq: 2 }),
    body: bodyFor(line),
    type: types,
    authorization: rarely(authorizations),
    key: rarely(keys),
    tus: uploads,
    encoding: rarely(fc.constantFrom('gzip', 'br', 'x')),
  })
})

/** A person whose account an earlier attack has closed, or whose session it has ended, is back for the next. */
async function revive(who: string): Promise<void> {
  const id = { ana: 1, mia: 2, cora: 4, pete: 5, ada: 7 }[who] ?? 0
  const { user } = await on.store.read({ reads: { user: one('users', id) } })
  const roles = { ana: 'Analyst', mia: 'Manager', cora: 'COR', pete: 'PO', ada: 'Admin' }[who] ?? ''
  if (user) await on.write(put('users', { ...user, active: true, roles, email: `${who}@fieldpost.example` }))
  tokens.set(who, await on.signIn(who))
}

const leaks = /SQLITE|better-sqlite3|no such (table|column)|syntax error|node_modules|\.ts:\d+|\n\s+at /

test(
  'whatever is sent to any line, nothing breaks, each refusal is one that the document names, and it has changed nothing',
  { timeout: 120_000 },
  async () => {
    const rowsNow = async () => JSON.stringify(await on.rows())
    let last = await rowsNow()
    const seen: Record<number, number> = {}
    await fc.assert(
      fc.asyncProperty(attack, async ({ call: { method, line }, who, segments, search, body, ...head }) => {
        let next = 0
        const address = line.path.replace(/:\w+(\{[^}]*\})?/g, () => segments[next++] ?? '1')
        const query = search ? `?${new URLSearchParams(search).toString()}` : ''
        const token = line.path === '/logout' ? await on.signIn(who) : tokens.get(who)
        const headers: Record<string, string> = {
          authorization: head.authorization ?? `Bearer ${token}`,
          ...(head.type ? { 'content-type': head.type } : {}),
          ...(head.key === undefined ? {} : { 'idempotency-key': head.key }),
          ...(line.path.startsWith('/files/tus') ? head.tus : {}),
          ...(head.encoding === undefined ? {} : { 'content-encoding': head.encoding }),
        }
        const sent = method === 'GET' ? {} : { body: body as string }
        const answer = await on.fetch(`/api${address}${query}`, { method, headers, ...sent })
        const { status } = answer
        seen[status] = (seen[status] ?? 0) + 1
        if (line.type && status === 200) return void (await answer.body?.cancel())
        const text = await answer.text()
        const said = `${method} ${address}${query} ${status} ${text.slice(0, 400)}`

        if (status < 300) {
          if (method !== 'GET') last = await rowsNow()
          if (text === '' || line.path === '/openapi.json') return
          // A strange segment may lead to another line.
          if (!line.path.includes(':'))
            expect(line.answer.safeParse(JSON.parse(text)).data, said).toEqual(JSON.parse(text))
          return
        }
        expect(status, said).toBeLessThan(500)
        expect(text, said).not.toMatch(leaks)
        const error: unknown = JSON.parse(text)
        expect(errorShape.safeParse(error).data, said).toEqual(error)
        // Fields by the names that the caller knows, and a sentence for each; "Invalid email" is the specification's own.
        for (const { field, message } of (error as { errors?: { field: string; message: string }[] }).errors ?? []) {
          // Of a round, which call; a name that does not exist is the caller's own.
          const isOurs =
            !message.startsWith('There is no such field') && !(line.path === '/sync' && /^calls\.\d+$/.test(field))
          if (isOurs) expect(field, said).not.toContain('.')
          if (message !== messages.email) expect(message, said).toMatch(/^(?!.*(Invalid|undefined|NaN|\[object)).+ .+ /)
        }
        // `%2e%2e` is a way up, and leads to another line.
        const isAstray = new URL(`http://x/api${address}`).pathname !== `/api${address}`
        // A strange segment may lead to another line, which takes other methods.
        const isElsewhere = status === 405 && line.path.includes(':')
        if (!isAstray && !isElsewhere) expect(errorsOf(line), said).toContain(status)
        if (method !== 'GET') expect((await rowsNow()) === last, said).toBe(true)
        if (status === 401 && head.authorization === undefined && !line.path.startsWith('/login')) {
          await revive(who)
          last = await rowsNow()
        }
      }),
      { numRuns: 3_500 },
    )
    // Most of it got past the first door.
    expect(seen[200], JSON.stringify(seen)).toBeGreaterThan(500)
    expect(seen[422], JSON.stringify(seen)).toBeGreaterThan(200)
    expect(seen[404], JSON.stringify(seen)).toBeGreaterThan(200)
  },
)

test('a code with a sign that no column can hold is nobody’s', async () => {
  const headers = { authorization: `Bearer ${await on.signIn('ana')}` }
  for (const code of ['%00', 'BK-100%00', '%ED%A0%80'])
    expect([code, (await on.fetch(`/api/requests/funding/${code}`, { headers })).status]).toEqual([code, 404])
})

test('a place in a first sync that nobody can have come to is answered, as its beginning', async () => {
  const headers = { authorization: `Bearer ${await on.signIn('ana')}`, 'content-type': 'application/json' }
  const round = async (cursor: string | null) => {
    const body = JSON.stringify({ protocol: PROTOCOL, device: 0, cursor, from: 1, calls: [], limit: 1 })
    const answer = await on.fetch('/api/sync', { method: 'POST', headers, body })
    const told = (await answer.json()) as { cursor?: string }
    return { cursor, status: answer.status, then: told.cursor }
  }
  const [epoch, version] = (await round(null)).then?.split('.') ?? []
  for (const place of [
    ...['open.0-1-1-5.[{},5]', 'open.0-1-1-5.["x",5]', 'open.0-1-1-5.[1.5,5]', 'open.0-1-1-5.[[],1e300]'],
    ...[
      'closed.0-1-1-5.[5,5]',
      'closed.0-1-1-5.[["2026"],5]',
      'closed.0-1-1-5.["\\u0000",5]',
      'closed.0-1-1-5.["2026-01-01T00:00:00.000Z",1.5]',
    ],
    ...['open.0-1-1-1e20.', 'closed.0-1-1-9999999.', 'open.1e300-1.5--3-5.', 'open.0-1-1-5.{', 'open..'],
  ]) {
    const told = await round(`${epoch}.${version}.${place}`)
    expect(told.status, told.cursor ?? '').toBe(200)
    expect(told.then, told.cursor ?? '').toContain(`${epoch}.`)
  }
})
