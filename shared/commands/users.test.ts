import { describe, expect, test } from 'vitest'
import * as messages from '../model/messages.ts'
import type { User } from '../model/reference.ts'
import { aProjectIn, aUser, carryOut, contextOf, NOW, people, withReferences } from '../testing/samples.ts'
import { handOver, saveUser } from './users.ts'

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
      theme: 'system',
      density: 'comfortable',
      shortcuts: 'on',
      shortcutsOff: '',
      views: [],
      standsInFor: [],
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
    ['roles', 'Wizard', 'There is no role “Wizard”'],
    ['roles', 'Analyst;Wizard;Nothing', 'There is no role “Wizard”, “Nothing”'],
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
      errors: [{ field: 'roles', message: 'Only an Admin can give or take Admin, Finance.' }],
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

describe('handing over', () => {
  const theirs = { id: 42_000_001, assigneeId: ana.id }
  const work = withReferences({
    projects: [
      aProjectIn('progress', theirs),
      aProjectIn('interim', { id: 42_000_002, assigneeId: ana.id }),
      aProjectIn('completed', { id: 42_000_003, assigneeId: ana.id }),
      aProjectIn('progress', { id: 42_000_004, assigneeId: fin.id }),
      aProjectIn('progress', { id: 42_000_005, assigneeId: ana.id }),
    ],
  })
  const hand = (input: object, user: User = mia, before = work) =>
    carryOut(handOver, { userId: ana.id, assigneeId: pete.id, ...input } as never, before, contextOf(user))
  const chosen = [42_000_001, 42_000_002, 42_000_003, 42_000_004]

  test('moves what is open and theirs, and nothing that was not chosen, is closed or is another’s', () => {
    const { rows: then } = hand({ projectIds: chosen })
    expect(then.projects.map(({ id, assigneeId }) => [id - 42_000_000, assigneeId])).toEqual([
      [1, pete.id],
      [2, pete.id],
      [3, ana.id],
      [4, fin.id],
      [5, ana.id],
    ])
    expect(then.projects[0]).toMatchObject({ modifiedById: mia.id, modifiedDate: NOW })
  })

  test('is done once: a second time nothing of it is theirs any more', () => {
    expect(hand({ projectIds: chosen }, mia, hand({ projectIds: chosen }).rows).decision).toEqual({
      nothing: 'already',
    })
  })

  test('goes to somebody else who is active, and says so at the field', () => {
    const gone = aUser({ id: 91, active: false })
    const before = { ...work, users: [...(work.users ?? []), gone] }
    const faults = (input: object) => hand({ projectIds: chosen, ...input }, mia, before).decision
    expect(faults({ assigneeId: ana.id })).toMatchObject({ errors: [{ message: messages.handOverToOther }] })
    expect(faults({ assigneeId: gone.id })).toMatchObject({ errors: [{ field: 'assigneeId' }] })
    expect(faults({ assigneeId: 999 })).toMatchObject({ errors: [{ field: 'assigneeId' }] })
    expect(faults({ projectIds: [] })).toMatchObject({ errors: [{ field: 'projectIds', message: messages.handOver }] })
  })

  test('is for Managers and Admins, who may also be asked of somebody who is not there', () => {
    expect(hand({ projectIds: chosen }, ana).decision).toEqual({ refused: 'not-allowed' })
    expect(hand({ projectIds: chosen }, pete).decision).toEqual({ refused: 'not-allowed' })
    expect(hand({ projectIds: chosen, userId: 999 }).decision).toEqual({ refused: 'not-found' })
  })
})
