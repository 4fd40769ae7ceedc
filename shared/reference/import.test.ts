import { describe, expect, test } from 'vitest'
import * as messages from '../model/messages.ts'
import { aCountry, anAdvisor, ask, aTeam, carryOut, contextOf, people, withReferences } from '../testing/samples.ts'
import { advisorImport, importAdvisor } from './advisors.ts'
import { importUser, userImport } from '../commands/users.ts'
import { countryImport, importCountry } from './countries.ts'
import { importPoolCode, poolCodeImport } from './pool-codes.ts'

const made = 1_000_017
const rows = withReferences({
  countries: [aCountry({ id: 1, title: 'Kenya' })],
  advisors: [anAdvisor({ id: 1, name: 'Helen Ferris' })],
  teams: [aTeam({ id: 3, name: 'Banking' }), aTeam({ id: 4, name: 'Gone', active: false })],
})
const bring = (command: unknown, input: object, user = people.fin) =>
  carryOut(command as never, input as never, rows, contextOf(user))
const check = (query: unknown, told: object[]) =>
  ask(query as never, { rows: told } as never, rows, contextOf(people.mia))

describe('what is checked before it is imported', () => {
  test('each row has its own faults, as its form would say them, and knows those before it', () => {
    expect(check(countryImport, [{ title: 'Chad' }, { title: '' }, { title: ' kenya' }, { title: 'CHAD' }])).toEqual([
      { errors: [], isTwice: false },
      { errors: [{ field: 'title', message: messages.title }], isTwice: false },
      { errors: [{ field: 'title', message: 'There is already a country of this name' }], isTwice: false },
      { errors: [{ field: 'title', message: 'There is already a country of this name' }], isTwice: false },
    ])
  })

  test('where a name may come twice it is only said', () => {
    expect(check(advisorImport, [{ name: 'helen ferris' }, { name: 'Olu Bright', teamId: 3 }])).toEqual([
      { errors: [], isTwice: true },
      { errors: [], isTwice: false },
    ])
  })

  test('what is chosen is there and active', () => {
    const [gone, none] = check(advisorImport, [
      { name: 'Olu Bright', teamId: 4 },
      { name: 'Ben Able', teamId: 99 },
    ]) as { errors: { field: string }[] }[]
    expect([gone?.errors[0]?.field, none?.errors[0]?.field]).toEqual(['teamId', 'teamId'])
  })

  test('all faults of a row at once', () => {
    expect(check(poolCodeImport, [{ projectTypeId: 0, poolCode: 'B', shipNumber: 'x', funds: -1 }])).toEqual([
      {
        errors: [
          { field: 'projectTypeId', message: messages.projectType },
          { field: 'poolCode', message: messages.poolCodeText },
          { field: 'shipNumber', message: messages.ship },
          { field: 'funds', message: messages.funds },
        ],
        isTwice: false,
      },
    ])
  })
})

describe('an import', () => {
  const codes = [
    { id: made, projectTypeId: 1, poolCode: 'ZZ-1', shipNumber: 7, funds: 100 },
    { id: made + 1, projectTypeId: 1, poolCode: 'ZZ-2', shipNumber: 8, funds: 200, active: false },
  ]
  test('makes every row, by whoever may', () => {
    const { rows: after } = bring(importPoolCode, { rows: codes })
    expect(after.poolCodes.filter(({ id }) => id >= made)).toMatchObject([
      { poolCode: 'ZZ-1', shipNumber: 7, funds: 100, active: true, createdById: people.fin.id },
      { poolCode: 'ZZ-2', active: false },
    ])
    expect(bring(importPoolCode, { rows: codes }, people.ana).decision).toEqual({ refused: 'not-allowed' })
    expect(bring(importCountry, { rows: [{ id: made, title: 'Chad' }] }).decision).toEqual({ refused: 'not-allowed' })
  })

  test('makes none when one of them is wrong, and says which', () => {
    const twice = [...codes, { ...codes[0], id: made + 2 }]
    expect(bring(importPoolCode, { rows: twice }).decision).toEqual({
      refused: 'invalid',
      errors: [{ field: 'rows', message: 'Row 3: There is already a pool code of this name' }],
    })
    const input = { rows: [{ id: made, name: 'Olu Bright', teamId: 4 }] }
    expect(bring(importAdvisor, input, people.mia).decision).toMatchObject({ refused: 'invalid' })
  })

  test('takes 1 to 500 rows', () => {
    const many = Array.from({ length: 501 }, (_, at) => ({ id: made + at, name: `Advisor ${at}` }))
    for (const rows of [[], many])
      expect(bring(importAdvisor, { rows }, people.mia).decision).toMatchObject({
        errors: [{ field: 'rows', message: messages.importRows }],
      })
    expect(bring(importAdvisor, { rows: many.slice(1) }, people.mia).decision).toHaveProperty('changes.length', 500)
  })
})

describe('people out of a file', () => {
  const mails = people.ana.email
  const nora = { id: made, fullName: 'Nora Quill', email: 'Nora@fieldpost.example', roles: 'Analyst' }

  test('an address that somebody has, and one that stands in the file twice, is said at its cell', () => {
    const again = { ...nora, id: made + 1, fullName: 'Nora Other' }
    expect(
      check(userImport, [nora, again, { ...nora, email: mails.toUpperCase() }, { ...nora, email: 'x' }]),
    ).toMatchObject([
      { errors: [] },
      { errors: [{ field: 'email', message: 'There is already an account with this address' }] },
      { errors: [{ field: 'email', message: 'There is already an account with this address' }] },
      { errors: [{ field: 'email', message: 'Email is required' }] },
    ])
  })

  test('roles are those that whoever imports them may give', () => {
    expect(
      check(userImport, [
        { ...nora, roles: 'Finance' },
        { ...nora, roles: 'Wizard' },
        { ...nora, roles: '' },
      ]),
    ).toMatchObject([
      { errors: [{ field: 'roles', message: 'Only an Admin can give or take Finance.' }] },
      { errors: [{ field: 'roles', message: 'There is no role “Wizard”' }] },
      { errors: [{ field: 'roles', message: messages.roles }] },
    ])
    expect(bring(importUser, { rows: [{ ...nora, roles: 'Finance' }] }, people.mia).decision).toHaveProperty('refused')
    expect(bring(importUser, { rows: [{ ...nora, roles: 'Finance' }] }, people.ada).decision).toHaveProperty('changes')
    expect(bring(importUser, { rows: [nora] }, people.fin).decision).toEqual({ refused: 'not-allowed' })
  })
})

test('who brings names that somebody else has brought meanwhile is told which rows they are; who knows of it may', () => {
  const names = ['Helen Ferris', 'Olu Bright', 'helen ferris']
  const told = names.map((name, at) => ({ id: made + at, name }))
  expect(bring(importAdvisor, { rows: told }, people.mia).decision).toMatchObject({
    errors: [{ field: 'rows', message: 'Rows 1, 3: There is already an advisor of this name' }],
  })
  const known = told.map((row) => ({ ...row, twice: true }))
  expect(bring(importAdvisor, { rows: known }, people.mia).decision).toHaveProperty('changes.length', 3)
})
