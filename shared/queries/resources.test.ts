import { expect, test } from 'vitest'
import { aCountry, aProjectIn, aUser, ask, contextOf, NOW, people, withReferences } from '../testing/samples.ts'
import { advisorDetail, advisorList } from '../reference/advisors.ts'
import { countryDetail, countryList } from '../reference/countries.ts'
import { clients, userDetail, userList } from '../reference/users.ts'

const rows = withReferences()
const context = contextOf(people.mia)

test('a list is by name, with inactive ones, twenty to a page; a page beyond the last is the last', () => {
  expect(ask(countryList, {}, rows, context).items.map((row) => row.title)).toEqual(['Kenya', 'Peru', 'Yugoslavia'])
  const countries = Array.from({ length: 25 }, (_, at) =>
    aCountry({ id: at + 1, title: `Country ${String(25 - at).padStart(2, '0')}` }),
  )
  const last = ask(countryList, { page: 99 }, { countries }, context)
  expect(last).toMatchObject({ pageNumber: 2, totalPages: 2, totalItems: 25, pageNumbers: [1, 2] })
  expect(last.items.map((row) => row.title)).toEqual([21, 22, 23, 24, 25].map((n) => `Country ${n}`))
})

test('active and inactive ones can be asked for alone', () => {
  expect(ask(countryList, { active: false }, rows, context).items.map((row) => row.title)).toEqual(['Yugoslavia'])
  expect(ask(advisorList, { active: true }, rows, context).totalItems).toBe(2)
})

test('authors have names, and an advisor’s name is told both ways (C-205)', () => {
  const mine = withReferences({ countries: [aCountry({ createdById: people.ada.id, modifiedById: people.mia.id })] })
  expect(ask(countryDetail, { id: 1 }, mine, context)).toMatchObject({
    createdBy: 'Ada Novak',
    modifiedBy: 'Mia Lindqvist',
  })
  const advisor = ask(advisorDetail, { id: 1 }, rows, context)
  expect(advisor).toMatchObject({ name: 'Helen Ferris', fullName: 'Helen Ferris' })
  expect(Object.keys(advisor ?? {})).not.toContain('email')
  expect(ask(advisorDetail, { id: 99 }, rows, context)).toBeNull()
})

test('a person comes with their team and their open work', () => {
  const projects = [
    aProjectIn('progress', { id: 42_000_001, assigneeId: 5 }),
    aProjectIn('completed', { id: 42_000_002, assigneeId: 5 }),
  ]
  const asked = ask(userDetail, { id: 5 }, withReferences({ projects }), context)
  expect(asked).toMatchObject({ fullName: 'Pete Okafor', team: 'Banking', openTaskings: 1 })
  expect(ask(userList, {}, rows, context).items[0]).toMatchObject({ fullName: 'Ada Novak', team: '' })
})

test('clients are active people of the government side (C-139)', () => {
  const users = [
    ...Object.values(people),
    aUser({ id: 20, fullName: 'Bea Client', roles: 'client' }),
    aUser({ id: 21, fullName: 'Carl Gone', roles: 'AD', active: false }),
    aUser({ id: 22, fullName: 'Dan Long', roles: 'Program Officer' }),
  ]
  const found = ask(clients, {}, withReferences({ users }), context)
  expect(found.map((row) => row.fullName)).toEqual([
    'Adam Kessler',
    'Bea Client',
    'Cora Benedetti',
    'Dan Long',
    'Pete Okafor',
  ])
  expect(Object.keys(found[0] ?? {})).toEqual(['id', 'fullName', 'email', 'roles'])
  const director = aUser({ id: 23, fullName: 'Ann Director', roles: 'Director' })
  const known = contextOf(people.mia, NOW, { roleAliases: [{ name: 'Director', role: 'AD' }] })
  expect(ask(clients, {}, withReferences({ users: [director] }), context)).toEqual([])
  expect(ask(clients, {}, withReferences({ users: [director] }), known)).toMatchObject([{ roles: 'Director' }])
})
