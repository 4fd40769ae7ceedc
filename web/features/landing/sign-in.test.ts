import { afterEach, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { INVITATION_LIFE_MS } from '#shared/model/limits.ts'
import { must } from '#shared/lib/must.ts'
import { firstAdminToken } from '#server/auth/first-admin.ts'
import { linkRow } from '#server/auth/links.ts'
import { testServer, type TestServer } from '#server/testing/server.ts'
import * as messages from '#shared/model/messages.ts'
import { choosePassword, makeFirstAdmin } from './sign-in.ts'

/** The link of an invitation or of the first administrator, over a network that loses answers. */
let server: TestServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const password = 'seven brown owls fly'
const connected = () => vi.stubGlobal('fetch', (path: string, init: RequestInit) => server.app.request(path, init))
/** The server does it, and nobody hears of it, or only that something went wrong. */
const losing = (instead: () => Response) =>
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    await server.app.request(path, init)
    return instead()
  })
const cut = () => {
  throw new TypeError('Failed to fetch')
}
const failed = () => Response.json({ code: 'UNAVAILABLE', message: 'Not now.', requestId: 'r' }, { status: 503 })

async function invited(token: string): Promise<string> {
  server = await testServer()
  const about = { userId: 5, purpose: 'invitation', lifeMs: INVITATION_LIFE_MS, now: server.clock.now() } as const
  const link = linkRow(77, token, about)
  await server.store.transact({ reads: {} }, () => ({ changes: [put('links', link)], value: null }))
  return token
}

test.each([
  ['a', 'lost', cut],
  ['b', 'a server that failed', failed],
])(
  'where the answer to "Set password" was %s %s, a link that is over then says that it may be set',
  async (letter, _, instead) => {
    const token = await invited(letter.repeat(43))
    losing(instead)
    expect(await choosePassword(token, password)).toMatchObject({ kind: 'no' })
    connected()
    expect(await choosePassword(token, password)).toEqual({ kind: 'maybe' })
  },
)

test('a link that is over is over, for who has heard every answer of it', async () => {
  const token = await invited('c'.repeat(43))
  connected()
  expect(await choosePassword(token, 'short')).toMatchObject({ kind: 'no' })
  expect(await choosePassword(token, password)).toEqual({ kind: 'done' })
  expect(await choosePassword(token, password)).toEqual({ kind: 'over', sentence: messages.linkOver })
})

test('the first administrator whose answer was lost learns that the account may be there', async () => {
  server = await testServer({ seed: 'none' })
  const form = { email: 'ada@example.org', fullName: 'Ada Novak', password, token: '' }
  form.token = must(await firstAdminToken(server.server))
  losing(cut)
  expect(await makeFirstAdmin(form)).toMatchObject({ kind: 'no' })
  connected()
  expect(await makeFirstAdmin(form)).toEqual({ kind: 'maybe' })
})
