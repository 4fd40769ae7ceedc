import { expect, test } from 'vitest'
import { advisors } from '#shared/reference/advisors.ts'
import { countries } from '#shared/reference/countries.ts'
import { poolCodes } from '#shared/reference/pool-codes.ts'
import { aCountry } from '#shared/testing/samples.ts'
import { textOf } from '#web/parts/text-of.ts'
import { listAsCsv, readCsv, rowsAsCsv } from './csv.ts'
import { bodyOf, inputOf } from './office-values.ts'

const names = { teamId: [{ id: 3, name: 'Banking' }], projectTypeId: [{ id: 1, name: 'Banking Reform' }] }

test('columns are found by their names in any order, whatever parts them', () => {
  const text =
    '\uFEFFFunds;pool code;Pool Type;Ship Number;Remarks;Active\r\n"90,000.50";"RV;1";banking reform;5 150;late;no\r\n\r\n'
  expect(readCsv(poolCodes, text, names)).toMatchObject({
    columns: [
      { name: 'projectTypeId' },
      { name: 'poolCode' },
      { name: 'shipNumber' },
      { name: 'funds' },
      { name: 'active' },
    ],
    unknown: ['Remarks'],
    missing: [],
    rows: [
      {
        line: 2,
        values: { funds: '90,000.50', poolCode: 'RV;1', projectTypeId: 1, shipNumber: '5150', active: false },
        errors: [],
      },
    ],
  })
})

test('a row is what its form would hold, and goes the same way: cents to the check, dollars to the address', () => {
  const text = 'Pool Type,Pool Code,Ship Number,Funds\nBanking Reform,RV-1,"5,150","$90,000.50"'
  const values = readCsv(poolCodes, text, names).rows[0]?.values ?? {}
  expect(inputOf(poolCodes, values)).toEqual({ projectTypeId: 1, poolCode: 'RV-1', shipNumber: 5150, funds: 9_000_050 })
  expect(bodyOf(poolCodes, values)).toMatchObject({ shipNumber: 5150, funds: 90_000.5 })
})

test('what is called alike is not guessed', () => {
  const twice = { teamId: [...names.teamId, { id: 9, name: 'banking' }] }
  expect(readCsv(advisors, 'Full Name,Team\nOlu Bright,Banking', twice).rows[0]?.errors).toEqual([
    { field: 'teamId', message: 'There is more than one team “Banking”' },
  ])
})

test('what cannot be read is said at its cell, and what is missing stays for the check', () => {
  const text = 'Pool Type,Ship Number,Funds,Active\nBankng,n/a,8O,maybe\n,,,\nx,,,'
  const { rows, missing } = readCsv(poolCodes, text, names)
  expect(missing).toEqual(['Pool Code'])
  expect(rows[0]).toMatchObject({
    values: { shipNumber: 'n/a', funds: '8O' },
    errors: [
      { field: 'projectTypeId', message: 'There is no active pool type “Bankng”' },
      { field: 'active', message: 'yes or no' },
    ],
  })
  // A line of nothing is none.
  expect(rows.map(({ line }) => line)).toEqual([2, 4])
})

test('a list goes out and comes back, and begins no formula', () => {
  const rows = [
    aCountry({ title: '=HYPERLINK("http://x")' }),
    aCountry({ id: 2, title: 'Côte d’Ivoire, "CI"', active: false }),
  ]
  const text = listAsCsv(countries, rows)
  expect(text.split('\r\n')[0]).toBe('\uFEFFName,Created,Modified,Active')
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
  const back = readCsv(countries, text, {})
  expect(back.rows.map(({ values }) => values)).toEqual([
    { title: '=HYPERLINK("http://x")', active: true },
    { title: 'Côte d’Ivoire, "CI"', active: false },
  ])
})

test('rows that were not taken go out as they came, with the reason', () => {
  const { columns, rows } = readCsv(advisors, 'Full Name,Team\nAl,Nowhere', names)
  expect(
    rowsAsCsv(
      columns,
      rows.map(({ cells }) => ({ cells, why: 'Name is required' })),
    ),
  ).toBe('\uFEFFFull Name,Team,What is wrong\r\nAl,Nowhere,Name is required\r\n')
})

test('a file of errors that comes back mended has no column too many', () => {
  expect(readCsv(advisors, 'Full Name,Team,What is wrong\nAlma,,Name is required', names).unknown).toEqual([])
})

test('a file is read in the letters in which a spreadsheet wrote it', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...'Côte'].flatMap((letter) => [letter.charCodeAt(0), 0])])
  const windows = new Uint8Array([0x43, 0xf4, 0x74, 0x65])
  for (const bytes of [new TextEncoder().encode('Côte'), new TextEncoder().encode('\uFEFFCôte'), utf16, windows])
    expect(textOf(bytes)).toBe('Côte')
})
