import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { chosen } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { referenceTables, syncedTables } from '../model/tables.ts'
import { aTeam, anAdvisor, ask, carryOut, contextOf, NOW, people, withReferences } from '../testing/samples.ts'
import { advisors } from './advisors.ts'
import { countries } from './countries.ts'
import { references } from './index.ts'
import { madeOf } from './made.ts'
import { poolCodes } from './pool-codes.ts'
import { defineReference, formFieldsOf, listColumnsOf, name } from './reference.ts'
import { isNameTaken } from './save.ts'
import { subservices } from './subservices.ts'
import { users } from './users.ts'

test('every table of reference data is declared, once', () => {
  expect(references.map(({ table }) => table).sort()).toEqual([...referenceTables].sort())
})

test.each(references.map((of) => [of.table, of] as const))('%s asks only for columns it has', (table, of) => {
  const columns = Object.keys(syncedTables[table].schema.def.shape)
  for (const field of [...Object.keys(of.fields), of.named.by, ...Object.values(of.filters ?? {})])
    expect(columns).toContain(field)
  for (const column of Object.values(of.rest.aliases ?? {})) expect(columns).toContain(column)
})

test('a form knows its fields, what kind they are, which must be filled in and what is chosen from', () => {
  expect(formFieldsOf(poolCodes)).toEqual([
    { name: 'projectTypeId', label: 'Pool Type', kind: 'choice', required: true, from: 'projectTypes' },
    { name: 'poolCode', label: 'Pool Code', kind: 'text', required: true },
    { name: 'shipNumber', label: 'Ship Number', kind: 'number', required: true },
    { name: 'funds', label: 'Funds', kind: 'money', required: true },
    { name: 'active', label: 'Active', kind: 'flag' },
  ])
  expect(formFieldsOf(advisors)[1]).toEqual({
    ...{ name: 'teamId', label: 'Team', kind: 'choice', required: false, from: 'teams' },
  })
  expect(formFieldsOf(users).map(({ kind }) => kind)).toEqual(['text', 'text', 'roles', 'choice', 'flag'])
})

test('a list has the columns of the specification, and tells a choice by its name', () => {
  expect(listColumnsOf(subservices).map(({ name, label, kind }) => [name, label, kind])).toEqual([
    ['name', 'Name', 'text'],
    ['service', 'Service', 'text'],
    ['createDate', 'Created', 'day'],
    ['modifiedDate', 'Modified', 'day'],
    ['active', 'Active', 'flag'],
  ])
  expect(listColumnsOf(poolCodes).map(({ kind }) => kind)).toEqual([
    ...['text', 'text', 'number', 'money', 'day', 'day', 'flag'],
  ])
})

test('a country twice is refused, anything else twice is something to warn of (C-208)', () => {
  expect(references.filter(({ named }) => named.twice === 'refused')).toEqual([countries, poolCodes])
  const helen = anAdvisor({ id: 1, name: 'Helen Ferris' })
  expect(isNameTaken(advisors, { ...helen, id: 2, name: ' helen FERRIS ' }, [helen])).toBe(true)
  expect(isNameTaken(advisors, helen, [helen])).toBe(false)
})

describe('a table that is declared has all that others have', () => {
  const drivers = defineReference({
    table: 'advisors',
    entity: 'Driver',
    words: { one: 'a driver', many: 'drivers' },
    fields: {
      name: { label: 'Name', input: name },
      teamId: { label: 'Team', input: chosen(messages.team), told: 'garage' },
    },
    named: { by: 'name', twice: 'refused' },
    filters: { garage: 'teamId' },
    who: { sees: 'seeResources', writes: 'writeFunding' },
    signed: true,
    usedBy: { column: 'advisorId' },
    rest: { path: '/resources/drivers', list: 'all', example: {} },
  })
  const [saveDriver, driverList, driverDetail] = madeOf(drivers)
  const rows = withReferences({
    teams: [aTeam({ id: 3, name: 'Banking' }), aTeam({ id: 4, name: 'Gone', active: false })],
    advisors: [anAdvisor({ id: 1, name: 'Olu', teamId: 3 }), anAdvisor({ id: 2, name: 'Ben', teamId: 4 })],
  })
  const made = 1_000_017
  const save = (input: object, user = people.fin) =>
    carryOut(saveDriver, input as never, rows, contextOf(user)).decision

  test('a verb of its name, which makes rows and writes what came', () => {
    expect(saveDriver.name).toBe('saveDriver')
    expect(save({ id: made, isNew: true, name: ' Ada ', teamId: 3 })).toMatchObject({
      changes: [{ kind: 'add', table: 'advisors', row: { id: made, name: 'Ada', teamId: 3, active: true } }],
    })
    expect(save({ id: 1, active: false })).toMatchObject({
      changes: [{ kind: 'put', row: { name: 'Olu', teamId: 3, active: false, modifiedDate: NOW, modifiedById: 6 } }],
    })
    expect(save({ id: 1, name: 'Olu' })).toEqual({ nothing: 'already' })
  })

  test('its roles, before anything is told', () => {
    expect(save({ id: 999, name: 'Ada' }, people.ana)).toEqual({ refused: 'not-allowed' })
    expect(save({ id: 999, name: 'Ada' })).toEqual({ refused: 'not-found' })
  })

  test('all its faults at once, and a name that is taken alone as a conflict', () => {
    expect(save({ id: made, isNew: true, name: 'Al', teamId: 0 })).toMatchObject({
      ...{ refused: 'invalid' },
      errors: [
        { field: 'name', message: messages.name },
        { field: 'teamId', message: messages.team },
      ],
    })
    expect(save({ id: made, isNew: true, name: 'OLU', teamId: 3 })).toEqual({
      ...{ refused: 'duplicate' },
      errors: [{ field: 'name', message: 'There is already a driver of this name' }],
    })
  })

  test('choices that must be active, unless they were made already (C-146)', () => {
    expect(save({ id: 1, teamId: 4 })).toMatchObject({ errors: [{ message: messages.inactive(messages.team) }] })
    expect(save({ id: 2, name: 'Benjamin', teamId: 4 })).toHaveProperty('changes')
  })

  test('a save over what was not seen is refused (C-231)', () => {
    expect(save({ id: 1, name: 'Olumide', modifiedDate: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      refused: 'changed-since-seen',
    })
  })

  test('a list by name, narrowed, and a detail with its names and its use', () => {
    const context = contextOf(people.mia)
    expect(ask(driverList, {}, rows, context).items.map((row) => [row.name, row.garage])).toEqual([
      ['Ben', 'Gone'],
      ['Olu', 'Banking'],
    ])
    expect(ask(driverList, { teamId: 3, page: 1 }, rows, context).items.map((row) => row.name)).toEqual(['Olu'])
    expect(ask(driverDetail, { id: 1 }, rows, context)).toMatchObject({ garage: 'Banking', openTaskings: 0 })
    expect(ask(driverDetail, { id: 9 }, rows, context)).toBeNull()
    expect(driverList.input.safeParse({ teamId: 3, bocId: 1 }).success).toBe(false)
    expect(z.toJSONSchema(saveDriver.input)).toHaveProperty('oneOf')
  })
})
