import { describe, expect, test } from 'vitest'
import * as messages from '../model/messages.ts'
import type { User } from '../model/reference.ts'
import { aUser, carryOut, contextOf, NOW, people, withReferences } from '../testing/samples.ts'
import { saveUser } from './users.ts'

const { ana, mia, pete, fin, ada } = people
const made = 1_000_017
const rows = withReferences()
const aNewUser = {
  id: made,
  isNew: true,
  fullName: ' Nora Quill ',
  email: 'Nora@Fieldpost.example',
  roles: 'Analyst',
  password: true,
}

const save = (input: object, user: User = mia, before = rows) =>
  carryOut(saveUser, input as never, before, contextOf(user))
const after = (input: object, user: User = mia, before = rows) =>
  save(input, user, before).rows.users.find((row) => row.id === (input as { id: number }).id)

describe('a new account', () => {
  test('has the address in small letters, and the dashboard of its roles', () => {
    expect(after({ ...aNewUser, roles: 'program officer', teamId: 3 })).toEqual({
      id: made,
      fullName: 'Nora Quill',
      email: 'nora@fieldpost.example',
      roles: 'PO',
      teamId: 3,
      dashboard: 'team',
      letters: 'all',
      zone: '',
      active: true,
      createDate: NOW,
      createdById: mia.id,
      modifiedDate: NOW,
      modifiedById: mia.id,
    })
  })

  test.each([
    ['fullName', 'ab', 'Full name is required'],
    ['fullName', undefined, 'Full name is required'],
    ['email', 'nora', 'Email is required'],
    ['email', undefined, 'Email is required'],
    ['roles', '', 'Roles are required'],
    ['roles', ' ; ', 'Roles are required'],
    ['roles', undefined, 'Roles are required'],
    ['roles', 'Wizard', 'There is no role Wizard'],
    ['password', undefined, 'Password must be at least 6 characters'],
    ['teamId', 77, 'Please select a team'],
  ])('with %s = %j is refused', (field, value, message) => {
    expect(save({ ...aNewUser, [field]: value }).decision).toEqual({ refused: 'invalid', errors: [{ field, message }] })
  })

  test('that is invited chooses its password itself', () => {
    expect(save({ ...aNewUser, password: undefined, invited: true }).decision).toHaveProperty('changes')
  })

  test('needs an address that nobody has, whatever the case (C-105)', () => {
    expect(save({ ...aNewUser, email: `USER${pete.id}@fieldpost.example` }).decision).toEqual({
      refused: 'duplicate',
      errors: [{ field: 'email', message: 'There is already an account with this address' }],
    })
    expect(save({ id: pete.id, email: pete.email.toUpperCase() }).decision).toEqual({ nothing: 'already' })
  })

  test('is made by Managers and Admins alone', () => {
    for (const user of [ana, pete, fin]) expect(save(aNewUser, user).decision).toEqual({ refused: 'not-allowed' })
    expect(save({ ...aNewUser, id: pete.id }).decision).toEqual({ refused: 'duplicate' })
  })

  test('becomes Admin or Finance by an Admin alone (C-020)', () => {
    expect(save({ ...aNewUser, roles: 'Admin;Finance' }).decision).toEqual({
      refused: 'not-allowed',
      message: 'Only an Admin can give or take Admin, Finance.',
    })
    expect(after({ ...aNewUser, roles: 'Admin' }, ada)).toMatchObject({ roles: 'Admin', dashboard: 'manager' })
  })
})

