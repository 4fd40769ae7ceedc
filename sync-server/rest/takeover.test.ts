import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many, one } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import * as messages from '#shared/model/messages.ts'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { firstAdminToken } from '../auth/first-admin.ts'
import { tokenHash } from '../auth/tokens.ts'
import { createAdmin } from '../auth/create-admin.ts'
import { aPost, tokenIn } from '../testing/post.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

/** Ways to sign in as somebody else, tried one by one: Mia is a Manager, Cora a contracting officer, Ada an Admin. */
const MIA = 2
const CORA = 4
const PETE = 5
const DEMO = 'fieldpost-demo'
const OWLS = 'seven brown owls'

let server: RestServer
let letters: ReturnType<typeof aPost>['letters']
beforeEach(async () => {
  const mail = aPost()
  letters = mail.letters
  server = await restServer({ post: mail.post })
})
afterEach(() => server.close())

const users = 'resources/users'
const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await server.fetch(`/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1', ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const login = async (mail: string, password: string) =>
  (await send('login', { email: `${mail}@fieldpost.example`, password })).status
const isSignedIn = async (token: string) =>
  (await server.fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })).status === 200
const credentialOf = async (id: number) =>
  (await server.store.read({ reads: { credential: one('credentials', id) } })).credential
const asked = async (email: string) => {
  const before = letters.length
  await send('login/reset', { email })
  await vi.waitFor(() => expect(letters.length).toBeGreaterThan(before), { interval: 5, timeout: 20_000 })
}

/** Whatever was tried: Cora signs in as before, nobody else as her, and nothing went to anybody else. */
async function expectCoraIsCora(): Promise<void> {
  expect(await login('cora', DEMO)).toBe(200)
  expect(await login('cora', OWLS)).toBe(401)
  const { cora } = await server.store.read({ reads: { cora: one('users', CORA) } })
  expect(cora?.email).toBe('cora@fieldpost.example')
  expect(letters.filter(({ text }) => text.includes('#token=')).map(({ to }) => to)).not.toContain(
    'mia@fieldpost.example',
  )
}
const refusal = { status: 403, body: { code: 'FORBIDDEN', message: messages.othersSignIn } }

describe('a Manager does not sign in as a contracting officer', () => {
  test('by setting the password or the address, and is told what to do instead (C-021)', async () => {
    const here = await server.signIn('cora')
    for (const body of [{ password: OWLS }, { email: 'mine@fieldpost.example' }, { password: OWLS, roles: 'Analyst' }])
      expect(await server.patch('mia', users, { id: CORA, ...body })).toMatchObject(refusal)
    expect(await isSignedIn(here)).toBe(true)
    await expectCoraIsCora()
  })

  test('by taking the role away, setting the password, and giving the role back', async () => {
    const { body } = await server.patch('mia', users, { id: CORA, roles: 'Manager' })
    expect(body.roles).toBe('Manager')
    for (const body of [{ password: OWLS }, { email: 'mine@fieldpost.example' }])
      expect(await server.patch('mia', users, { id: CORA, ...body })).toMatchObject(refusal)
    await server.patch('mia', users, { id: CORA, roles: 'COR' })
    await expectCoraIsCora()
    // Cora reads of it each time.
    expect(letters.map(({ to, text }) => [to, /Your roles are now: .*/.exec(text)?.[0]])).toEqual([
      ['cora@fieldpost.example', 'Your roles are now: Manager.'],
      ['cora@fieldpost.example', 'Your roles are now: COR.'],
    ])
  })

  test('by having the role first: not for oneself, and not with an account made for it', async () => {
    expect((await server.patch('mia', users, { id: MIA, roles: 'Manager;COR' })).body.roles).toBe('Manager')
    const puppet = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', password: OWLS }
    await server.post('mia', users, { ...puppet, roles: 'Manager;COR;AD;PO;Analyst' })
    expect(await server.patch('nora', users, { id: CORA, password: OWLS })).toMatchObject(refusal)
    expect(await server.patch('nora', users, { id: CORA, email: 'mine@fieldpost.example' })).toMatchObject(refusal)
    await server.patch('nora', users, { id: MIA, roles: 'Manager;COR' })
    server.forget('mia')
    expect(await server.patch('mia', users, { id: CORA, password: OWLS })).toMatchObject(refusal)
    await expectCoraIsCora()
  })

  test('by an invitation, whose link would be told where there is no mail', async () => {
    const bare = await restServer()
    for (const on of [server, bare]) {
      const { status, body } = await on.patch('mia', `${users}?invite=true`, { id: CORA })
      expect([status, body.invitation]).toEqual([403, undefined])
      const { links } = await on.store.read({ reads: { links: many('links', {}) } })
      expect(links).toEqual([])
    }
    await bare.close()
  })

  test('by closing the account and making it anew, or by opening it again', async () => {
    await server.patch('mia', users, { id: CORA, active: false })
    const anew = { fullName: 'Cora Benedetti', roles: 'COR', password: OWLS }
    for (const email of ['cora@fieldpost.example', 'CORA@fieldpost.example']) {
      expect((await server.post('mia', users, { ...anew, email })).status).toBe(409)
      expect((await server.patch('mia', users, { id: PETE, email })).status).toBe(403)
    }
    await server.patch('mia', users, { id: CORA, active: true })
    await expectCoraIsCora()
  })

  test('by making an account with an address that she has left', async () => {
    const device = tokenHash(await server.signIn('cora'))
    await asked('cora@fieldpost.example')
    const old = tokenIn(letters.at(-1)?.text ?? '')
    await server.patch('ada', users, { id: CORA, email: 'c.benedetti@fieldpost.example' })
    const made = await server.post('mia', users, {
      ...{ fullName: 'Cora Benedetti', email: 'cora@fieldpost.example', roles: 'COR', password: OWLS },
    })
    const nora = (await send('login', { email: 'cora@fieldpost.example', password: OWLS })).body as {
      user: { id: number }
    }
    expect([made.status, nora.user.id]).toEqual([200, made.body.id])
    expect((await send('login/accept', { token: old, password: 'eight brown owls' })).status).toBe(404)
    // The device that Cora used is known for her own address, not for that of the new account.
    for (let n = 0; n < 6; n++) await send('login', { email: 'cora@fieldpost.example', password: 'wrong-guess' })
    const shown = { authorization: `Bearer ${device}` }
    expect((await send('login', { email: 'cora@fieldpost.example', password: OWLS }, shown)).status).toBe(429)
    expect(await login('c.benedetti', DEMO)).toBe(200)
    await asked('cora@fieldpost.example')
    expect(letters.at(-1)?.to).toBe('cora@fieldpost.example')
    await send('login/accept', { token: tokenIn(letters.at(-1)?.text ?? ''), password: 'nine brown owls' })
    expect(await login('c.benedetti', DEMO)).toBe(200)
  })

  test('through a device’s queue, or as a call that claims the present password came', async () => {
    const token = await server.signIn('mia')
    const sync = (body: object) =>
      send(
        'sync',
        { protocol: PROTOCOL, cursor: null, from: 1, limit: 100, ...body },
        { authorization: `Bearer ${token}` },
      )
    const { device } = (await sync({ device: 0, calls: [] })).body
    const inputs = [
      { id: CORA, password: true, proven: true },
      { id: CORA, email: 'mine@fieldpost.example' },
      { id: MIA, email: 'mine@fieldpost.example', proven: true },
    ]
    const calls = inputs.map((input, index) => ({
      ...{ seq: index + 1, id: `aaaaaaaaaaaaaaa${index}`, name: 'saveUser', input, at: server.clock.now() },
    }))
    await sync({ device, calls })
    const { judged } = await server.store.read({ reads: { judged: many('calls', { name: 'saveUser' }) } })
    expect(judged.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'refused'])
    const claimed = await server.patch('mia', users, { id: MIA, email: 'mine@fieldpost.example', proven: true })
    expect(claimed.status).toBe(422)
    await expectCoraIsCora()
  })
})

describe('an Admin’s account', () => {
  test('is kept by Admins alone, its reset link apart, which goes to the Admin', async () => {
    for (const body of [
      { password: OWLS },
      { email: 'mine@fieldpost.example' },
      { roles: 'Manager' },
      { active: false },
    ])
      expect((await server.patch('mia', users, { id: 7, ...body })).status).toBe(403)
    expect((await server.post('mia', `${users}/7/reset`, undefined)).status).toBe(200)
    await vi.waitFor(() => expect(letters.map(({ to }) => to)).toEqual(['ada@fieldpost.example']), 20_000)
  })

  test('may set what somebody signs in with: they are signed out, told by letter, and by whom', async () => {
    const here = await server.signIn('cora')
    const { status } = await server.patch('ada', users, { id: CORA, password: OWLS, email: 'c@fieldpost.example' })
    expect([status, await isSignedIn(here), await login('c', OWLS)]).toEqual([200, false, 200])
    expect(letters.map(({ to }) => to)).toEqual(['cora@fieldpost.example', 'c@fieldpost.example'])
    for (const { text, subject } of letters) {
      expect(subject).toBe('Your account for Fieldpost was changed')
      expect(text).toContain('A new password was set.')
      expect(text).toContain('Ada Novak did this.')
      expect(text).not.toContain(OWLS)
    }
    // Whoever has the old mailbox does not learn the new address.
    expect(letters[0]?.text).not.toContain('c@fieldpost.example')
  })
})

test('a reset link is sent instead, and the answer does not say whether', async () => {
  const answer = { status: 200, body: { message: messages.resetSentTo } }
  expect(await server.post('mia', `${users}/${CORA}/reset`, undefined)).toMatchObject(answer)
  await vi.waitFor(() => expect(letters.length).toBe(1), 20_000)
  expect(letters[0]).toMatchObject({ to: 'cora@fieldpost.example', subject: 'Set a new password for Fieldpost' })
  expect(await login('cora', DEMO)).toBe(200)
  // Luis is inactive; three an hour are sent to one account; strangers are not found.
  expect(await server.post('mia', `${users}/39/reset`, undefined)).toMatchObject(answer)
  for (let n = 0; n < 4; n++)
    expect(await server.post('mia', `${users}/${CORA}/reset`, undefined)).toMatchObject(answer)
  await vi.waitFor(() => expect(letters.length).toBe(3), 20_000)
  await server.post('mia', `${users}/${PETE}/reset`, undefined)
  await vi.waitFor(() => expect(letters.at(-1)?.to).toBe('pete@fieldpost.example'), 20_000)
  expect(letters.map(({ to }) => to.split('@')[0])).toEqual(['cora', 'cora', 'cora', 'pete'])
  expect((await server.post('mia', `${users}/999/reset`, undefined)).status).toBe(404)
  expect((await server.post('pete', `${users}/${CORA}/reset`, undefined)).status).toBe(403)
})

test('a name in a letter is one line, whatever somebody calls themselves', async () => {
  const fullName = 'Mia\n\nYour account is closed: https://evil.example'
  expect((await server.patch('ada', users, { id: MIA, fullName })).status).toBe(422)
  // It may stand there from before such names were refused.
  const { mia } = await server.store.read({ reads: { mia: one('users', MIA) } })
  await server.store.transact({ reads: {} }, () => ({ changes: [put('users', { ...must(mia), fullName })], value: 0 }))
  await server.patch('mia', users, { id: PETE, roles: 'AD' })
  expect(letters.at(-1)?.text).toContain('Mia Your account is closed: https://evil.example did this.')
})

describe('a session that somebody else has got hold of', () => {
  const change = (token: string, body: object, more: Record<string, string> = {}) =>
    send(users, { id: PETE, ...body }, { authorization: `Bearer ${token}`, ...more })
  const wrong = [{ field: 'currentPassword', message: messages.wrongPassword }]

  test('does not change password or address without the present password; a name it does', async () => {
    const token = await server.signIn('pete')
    for (const body of [{ password: OWLS }, { email: 'mine@fieldpost.example' }]) {
      const missing = await change(token, body)
      expect([missing.status, missing.body.errors]).toEqual([
        422,
        [{ field: 'currentPassword', message: messages.currentPassword }],
      ])
      for (const currentPassword of ['not-the-password', OWLS]) {
        server.clock.advance(15 * 60_000)
        const { status, body: told } = await change(token, { ...body, currentPassword })
        expect([status, told.errors]).toEqual([422, wrong])
      }
      for (const currentPassword of [{}, 5, true, ['fieldpost-demo'], null, '']) {
        server.clock.advance(15 * 60_000)
        expect((await change(token, { ...body, currentPassword })).status).toBe(422)
      }
    }
    expect((await change(token, { fullName: 'Peter Okafor', email: 'PETE@fieldpost.example' })).status).toBe(200)
    expect([await login('pete', DEMO), letters]).toEqual([200, []])
  })

  test('guesses five times, then waits longer each time; the owner signs in meanwhile', async () => {
    const token = await server.signIn('pete')
    const guess = (currentPassword = 'not-the-password') => change(token, { password: OWLS, currentPassword })
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422)
    expect((await guess(DEMO)).status).toBe(429)
    expect(await login('pete', DEMO)).toBe(200)
    server.clock.advance(5_000)
    expect((await guess()).status).toBe(422)
    expect((await guess(DEMO)).body.message).toBe('Too many attempts. Try again in 10 seconds.')
    server.clock.advance(10_000)
    expect((await guess(DEMO)).status).toBe(200)
    expect(await login('pete', OWLS)).toBe(200)
  })

  test('a hundred guesses at once are five', async () => {
    const token = await server.signIn('pete')
    const before = await credentialOf(PETE)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => change(token, { password: OWLS, currentPassword: `guess ${n}` })),
    )
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((one) => one === 422).length, statuses.filter((one) => one === 429).length]).toEqual([
      5, 95,
    ])
    expect(await credentialOf(PETE)).toEqual(before)
  })

  test('and its owner act at once: one password is set, with the present one', async () => {
    const token = await server.signIn('pete')
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        change(token, { password: `brown owls, all ${n} of them`, currentPassword: DEMO }),
      ),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await login('pete', `brown owls, all ${winner} of them`)).toBe(200)
  })

  test('a change that is sent again with its Idempotency-Key is answered as it was', async () => {
    const token = await server.signIn('pete')
    const again = () => change(token, { password: OWLS, currentPassword: DEMO }, { 'idempotency-key': 'one' })
    expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    expect(letters.length).toBe(1)
  })

  test('the owner changes both, stays signed in here, is signed out elsewhere, and both addresses get a letter', async () => {
    const [here, there] = [await server.signIn('pete'), await server.signIn('pete')]
    const both = { password: OWLS, email: 'pete.o@fieldpost.example', currentPassword: DEMO }
    expect((await change(here, both)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect([await login('pete.o', OWLS), await login('pete.o', DEMO)]).toEqual([200, 401])
    expect(letters.map(({ to }) => to)).toEqual(['pete@fieldpost.example', 'pete.o@fieldpost.example'])
    expect(letters[0]?.text).toContain('own password')
    const elsewhere = await server.signIn('pete.o@fieldpost.example')
    await change(here, { email: 'pete@fieldpost.example', currentPassword: OWLS })
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
  })

  test('what was typed is in no diary, no letter and no row', async () => {
    const token = await server.signIn('pete')
    await change(token, { password: OWLS, currentPassword: 'not-the-password' })
    await change(token, { password: OWLS, currentPassword: DEMO })
    const { calls, attempts } = await server.store.read({
      reads: { calls: many('calls', {}), attempts: many('attempts', {}) },
    })
    expect(calls).toMatchObject([{ name: 'saveUser', input: { id: PETE, password: true, proven: true } }])
    for (const secret of [OWLS, DEMO, 'not-the-password'])
      expect(JSON.stringify([calls, attempts, letters])).not.toContain(secret)
  })
})

describe('what another changes ends the sessions of whom it is about (C-021)', () => {
  test.each<[string, string, object, boolean]>([
    ['a role', 'mia', { roles: 'PO;Analyst' }, true],
    ['the password', 'ada', { password: OWLS }, true],
    ['the address', 'ada', { email: 'p@fieldpost.example' }, true],
    ['the whole account', 'mia', { active: false }, true],
    ['the name', 'mia', { fullName: 'Peter Okafor' }, false],
    ['the team', 'mia', { teamId: 2 }, false],
    ['the roles that they had', 'mia', { roles: 'Program Officer' }, false],
  ])('%s', async (_, who, body, isOver) => {
    const [token, other] = [await server.signIn('pete'), await server.signIn('cora')]
    expect((await server.patch(who, users, { id: PETE, ...body })).status).toBe(200)
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([!isOver, true])
  })

  test('roles that change leave an invitation alive', async () => {
    const person = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }
    const { id } = (await server.post('mia', `${users}?invite=true`, person)).body
    const token = tokenIn(letters[0]?.text ?? '')
    await server.patch('mia', users, { id, roles: 'PO' })
    expect((await send('login/accept', { token, password: OWLS })).status).toBe(200)
  })
})

test('blanks and one character are no password, on every way to one', async () => {
  const bad = ['        ', '\u00a0\u2003\u200b\u200b\t\n', 'zzzzzzzz', 'z z z z z Z', '😀😀😀😀']
  const person = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }
  await asked('cora@fieldpost.example')
  const token = tokenIn(letters[0]?.text ?? '')
  const empty = await restServer({ seed: 'none' })
  const admin = { fullName: 'Ada Novak', email: 'ada@fieldpost.example' }
  const first = await firstAdminToken(empty.server)
  const sendFirst = async (password: string) => {
    const body = JSON.stringify({ ...admin, token: first, password })
    const answer = await empty.fetch('/api/login/first', {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  for (const password of bad) {
    const said = [
      await server.post('mia', users, { ...person, password }),
      await server.patch('ada', users, { id: PETE, password }),
      await server.patch('pete', users, { id: PETE, password, currentPassword: DEMO }),
      await send('login/accept', { token, password }),
      await sendFirst(password),
    ]
    for (const { status, body } of said)
      expect([status, ((body.errors ?? []) as { field: string }[]).map(({ field }) => field)], password).toEqual([
        422,
        ['password'],
      ])
    await expect(createAdmin(empty.server, { ...admin, password }, empty.passwords)).rejects.toThrow('too easy')
  }
  expect((await sendFirst(OWLS)).status).toBe(200)
  expect(await login('cora', DEMO)).toBe(200)
  await empty.close()
})
