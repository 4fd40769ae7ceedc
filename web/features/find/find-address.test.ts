import { expect, test } from 'vitest'
import { readFilters } from './find-address.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

test('a comma list and a repeated name mean the same', () => {
  expect(read('countries=1,2')).toEqual({ countries: [1, 2] })
  expect(read('countries=1&countries=2')).toEqual({ countries: [1, 2] })
})

test('status 0 is a choice, a blank one is none', () => {
  expect(read('status=0')).toEqual({ statuses: [0] })
  expect(read('status=')).toEqual({})
})

test('what is not a number is left out', () => {
  expect(read('teams=3,x,-1')).toEqual({ teams: [3] })
})

test('words are read together with filters', () => {
  expect(read('type=search&term=kenya&status=3')).toEqual({ statuses: [3], term: 'kenya' })
})
