import { describe, expect, test } from 'vitest'
import { can, canSeeDashboard, hasRole, homePathOf, isGovernment, rolesOf, type Capability } from './access.ts'

describe('roles are read from a list with semicolons (C.4)', () => {
  test.each([
    ['Analyst;Manager;AD;COR;PO;Admin;Finance', ['AD', 'Admin', 'Analyst', 'COR', 'Finance', 'Manager', 'PO']],
    ['analyst', ['Analyst']],
    ['ANALYST; cor', ['Analyst', 'COR']],
    ['ad;AD;Ad', ['AD']],
    [' ; ;;Manager;', ['Manager']],
    ['Associate Director', ['AD']],
    ['contracting officer;PROGRAM OFFICER', ['COR', 'PO']],
    ['Contracting Officer (COR)', ['COR']],
    ['', []],
    [';', []],
    ['Client;Operations;Team-lead;Director', []],
    ['Manager,COR', []],
    ['Administrator', []],
    ['Managers', []],
    ['constructor;toString;__proto__', []],
  ])('%j gives %j', (roles, expected) => {
    expect([...rolesOf({ roles })].sort()).toEqual(expected)
  })
})

test('one role of several is enough, and none of them is not', () => {
  expect(hasRole({ roles: 'PO;Finance' }, 'Admin', 'Finance')).toBe(true)
  expect(hasRole({ roles: 'PO;Finance' }, 'Admin', 'Manager')).toBe(false)
  expect(hasRole({ roles: 'Admin' })).toBe(false)
})

describe('what each role opens is the matrix of C.4', () => {
  const columns = ['Admin', 'Manager', 'Analyst', 'Finance', 'AD', 'COR', 'PO', 'Client', 'Director'] as const
  const matrix: [Capability, string][] = [
    ['managerDashboard', '✔ ✔ ✔ · · · · · ·'],
    ['operationsDashboard', '✔ · · · ✔ ✔ · · ·'],
    ['teamDashboard', '✔ · · · · · ✔ · ·'],
    ['startRequestButton', '✔ ✔ ✔ · ✔ ✔ ✔ · ·'],
    ['draftsButton', '· · · · ✔ ✔ ✔ · ·'],
    ['seeResources', '✔ ✔ · ✔ · · · · ·'],
    ['writeResources', '✔ ✔ · · · · · · ·'],
    ['writeFunding', '✔ ✔ · ✔ · · · · ·'],
    ['grantAdmin', '✔ · · · · · · · ·'],
    ['endSessions', '✔ · · · · · · · ·'],
  ]
  test.each(matrix)('%s: %s', (capability, expected) => {
    expect(columns.map((roles) => (can({ roles }, capability) ? '✔' : '·')).join(' ')).toBe(expected)
  })

  test('somebody with two roles has what either opens', () => {
    const both = { roles: 'PO;Finance' }
    expect(can(both, 'teamDashboard') && can(both, 'writeFunding')).toBe(true)
    expect(can(both, 'managerDashboard')).toBe(false)
  })
})

test.each([
  ['manager', 'Admin Manager Analyst'],
  ['operations', 'Admin AD COR'],
  ['team', 'Admin PO'],
] as const)('the %s dashboard opens for %s alone', (name, expected) => {
  const roles = ['Admin', 'Manager', 'Analyst', 'Finance', 'AD', 'COR', 'PO', 'Client']
  expect(roles.filter((role) => canSeeDashboard({ roles: role }, name)).join(' ')).toBe(expected)
})

describe('a person starts from the stored dashboard when allowed, else by role (C-019)', () => {
  test.each([
    ['Analyst', '', '/dashboard/manager'],
    ['Manager', '', '/dashboard/manager'],
    ['Admin', '', '/dashboard/manager'],
    ['AD', '', '/dashboard/operations'],
    ['COR', '', '/dashboard/operations'],
    ['PO', '', '/dashboard/team'],
    ['Finance', '', '/find'],
    ['Client', '', '/find'],
    ['', '', '/find'],
    ['Admin', 'team', '/dashboard/team'],
    ['Admin', 'operations', '/dashboard/operations'],
    ['PO;COR', '', '/dashboard/operations'],
    ['PO;COR', 'team', '/dashboard/team'],
    ['COR;Manager', 'operations', '/dashboard/operations'],
    ['COR', 'manager', '/dashboard/operations'],
    ['Finance', 'manager', '/find'],
    ['PO', 'elsewhere', '/dashboard/team'],
    ['PO', 'toString', '/dashboard/team'],
    ['PO', '__proto__', '/dashboard/team'],
  ])('roles %j with %j stored: %s', (roles, dashboard, path) => {
    expect(homePathOf({ roles, dashboard })).toBe(path)
  })
})

test('the government side is AD, COR, PO and Client', () => {
  const who = ['AD', 'contracting officer', 'po', ' client ', 'Director', 'Analyst', '']
  expect(who.map((roles) => isGovernment({ roles }))).toEqual([true, true, true, true, false, false, false])
})
