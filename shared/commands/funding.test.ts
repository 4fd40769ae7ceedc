import { describe, expect, test } from 'vitest'
import type { User } from '../model/reference.ts'
import {
  aPoolCode,
  aProject,
  aRequest,
  aUser,
  carryOut,
  contextOf,
  NOW,
  people,
  withReferences,
} from '../testing/samples.ts'
import { savePoolCode } from '../reference/pool-codes.ts'
import { savePoolType } from '../reference/pool-types.ts'

const { ana, mia, adam, cora, pete, fin, ada } = people
const made = 1_000_017
const rows = withReferences()
const aNewCode = { id: made, isNew: true, projectTypeId: 1, poolCode: ' BK-900 ', shipNumber: 14, funds: 5_000_000 }

const type = (input: object, user: User = fin) => carryOut(savePoolType, input as never, rows, contextOf(user))
const code = (input: object, before = rows, user: User = fin) =>
  carryOut(savePoolCode, input as never, before, contextOf(user))

describe.each([
  ['a type', (user: User) => type({ id: 1, name: 'Banking Aid' }, user)],
  ['a code', (user: User) => code({ id: 1, funds: 1 }, rows, user)],
] as const)('saving %s', (_, save) => {
  test.each([
    ['an administrator', ada, true],
    ['a manager', mia, true],
    ['finance', fin, true],
    ['an analyst', ana, false],
    ['an AD', adam, false],
    ['a COR', cora, false],
    ['a PO', pete, false],
    ['a director', aUser({ roles: 'Director' }), false],
  ])('by %s', (_, user, allowed) => {
    if (allowed) expect(save(user).decision).toHaveProperty('changes')
    else expect(save(user).decision).toEqual({ refused: 'not-allowed' })
  })
})

describe('a type', () => {
  test('is made for a team or for all', () => {
    expect(type({ id: made, isNew: true, name: ' Banking Grants ', teamId: 3 }).decision).toMatchObject({
      changes: [{ row: { id: made, name: 'Banking Grants', teamId: 3, active: true, createdById: fin.id } }],
    })
    expect(type({ id: made, isNew: true, name: 'Grants' }).decision).toMatchObject({
      changes: [{ row: { teamId: 0 } }],
    })
    expect(type({ id: 1, teamId: 77 }).decision).toMatchObject({ errors: [{ field: 'teamId' }] })
  })

  test('needs a name of three characters', () => {
    for (const name of ['ab', undefined])
      expect(type({ id: made, isNew: true, name }).decision).toEqual({
        refused: 'invalid',
        errors: [{ field: 'name', message: 'Name is required' }],
      })
  })
})

describe('a code', () => {
  test('is made with nothing spent', () => {
    expect(code(aNewCode).rows.poolCodes.find((row) => row.id === made)).toEqual({
      ...aPoolCode({ id: made, poolCode: 'BK-900', shipNumber: 14, funds: 5_000_000 }),
      createdById: fin.id,
      createDate: NOW,
      modifiedById: fin.id,
      modifiedDate: NOW,
    })
  })

  test.each([
    ['poolCode', 'AB', 'Pool Code is required'],
    ['poolCode', undefined, 'Pool Code is required'],
    ['shipNumber', undefined, 'Ship Number is required'],
    ['shipNumber', -1, 'Ship Number is required'],
    ['shipNumber', 1.5, 'Ship Number is required'],
    ['shipNumber', 'x', 'Ship Number is required'],
    ['funds', -1, 'Funds are required, 0 or more'],
    ['funds', undefined, 'Funds are required, 0 or more'],
    ['funds', 100_000_000_000_001, 'Please enter an amount of at most $1,000,000,000,000'],
    ['projectTypeId', 0, 'Please select a project'],
    ['projectTypeId', 99, 'Please select a project'],
    ['projectTypeId', undefined, 'Please select a project'],
  ])('with %s = %j is refused', (field, value, message) => {
    expect(code({ ...aNewCode, [field]: value }).decision).toEqual({ refused: 'invalid', errors: [{ field, message }] })
  })

  test('may have ship 0 and no funds', () => {
    expect(code({ ...aNewCode, shipNumber: 0, funds: 0 }).decision).toHaveProperty('changes')
  })

  test('is unique, whatever the case', () => {
    const error = {
      refused: 'duplicate',
      errors: [{ field: 'poolCode', message: 'There is already a pool code of this name' }],
    }
    expect(code({ ...aNewCode, poolCode: 'bk-100' }).decision).toEqual(error)
    expect(code({ id: 1, poolCode: ' rv-300 ' }).decision).toEqual(error)
  })

  test('keeps its running totals whatever is saved', () => {
    const spent = { actual: 300, estimated: 600, pending: 100 }
    const before = withReferences({ poolCodes: [aPoolCode(spent)] })
    expect(code({ id: 1, funds: 7, shipNumber: 9, active: false }, before).rows.poolCodes[0]).toMatchObject({
      ...spent,
      funds: 7,
      shipNumber: 9,
      active: false,
      modifiedById: fin.id,
    })
    expect(code({ id: 1, actual: 0 }).decision).toMatchObject({ refused: 'invalid' })
  })

  test.each([
    ['a tasking', { projects: [aProject()] }],
    ['a request', { requests: [aRequest()] }],
  ])('that %s uses keeps its text and its type, and may change otherwise', (_, use) => {
    const before = withReferences(use)
    const refused = {
      refused: 'closed',
      message: 'This pool code is in use and keeps its name and its type. Deactivate it and add another one.',
    }
    expect(code({ id: 1, poolCode: 'BK-101' }, before).decision).toEqual(refused)
    expect(code({ id: 1, projectTypeId: 2 }, before).decision).toEqual(refused)
    expect(code({ id: 1, poolCode: 'BK-100', projectTypeId: 1, shipNumber: 13 }, before).decision).toHaveProperty(
      'changes',
    )
    expect(code({ id: 2, poolCode: 'BK-201', projectTypeId: 2 }, before).decision).toHaveProperty('changes')
  })

  test('what is already so changes nothing; what is not there is refused', () => {
    expect(code({ id: 1, funds: 10_000_000 }).decision).toEqual({ nothing: 'already' })
    expect(code({ id: 99, funds: 1 }).decision).toEqual({ refused: 'not-found' })
    expect(code({ ...aNewCode, id: 1 }).decision).toEqual({ refused: 'duplicate' })
  })
})
