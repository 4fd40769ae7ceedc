import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { everyRole, restServer, roleNames, type RestServer, type RoleName } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => void (server = await restServer()))
afterEach(() => server.close())

const form = {
  id: 0,
  fullName: 'Nora Quill',
  email: 'nora@fieldpost.example',
  roles: ['Analyst', 'Program Officer'],
  teamId: '3',
  password: 'seven brown owls',
  active: true,
}
const json = { 'content-type': 'application/json' }
const login = async (email: string, password: string) =>
  (await server.fetch('/api/login', { method: 'POST', body: JSON.stringify({ email, password }), headers: json }))
    .status
const accept = async (token: string, password: string) => {
  const answer = await server.fetch('/api/login/accept', {
    method: 'POST',
    body: JSON.stringify({ token, password }),
    headers: json,
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string; message: string } }
}
const isSignedIn = async (token: string) =>
  (await server.fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })).status === 200
const tokenIn = (body: object): string =>
  (body as { invitation: { link: string } }).invitation.link.replace('/reset#token=', '')

describe('accounts', () => {
  test('are made with a password and can sign in at once', async () => {
    const made = await server.post('mia', 'resources/users', form)
    expect([made.status, made.body]).toMatchObject([
      200,
      { fullName: 'Nora Quill', roles: 'Analyst;PO', teamId: 3, team: 'Banking', dashboard: 'manager', active: true },
    ])
    expect(JSON.stringify(made.body)).not.toContain('owls')
    expect(await login('NORA@fieldpost.example', form.password)).toBe(200)
    expect((await server.get('mia', 'resources/users?page=2')).body).toMatchObject({ pageNumber: 2, totalItems: 41 })
  })

  test('say everything that is missing, the password too', async () => {
    const empty = await server.post('mia', 'resources/users', {
      fullName: 'ab',
      email: 'x',
      roles: 'Analyst',
      password: '123',
    })
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      [
        { field: 'fullName', message: 'Full name is required' },
        { field: 'email', message: 'Email is required' },
        { field: 'password', message: 'Password must be at least 6 characters' },
      ],
    ])
    const none = await server.post('mia', 'resources/users', {})
    expect((none.body.errors as { field: string }[]).map((error) => error.field)).toEqual([
      'fullName',
      'email',
      'roles',
      'password',
    ])
    const common = await server.post('mia', 'resources/users', { ...form, password: 'Password123' })
    expect(common.body.errors).toEqual([
      { field: 'password', message: 'This password is too common. Please choose another one.' },
    ])
    const twice = await server.post('mia', 'resources/users', { ...form, email: ' PETE@fieldpost.example ' })
    expect([twice.status, twice.body.errors]).toEqual([
      409,
      [{ field: 'email', message: 'There is already an account with this address' }],
    ])
  })

  test('the diary keeps that a password was set, and never which', async () => {
    await server.post('mia', 'resources/users', form)
    const { calls } = await server.store.read({ reads: { calls: many('calls', { name: 'saveUser' }) } })
    expect(calls).toMatchObject([{ userId: 2, verdict: 'applied', input: { password: true, email: form.email } }])
    expect(JSON.stringify(calls)).not.toContain('owls')
  })

  test('a refused save leaves no password behind', async () => {
    await server.post('mia', 'resources/users', { ...form, email: 'pete@fieldpost.example' })
    expect((await server.post('mia', 'resources/users', { id: 7, password: 'seven brown owls' })).status).toBe(403)
    expect((await server.post('pete', 'resources/users', { id: 1, password: 'seven brown owls' })).status).toBe(403)
    const { credentials } = await server.store.read({ reads: { credentials: many('credentials', {}) } })
    expect(credentials.length).toBe(40)
    expect(await login('ada@fieldpost.example', 'fieldpost-demo')).toBe(200)
    expect(await login('ana@fieldpost.example', 'fieldpost-demo')).toBe(200)
  })

  test('a repeat with the same Idempotency-Key makes one account', async () => {
    const send = () => server.as('mia', 'POST', 'resources/users?invite=true', form, { 'idempotency-key': 'nora' })
    const [first, second] = [await send(), await send()]
    expect(second.body.id).toBe(first.body.id)
  })

  test('a repeat tells the link anew, since the first answer may be lost, for as long and in place of the first', async () => {
    const send = () => server.as('mia', 'POST', 'resources/users?invite=true', form, { 'idempotency-key': 'nora' })
    const first = await send()
    server.clock.advance(3_600_000)
    const second = await send()
    expect(second.body.invitation).toMatchObject({ expires: (first.body.invitation as { expires: string }).expires })
    expect((await accept(tokenIn(first.body), 'seven brown owls')).status).toBe(404)
    expect((await accept(tokenIn(second.body), 'seven brown owls')).status).toBe(200)
    expect((await send()).body.invitation).toBeUndefined()
  })

  test('a repeat tells no link that somebody else made since, and none of an account that was closed', async () => {
    const send = () => server.as('mia', 'POST', 'resources/users?invite=true', form, { 'idempotency-key': 'nora' })
    const { id } = (await send()).body
    const theirs = tokenIn((await server.patch('ada', 'resources/users?invite=true', { id })).body)
    expect((await send()).body.invitation).toBeUndefined()
    expect((await accept(theirs, 'seven brown owls')).status).toBe(200)
    const other = { ...form, email: 'other@fieldpost.example' }
    const open = () => server.as('mia', 'POST', 'resources/users?invite=true', other, { 'idempotency-key': 'other' })
    await server.patch('mia', 'resources/users', { id: (await open()).body.id, active: false })
    expect((await open()).body.invitation).toBeUndefined()
  })

  test('nothing is kept of a password that comes under a key, so a repeat with another one is the same call', async () => {
    const send = (password: string) =>
      server.as('mia', 'POST', 'resources/users', { ...form, password }, { 'idempotency-key': 'nora' })
    const [first, second] = [await send('eight brown owls'), await send('seven brown owls')]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect(await login(form.email, 'eight brown owls')).toBe(200)
    expect(await login(form.email, 'seven brown owls')).toBe(401)
  })
})

