import { describe, expect, test } from 'vitest'
import { aUser, people } from '../testing/samples.ts'
import { passwordProblem } from './passwords.ts'
import { dashboardAfter, rolesAfter, userAbilities } from './users.ts'

const { ana, mia, fin, ada } = people

test.each([
  ['Analyst;Manager', 'AD;COR', '', mia, 'AD;COR'],
  ['Analyst', 'associate director; Contracting Officer (COR);', '', mia, 'AD;COR'],
  ['Analyst;Finance', 'PO', '', mia, 'PO;Finance'],
  ['Client;Analyst', '', '', mia, 'Client'],
  ['Admin', 'Manager', '', ada, 'Manager;Admin'],
  ['Admin;Analyst', 'Analyst', 'admin', ada, 'Analyst'],
  ['', 'Finance;Analyst', '', ada, 'Analyst;Finance'],
  ['Wizard;Analyst', 'Analyst;Wizard', '', mia, 'Analyst;Wizard'],
  ['', 'analyst;Analyst;;', '', mia, 'Analyst'],
])('%j, asked for %j without %j, becomes %5$j', (before, asked, revoked, actor, roles) => {
  expect(rolesAfter(before, asked, revoked, actor)).toEqual({ roles, forbidden: [], unknown: [] })
})

test('only an Admin gives or takes what the form does not show, and nobody what does not exist', () => {
  expect(rolesAfter('Analyst', 'Admin;Finance', '', mia).forbidden).toEqual(['Admin', 'Finance'])
  expect(rolesAfter('Analyst', 'Client', '', mia).forbidden).toEqual(['Client'])
  expect(rolesAfter('Finance', 'Analyst', 'Finance', mia).forbidden).toEqual(['Finance'])
  expect(rolesAfter('Analyst', 'Admin;client', '', ada)).toMatchObject({
    forbidden: [],
    unknown: [],
    roles: 'Admin;Client',
  })
  expect(rolesAfter('Analyst', 'Wizard', '', ada).unknown).toEqual(['Wizard'])
})

describe('what one may do with an account', () => {
  const all = { edit: true, editSignIn: true, editTeam: true, editRoles: true, editActive: true, invite: true }
  const none = { edit: false, editSignIn: false, editTeam: false, editRoles: false, editActive: false, invite: false }
  const own = { ...none, edit: true, editSignIn: true }
  const form = { ...all, editSignIn: false, invite: false }
  const everything = aUser({ roles: 'Manager;AD;COR;PO;Analyst' })
  test.each([
    ['an Admin, another Admin', ada, aUser({ roles: 'Admin' }), all, true],
    ['an Admin, themselves', ada, ada, { ...all, editActive: false, invite: false }, true],
    ['an Admin, somebody with roles of which they have none', ada, everything, all, true],
    ['a Manager, somebody (C-021)', mia, ana, form, false],
    ['a Manager, another Manager', mia, aUser({ roles: 'Manager' }), form, false],
    ['a Manager with all roles, somebody with one of them', everything, ana, form, false],
    ['a Manager, a new account', mia, undefined, all, false],
    ['a Manager, an Admin', mia, ada, none, false],
    ['a Manager, themselves (C-100)', mia, mia, own, false],
    ['an analyst, themselves', ana, ana, own, false],
    ['an analyst, another', ana, mia, none, false],
    ['an analyst, a new account', ana, undefined, none, false],
    ['finance, another', fin, ana, none, false],
  ])('%s', (_, actor, target, may, grant) => {
    expect(userAbilities(actor, target)).toEqual({ ...may, grant })
  })
})

test.each([
  ['Manager', '', 'manager'],
  ['AD', 'manager', 'operations'],
  ['PO', 'team', 'team'],
  ['Admin', 'team', 'team'],
  ['Finance', 'manager', ''],
])('%s with the stored dashboard %j starts at %j (C-019)', (roles, dashboard, expected) => {
  expect(dashboardAfter({ roles, dashboard })).toBe(expected)
})

test.each([
  ['12345', 'Password must be at least 6 characters'],
  ['Password1', 'This password is too common. Please choose another one.'],
  [' qwerty ', 'This password is too common. Please choose another one.'],
  ['aaaaaaaaaa', 'A password of blanks or of one character is too easy. Please choose another one.'],
  ['      ', 'A password of blanks or of one character is too easy. Please choose another one.'],
  ['\u00a0\u2003\t\n\r \u3000', 'A password of blanks or of one character is too easy. Please choose another one.'],
  [
    '\u200b\u200b\u200b\u2060\ufeff\u0000',
    'A password of blanks or of one character is too easy. Please choose another one.',
  ],
  ['  a A   a ', 'A password of blanks or of one character is too easy. Please choose another one.'],
  ['😀😀😀😀', 'A password of blanks or of one character is too easy. Please choose another one.'],
  ['§§§§§§§§', 'A password of blanks or of one character is too easy. Please choose another one.'],
  ['x'.repeat(100) + 'y'.repeat(101), 'Password must be at most 200 characters'],
  ['seven brown owls', null],
  ['fieldpost-demo', null],
  ['Fieldpost2026!', 'This password is too common. Please choose another one.'],
  ['Summer2026', 'This password is too common. Please choose another one.'],
  ['pete.o', 'A name or an e-mail address is not a password. Please choose another one.'],
  ['Okafor-1984', 'A name or an e-mail address is not a password. Please choose another one.'],
  ['pete.o@fieldpost.example', 'A name or an e-mail address is not a password. Please choose another one.'],
  ['pete owns seven owls', null],
])('a new password %j: %j', (password, problem) => {
  expect(passwordProblem(password, { passwordMinLength: 6 }, pete)).toBe(problem)
})
const pete = { email: 'pete.o@fieldpost.example', fullName: 'Pete Okafor' }

test('an organisation may ask for more characters', () => {
  expect(passwordProblem('brown owls', { passwordMinLength: 12 }, pete)).toBe('Password must be at least 12 characters')
})
