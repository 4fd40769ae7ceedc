import fc from 'fast-check'
import { expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { testServer } from '../testing/server.ts'

/** Names that mean something somewhere, so that random bodies get past the door. */
const names = [
  'id',
  'projectId',
  'requestId',
  'projectTaskId',
  'content',
  'comment',
  'assigneeId',
  'name',
  'fields',
  'tasks',
  'category',
  'poolCode',
  'dueDate',
  'active',
  'complete',
  'completedDate',
  'taskingCostEstimate',
  'recipients',
  'approval',
  'description',
  'teamId',
  'value',
  'title',
  'fullName',
  'email',
  'roles',
  'revoked',
  'password',
  'projectTypeId',
  'shipNumber',
  'funds',
  'bocId',
  'taskId',
  'parentId',
  'startDate',
  '__proto__',
  'constructor',
]
const odd = fc.constantFrom<unknown>(
  0,
  -1,
  1,
  1.5,
  1_000_001,
  9e15,
  1e308,
  '',
  'abc',
  'BK-100',
  '2026-04-01',
  '2026-02-30',
  '\u0000',
  '"><script>',
  "'; DROP TABLE users; --",
  true,
  false,
  null,
  'x'.repeat(30_000),
)
const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>)
const body = fc.oneof(
  value,
  fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(
      value,
      fc.dictionary(fc.constantFrom(...names), value),
      fc.array(fc.dictionary(fc.constantFrom('taskId', 'name', 'description'), value)),
    ),
  ),
)
const part = fc.constantFrom(
  '1',
  '0',
  '-1',
  '1000001',
  'x',
  '9'.repeat(30),
  '%00',
  '..%2f..%2fetc',
  'BK-100',
  '__proto__',
  "1'--",
)

const search = fc.dictionary(
  fc.constantFrom('page', 'active', 'team', 'boc', 'task', 'invite', 'constructor'),
  fc.oneof(part, fc.constantFrom('true', '', '1e308', '-0', 'NaN', '\u0000')),
)

test(
  'whatever is sent to any address, nothing breaks, and what was refused has changed nothing',
  { timeout: 120_000 },
  async () => {
    const server = await testServer()
    const tokens = [await server.signIn('mia'), await server.signIn('cora'), await server.signIn('ana')]
    const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
    const draft = {
      countryId: 1,
      teamId: 3,
      advisorId: 2,
      projectTypeId: 3,
      poolCode: 'BK-100',
      dueDate: '2026-04-20',
      blanketTasking: null,
    }
    await server.fetch('/api/requests/details', {
      method: 'POST',
      body: JSON.stringify(draft),
      headers: json(tokens[2] ?? ''),
    })

    const routes = server.app.routes.filter(
      ({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !/login|logout|sync/.test(path),
    )
    expect(routes.length).toBeGreaterThan(80)
    const attack = fc.record({
      route: fc.constantFrom(...routes),
      token: fc.constantFrom(...tokens),
      parts: fc.array(part, { minLength: 3, maxLength: 3 }),
      body,
      search,
    })
    await fc.assert(
      fc.asyncProperty(attack, async ({ route, token, parts, body, search }) => {
        const after = await server.store.version()
        let next = 0
        const address = route.path.replace(/:\w+(\{[^}]*\})?/g, () => parts[next++] ?? '1')
        const path = `${address}?${new URLSearchParams(search).toString()}`
        const send = route.method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }
        const answer = await server.fetch(path, { method: route.method, headers: json(token), ...send })
        const text = await answer.text()
        expect(answer.status, `${route.method} ${path} ${text}`).toBeLessThan(500)
        expect(text).not.toMatch(/node_modules|\.ts:\d+/)
        if (answer.status < 400) return
        expect(JSON.parse(text)).toMatchObject({
          code: expect.any(String) as string,
          message: expect.any(String) as string,
        })
        const page = await server.store.changesSince({ after, user: { id: 1 }, limit: 10 })
        expect([page?.rows, page?.removed]).toEqual([{}, {}])
      }),
      { numRuns: 3_000 },
    )
    await server.close()
  },
)

test('nor does anything that is sent to sign in, to reset, or with a link', { timeout: 60_000 }, async () => {
  const server = await testServer()
  const before = await server.store.read({ reads: { users: many('users', {}), credentials: many('credentials', {}) } })
  const words = fc.constantFrom('email', 'password', 'token', 'fullName', 'roles', '__proto__')
  const form = fc.oneof(body, fc.dictionary(words, fc.oneof(value, fc.constantFrom('ada@fieldpost.example'))))
  const path = fc.constantFrom('login', 'login/reset', 'login/accept', 'login/first', 'login/x')
  let n = 0
  await fc.assert(
    fc.asyncProperty(path, form, async (where, sent) => {
      const answer = await server.fetch(`/api/${where}`, {
        method: 'POST',
        body: JSON.stringify(sent) ?? '',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${n++ >> 8}.${n % 256}` },
      })
      const text = await answer.text()
      expect(answer.status, `${where} ${text}`).toBeLessThan(500)
      expect(text).not.toMatch(/node_modules|\.ts:\d+|"token":"/)
    }),
    { numRuns: 500 },
  )
  const after = await server.store.read({ reads: { users: many('users', {}), credentials: many('credentials', {}) } })
  expect(after).toEqual(before)
  await server.close()
})