describe('one’s own profile', () => {
  test('name, address and password change; roles, team and active are ignored (S24)', async () => {
    const { body } = await server.post('pete', 'resources/users', {
      id: 5,
      fullName: 'Peter Okafor',
      email: 'peter.o@fieldpost.example',
      roles: 'Admin',
      teamId: 2,
      active: false,
      password: '',
      currentPassword: 'fieldpost-demo',
    })
    expect(body).toMatchObject({
      fullName: 'Peter Okafor',
      email: 'peter.o@fieldpost.example',
      roles: 'PO',
      teamId: 3,
      active: true,
    })
    expect(await login('peter.o@fieldpost.example', 'fieldpost-demo')).toBe(200)
    expect((await server.post('pete', 'resources/users', { ...form, id: 0 })).status).toBe(403)
    expect((await server.get('pete', 'resources/users/5')).body.fullName).toBe('Peter Okafor')
    expect((await server.get('pete', 'resources/users/1')).status).toBe(403)
  })

  test('a new password ends the other sessions and keeps this one (C-099)', async () => {
    const [here, there] = [await server.signIn('pete'), await server.signIn('pete')]
    const save = (body: object) =>
      server.fetch('/api/resources/users', {
        method: 'PATCH',
        body: JSON.stringify({ id: 5, ...body }),
        headers: { ...json, authorization: `Bearer ${here}` },
      })
    await save({ fullName: 'Peter Okafor' })
    expect(await isSignedIn(there)).toBe(true)
    const password = { password: 'seven brown owls', currentPassword: 'fieldpost-demo' }
    expect((await save(password)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect(await login('pete@fieldpost.example', 'fieldpost-demo')).toBe(401)
    expect(await login('pete@fieldpost.example', 'seven brown owls')).toBe(200)
  })
})

describe('others', () => {
  test('who is deactivated is signed out at once, for good, and their drafts stay (C-102)', async () => {
    const token = await server.signIn('pete')
    const draft = { countryId: 1, teamId: 3, advisorId: 2, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2026-04-20' }
    const { id } = (await server.post('pete', 'requests/details', draft)).body
    expect((await server.patch('mia', 'resources/users', { id: 5, active: '0' })).body.active).toBe(false)
    expect(await isSignedIn(token)).toBe(false)
    await server.patch('mia', 'resources/users', { id: 5, active: 1 })
    expect(await isSignedIn(token)).toBe(false)
    const { requests } = await server.store.read({ reads: { requests: many('requests', {}) } })
    expect(requests.map((row) => row.id)).toEqual([id])
  })

  test('a lost role counts at the next request, which is a sign-in', async () => {
    expect((await server.get('mia', 'resources/teams?page=')).status).toBe(200)
    await server.patch('ada', 'resources/users', { id: 2, roles: 'Analyst' })
    expect((await server.get('mia', 'resources/teams?page=')).status).toBe(401)
    server.forget('mia')
    expect((await server.get('mia', 'resources/teams?page=')).status).toBe(403)
  })

  test('an Admin keeps Admin through the form, and the last one cannot be taken away (C-020)', async () => {
    const kept = await server.patch('ada', 'resources/users', { id: 7, roles: ['Manager'], active: false })
    expect(kept.body).toMatchObject({ roles: 'Manager;Admin', active: true })
    const last = await server.patch('ada', 'resources/users', { id: 7, revoked: ['Admin'] })
    expect([last.status, last.body.message]).toEqual([403, 'The last active Admin stays one.'])
  })

  test('a new password by an Admin ends all sessions of that person', async () => {
    const token = await server.signIn('pete')
    await server.patch('ada', 'resources/users', { id: 5, password: 'seven brown owls' })
    expect(await isSignedIn(token)).toBe(false)
  })
})

describe('what holds when people act at the same moment', () => {
  const admins = async () => {
    const { users } = await server.store.read({ reads: { users: many('users', { active: true }) } })
    return users.filter((row) => row.roles.split(';').includes('Admin')).map((row) => row.id)
  }
  const takeAdmin = (who: string, id: number) => server.patch(who, 'resources/users', { id, revoked: ['Admin'] })
  const deactivate = (who: string, id: number) => server.patch(who, 'resources/users', { id, active: false })

  test.each<[string, () => Promise<{ status: number }[]>]>([
    ['take the role from each other', () => Promise.all([takeAdmin('ada', 4), takeAdmin('cora', 7)])],
    ['give it up themselves', () => Promise.all([takeAdmin('ada', 7), takeAdmin('cora', 4)])],
    ['deactivate each other', () => Promise.all([deactivate('ada', 4), deactivate('cora', 7)])],
    ['one gives it up, one is deactivated', () => Promise.all([takeAdmin('ada', 7), deactivate('ada', 4)])],
  ])('two Admins %s: one stays (C-020)', async (_, act) => {
    await server.patch('ada', 'resources/users', { id: 4, roles: 'COR;Admin' })
    expect(await admins()).toEqual([4, 7])
    const answers = await act()
    expect((await admins()).length).toBe(1)
    expect(answers.map(({ status }) => status === 200).sort()).toEqual([false, true])
  })

  test('one address makes one account, however it is written (C-105)', async () => {
    const addresses = ['nora@fieldpost.example', 'NORA@fieldpost.example', 'Nora@Fieldpost.Example']
    const answers = await Promise.all(
      addresses.map((email) => server.post('mia', 'resources/users', { ...form, email })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const taken = await server.patch('pete', 'resources/users', {
      ...{ id: 5, email: 'ANA@fieldpost.example', currentPassword: 'fieldpost-demo' },
    })
    expect([taken.status, taken.body.code, taken.body.errors]).toEqual([
      409,
      'DUPLICATE',
      [{ field: 'email', message: 'There is already an account with this address' }],
    ])
  })
})

test('no name of a column that is added to a profile changes anything but name, address and password (C-100)', async () => {
  const before = (await server.get('pete', 'resources/users/5')).body
  const more = { roles: 'Admin', revoked: 'PO', teamId: 2, active: false, dashboard: 'manager', createDate: 'x' }
  for (const body of [
    { ...more },
    { ...more, modifiedDate: 'x', tokenHash: 'x', hash: 'x', invited: true, isNew: true },
  ])
    await server.patch('pete', 'resources/users?invite=true', { id: 5, fullName: 'Peter Okafor', ...body })
  const after = (await server.get('pete', 'resources/users/5')).body
  expect({ ...after, modifiedDate: '' }).toEqual({
    ...before,
    fullName: 'Peter Okafor',
    modifiedDate: '',
    modifiedById: 5,
  })
})

test('an organisation’s longer passwords and one’s own name count on every way to a password (C-099)', async () => {
  const strict = await restServer({ organisation: { passwordMinLength: 12 } })
  const save = async (body: object) => (await strict.patch('ada', 'resources/users', { id: 5, ...body })).body.errors
  expect(await save({ password: 'brown owls' })).toEqual([
    { field: 'password', message: 'Password must be at least 12 characters' },
  ])
  const name = [
    { field: 'password', message: 'A name or an e-mail address is not a password. Please choose another one.' },
  ]
  expect(await save({ password: 'pete@fieldpost.example' })).toEqual(name)
  expect(await save({ fullName: 'Petronella Ox', password: 'Petronella-1984' })).toEqual(name)
  expect(await save({ password: 'seven brown owls' })).toBeUndefined()
  await strict.close()
})

describe('invitations without mail (C-103)', () => {
  test('the link is told once, kept as a hash, works once, and signs nobody in', async () => {
    const { body } = await server.post('mia', 'resources/users?invite=true', { ...form, password: '' })
    const token = tokenIn(body)
    const { links } = await server.store.read({ reads: { links: many('links', {}) } })
    expect(links).toMatchObject([{ userId: body.id, purpose: 'invitation', used: false }])
    expect(JSON.stringify(links)).not.toContain(token)
    expect(JSON.stringify((await server.get('mia', `resources/users/${body.id}`)).body)).not.toContain('token')

    expect((await accept(token, 'short')).body.message).toBe('Password must be at least 6 characters')
    expect((await accept(token, '123456')).status).toBe(422)
    const accepted = await accept(token, 'seven brown owls')
    expect([accepted.status, accepted.body]).toEqual([200, { message: 'Your password is set. You can sign in now.' }])
    expect(await login(form.email, 'seven brown owls')).toBe(200)
    expect((await accept(token, 'eight brown owls')).status).toBe(404)
    expect(await login(form.email, 'eight brown owls')).toBe(401)
  })

  test('it is over after seven days, after another one, after deactivation, and for nonsense', async () => {
    const invite = async () => (await server.patch('ada', 'resources/users?invite=true', { id: 5 })).body
    const [first, second] = [tokenIn(await invite()), tokenIn(await invite())]
    expect((await accept(first, 'seven brown owls')).body).toMatchObject({
      code: 'LINK_OVER',
      message: 'This link is no longer valid. Please ask for a new one.',
    })
    server.clock.advance(7 * 24 * 3_600_000)
    expect((await accept(second, 'seven brown owls')).status).toBe(404)
    for (const token of ['', 'x', '\u0000', 'y'.repeat(300)])
      expect((await accept(token, 'seven brown owls')).status).toBe(404)
    for (const body of ['[]', 'null', '{"token":1}', '{"token":"a","password":"seven owls","roles":"Admin"}'])
      expect((await server.fetch('/api/login/accept', { method: 'POST', body, headers: json })).status).toBe(404)
  })

  test('deactivating uses it up, and two at once set one password', async () => {
    const invite = async () => tokenIn((await server.patch('ada', 'resources/users?invite=true', { id: 5 })).body)
    const token = await invite()
    await server.patch('mia', 'resources/users', { id: 5, active: false })
    await server.patch('mia', 'resources/users', { id: 5, active: true })
    expect((await accept(token, 'seven brown owls')).status).toBe(404)
    const again = await invite()
    const both = await Promise.all([accept(again, 'seven brown owls'), accept(again, 'eight brown owls')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('nobody invites an Admin but an Admin, and nobody themselves', async () => {
    expect((await server.patch('mia', 'resources/users?invite=true', { id: 7 })).status).toBe(403)
    expect((await server.patch('mia', 'resources/users?invite=true', { id: 2 })).body.invitation).toBeUndefined()
    expect((await server.patch('pete', 'resources/users?invite=true', { id: 5 })).body.invitation).toBeUndefined()
  })
})

const see: RoleName[] = ['Admin', 'Manager', 'Finance']
const write: RoleName[] = ['Admin', 'Manager']
const lines: [method: string, path: string, allowed: RoleName[], body?: object][] = [
  ['GET', 'resources/users?page=', see],
  ['GET', 'resources/users/8', see],
  ['GET', 'resources/users/999', see],
  ['POST', 'resources/users', write, { ...form, email: 'other@fieldpost.example' }],
  ['POST', 'resources/users?invite=true', write, { ...form, email: 'third@fieldpost.example', password: undefined }],
  ['PATCH', 'resources/users', write, { id: 8, fullName: 'Marcus H.' }],
  ['PATCH', 'resources/users', ['Admin'], { id: 8, password: 'seven brown owls' }],
  ['PATCH', 'resources/users', ['Admin'], { id: 8, email: 'pete@fieldpost.example' }],
  ['PATCH', 'resources/users?invite=true', ['Admin'], { id: 8 }],
  ['POST', 'resources/users/8/reset', write],
  ['POST', 'resources/users/999/reset', write],
  ['PUT', 'resources/users', write, { id: 999, active: false }],
  ['PATCH', 'resources/users', ['Admin'], { id: 7, fullName: 'Ada N.' }],
  ['PATCH', 'resources/users', ['Admin'], { id: 9, roles: 'AD;Admin' }],
]
test.each(lines)('%s %s is for %j (C.4)', async (method, path, allowed, body) => {
  const may: RoleName[] = []
  for (const role of roleNames)
    if ((await server.as(everyRole[role], method, path, body)).status !== 403) may.push(role)
  expect(may).toEqual(allowed)
})

describe('accounts out of a file', () => {
  const rows = [
    { fullName: 'Nora Quill', email: 'Nora@fieldpost.example', roles: 'Analyst', teamId: 3, twice: false },
    { fullName: 'Otis Reed', email: 'otis@fieldpost.example', roles: 'PO' },
    { fullName: 'Vera Gone', email: 'vera@fieldpost.example', roles: 'AD', active: false },
  ]

  test('are made together, each with a link of its own, told once where no mail goes out', async () => {
    const key = { 'idempotency-key': 'import-1' }
    const done = await server.as('mia', 'POST', 'resources/users/import', { rows }, key)
    expect([done.status, done.body.imported]).toEqual([200, 3])
    const invitations = done.body.invitations as { email: string; link: string }[]
    expect(invitations.map(({ email }) => email)).toEqual(['nora@fieldpost.example', 'otis@fieldpost.example'])
    const [nora, otis] = invitations.map(({ link }) => link.replace('/reset#token=', ''))
    expect((await accept(String(otis), 'seven brown owls')).status).toBe(200)
    expect(await login('otis@fieldpost.example', 'seven brown owls')).toBe(200)
    expect(await login('otis@fieldpost.example', 'eight brown owls')).toBe(401)

    const again = await server.as('mia', 'POST', 'resources/users/import', { rows }, key)
    expect([again.status, again.body]).toMatchObject([200, { imported: 3, invitations: [{ fullName: 'Nora Quill' }] }])
    expect((await accept(String(nora), 'eight brown owls')).status).toBe(404)
    const anew = String((again.body.invitations as { link: string }[])[0]?.link).replace('/reset#token=', '')
    expect((await accept(anew, 'eight brown owls')).status).toBe(200)
    expect((await server.as('mia', 'POST', 'resources/users/import', { rows }, key)).body).toEqual({ imported: 3 })
    const { users } = await server.store.read({ reads: { users: many('users', {}) } })
    expect(users.filter(({ email }) => rows.some((row) => row.email.toLowerCase() === email))).toHaveLength(3)
  })

  test('are not made at all when one of them is wrong, by who may not, or with a password', async () => {
    const before = await server.store.read({ reads: { users: many('users', {}), links: many('links', {}) } })
    const bring = (who: string, told: object[]) => server.as(who, 'POST', 'resources/users/import', { rows: told })
    const taken = await bring('mia', [...rows, { ...rows[1], fullName: 'Else', email: 'PETE@fieldpost.example' }])
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      [{ field: 'rows', message: 'Row 4: There is already an account with this address' }],
    ])
    expect((await bring('fin', rows)).status).toBe(403)
    expect((await bring('mia', [{ ...rows[0], roles: 'Admin' }])).status).toBe(422)
    expect((await bring('mia', [])).status).toBe(422)
    expect(await server.store.read({ reads: { users: many('users', {}), links: many('links', {}) } })).toEqual(before)
  })
})
