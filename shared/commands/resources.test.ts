import { describe, expect, test } from 'vitest'
import type { User } from '../model/reference.ts'
import { aUser, carryOut, contextOf, NOW, people, references, withReferences, type Rows } from '../testing/samples.ts'
import { saveAdvisor } from '../reference/advisors.ts'
import { saveCountry } from '../reference/countries.ts'
import { saveTeam } from '../reference/teams.ts'

const { ana, mia, adam, cora, pete, fin, ada } = people
const made = 1_000_017
const rows = withReferences()

const country = (input: object, user: User = mia, before: Rows = rows) =>
  carryOut(saveCountry, input as never, before, contextOf(user))
const advisor = (input: object, user: User = mia) => carryOut(saveAdvisor, input as never, rows, contextOf(user))
const team = (input: object, user: User = mia) => carryOut(saveTeam, input as never, rows, contextOf(user))

const verbs: [string, typeof team, object][] = [
  ['a country', country, { id: 1, title: 'Republic of Kenya' }],
  ['an advisor', advisor, { id: 1, name: 'Helen Ferris-Lane' }],
  ['a team', team, { id: 3, name: 'Banking and Finance' }],
]

describe.each(verbs)('saving %s', (_, save, input) => {
  test.each([
    ['an administrator', ada, true],
    ['a manager', mia, true],
    ['an analyst', ana, false],
    ['finance', fin, false],
    ['an AD', adam, false],
    ['a COR', cora, false],
    ['a PO', pete, false],
    ['a client', aUser({ roles: 'Client' }), false],
  ])('by %s', (_, user, allowed) => {
    const { decision } = save(input, user)
    if (allowed) expect(decision).toHaveProperty('changes')
    else expect(decision).toEqual({ refused: 'not-allowed' })
  })

  test('keeps who made it, and notes who changed it and when', () => {
    const { decision } = save(input)
    expect(decision).toMatchObject({
      changes: [{ row: { ...input, createdById: 0, modifiedById: mia.id, modifiedDate: NOW } }],
    })
  })

  test('what is already so changes nothing; what is not there is refused, and only to those who may', () => {
    const { id } = input as { id: number }
    expect(save({ id, active: true }).decision).toEqual({ nothing: 'already' })
    expect(save({ ...input, id: 999 }).decision).toEqual({ refused: 'not-found' })
    expect(save({ ...input, id: 999 }, ana).decision).toEqual({ refused: 'not-allowed' })
    expect(save({ ...input, isNew: true }).decision).toEqual({ refused: 'duplicate' })
  })

  test('is deactivated and activated by itself', () => {
    const { id } = input as { id: number }
    expect(save({ id, active: false }).decision).toMatchObject({ changes: [{ row: { id, active: false } }] })
  })
})

describe('what a new one needs', () => {
  test.each([
    ['a country', country, 'title', 'Title is required'],
    ['an advisor', advisor, 'name', 'Name is required'],
    ['a team', team, 'name', 'Name is required'],
  ] as [string, typeof team, string, string][])('%s: three characters', (_, save, field, message) => {
    const error = { refused: 'invalid', errors: [{ field, message }] }
    for (const text of ['ab', '  ab  ', ''])
      expect(save({ id: made, isNew: true, [field]: text }).decision, text).toEqual(error)
    expect(save({ id: made, isNew: true }).decision).toEqual(error)
    expect(save({ id: made, isNew: true, [field]: ' Chad ' }).decision).toMatchObject({
      changes: [{ row: { id: made, [field]: 'Chad', active: true, createdById: mia.id, createDate: NOW } }],
    })
  })
})

describe('names', () => {
  test('of countries are unique, whatever the case, inactive ones too', () => {
    const error = {
      refused: 'duplicate',
      errors: [{ field: 'title', message: 'There is already a country of this name' }],
    }
    for (const title of ['Peru', ' pERU ', 'yugoslavia'])
      expect(country({ id: made, isNew: true, title }).decision).toEqual(error)
    expect(country({ id: 1, title: 'Peru' }).decision).toEqual(error)
    expect(country({ id: 1, title: 'KENYA' }).decision).toHaveProperty('changes')
  })

  test('that were twice in old data can still be deactivated', () => {
    const twice: Rows = { countries: [...references.countries, { ...references.countries[0], id: 9 }] } as Rows
    expect(country({ id: 9, active: false }, mia, twice).decision).toHaveProperty('changes')
  })

  test('of advisors and teams may be equal: two people can have one name (C-208)', () => {
    expect(advisor({ id: made, isNew: true, name: 'Omar Said' }).decision).toHaveProperty('changes')
    expect(team({ id: made, isNew: true, name: 'Revenue' }).decision).toHaveProperty('changes')
  })
})

test('an advisor belongs to a team that exists, or to none', () => {
  expect(advisor({ id: 1, teamId: 2 }).rows.advisors[0]?.teamId).toBe(2)
  expect(advisor({ id: 1, teamId: 0 }).rows.advisors[0]?.teamId).toBe(0)
  expect(advisor({ id: 1, teamId: 77 }).decision).toEqual({
    refused: 'invalid',
    errors: [{ field: 'teamId', message: 'Please select a team' }],
  })
})