describe('one’s own account (C-100)', () => {
  test('name, address and password are one’s own to change, the last two with the present password', () => {
    const asked = { id: pete.id, fullName: 'Peter Okafor', email: 'p@x.example' }
    expect(after({ ...asked, password: true, proven: true }, pete)).toEqual({
      ...pete,
      ...asked,
      modifiedDate: NOW,
      modifiedById: pete.id,
    })
  })

  test.each([{ email: 'p@x.example' }, { password: true }, { password: true, fullName: 'Peter Okafor' }])(
    '%j needs it, whoever one is',
    (fields) => {
      const errors = [{ field: 'currentPassword', message: messages.currentPassword }]
      for (const user of [pete, mia, ada]) {
        expect(save({ id: user.id, ...fields }, user).decision).toEqual({ refused: 'invalid', errors })
        expect(save({ id: user.id, ...fields, proven: true }, user).decision).toHaveProperty('changes')
      }
    },
  )

  test('a name needs no password, nor does an address that is written otherwise', () => {
    for (const user of [pete, mia, ada])
      expect(after({ id: user.id, fullName: 'Other Name', email: user.email.toUpperCase() }, user)).toMatchObject({
        fullName: 'Other Name',
        email: user.email,
      })
  })

  test.each([{ roles: 'PO;Manager' }, { teamId: 2 }, { active: false }, { invited: true }, { revoked: 'PO' }])(
    '%j is not, not even for a Manager',
    (fields) => {
      expect(save({ id: pete.id, ...fields }, pete).decision).toEqual({ refused: 'not-allowed' })
      expect(save({ id: mia.id, ...fields }, mia).decision).toEqual({ refused: 'not-allowed' })
    },
  )

  test('saying what is already so is no change', () => {
    expect(save({ id: pete.id, roles: 'PO', teamId: 3, active: true }, pete).decision).toEqual({ nothing: 'already' })
  })

  test('a password alone is a change, because it is not in the row', () => {
    expect(save({ id: pete.id, password: true, proven: true }, pete).decision).toHaveProperty('changes')
  })
})

describe('another’s account', () => {
  test('a Manager changes all of it, and what the form does not show stays', () => {
    expect(after({ id: fin.id, roles: 'Analyst', teamId: 2, active: false })).toMatchObject({
      roles: 'Analyst;Finance',
      teamId: 2,
      active: false,
      dashboard: 'manager',
    })
  })

  test.each([{ password: true }, { email: 'mine@x.example' }, { invited: true }, { roles: 'AD', password: true }])(
    '%j is for an Admin alone, whatever roles a Manager has (C-021)',
    (fields) => {
      const all = aUser({ id: 21, roles: 'Manager;AD;COR;PO;Analyst' })
      const alike = aUser({ id: 22, fullName: 'Alike', roles: 'Manager' })
      const before = withReferences({ users: [...Object.values(people), all, alike] })
      for (const id of [pete.id, alike.id])
        for (const user of [mia, all])
          expect(save({ id, proven: true, ...fields }, user, before).decision).toEqual({
            refused: 'not-allowed',
            message: messages.othersSignIn,
          })
      expect(save({ id: alike.id, ...fields }, ada, before).decision).toHaveProperty('changes')
    },
  )

  test('can be sent back whole by a Manager: an address that does not change is none that is set (C-101)', () => {
    expect(after({ id: pete.id, fullName: 'Peter Okafor', email: pete.email, roles: 'PO;AD' })).toMatchObject({
      fullName: 'Peter Okafor',
      roles: 'PO;AD',
    })
  })

  test('of an Admin is an Admin’s to change, the password too (C-021)', () => {
    const message = 'Only an Admin can change the account of an Admin.'
    for (const fields of [{ fullName: 'Ada N.' }, { password: true }, { active: false }, { invited: true }])
      expect(save({ id: ada.id, ...fields }).decision).toEqual({ refused: 'not-allowed', message })
    const other = aUser({ id: 20, fullName: 'Adele', roles: 'Admin' })
    const two = withReferences({ users: [...Object.values(people), other] })
    expect(after({ id: ada.id, roles: 'Manager', password: true }, other, two)).toMatchObject({
      roles: 'Manager;Admin',
    })
  })

  test('the last active Admin stays one', () => {
    const other = aUser({ id: 20, fullName: 'Adele', roles: 'Admin' })
    const two = withReferences({ users: [...Object.values(people), other] })
    const last = withReferences({ users: [...Object.values(people), { ...other, active: false }] })
    expect(after({ id: other.id, active: false }, ada, two)?.active).toBe(false)
    expect(after({ id: ada.id, roles: 'Manager', revoked: 'Admin' }, ada, two)?.roles).toBe('Manager')
    expect(save({ id: ada.id, roles: 'Manager', revoked: 'Admin' }, ada, last).decision).toEqual({
      refused: 'not-allowed',
      message: 'The last active Admin stays one.',
    })
    expect(save({ id: ada.id, revoked: 'Admin' }, ada, two).decision).toMatchObject({ refused: 'invalid' })
  })

  test('is nobody’s else, and whether it exists is not told', () => {
    for (const id of [mia.id, 999])
      expect(save({ id, fullName: 'Other Name' }, ana).decision).toEqual({ refused: 'not-allowed' })
    expect(save({ id: 999, fullName: 'Other Name' }).decision).toEqual({ refused: 'not-found' })
  })
})
