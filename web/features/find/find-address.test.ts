import { expect, test } from 'vitest'
import { chosenIn, followed, readFilters, searchOf, serverAddress } from './find-address.ts'

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

test('a blank term is none', () => {
  expect(read('type=search&term=%20&status=3')).toEqual({ statuses: [3] })
})

test('the server is asked the same question', () => {
  expect(serverAddress({ statuses: [0, 3], countries: [1], page: 2 })).toBe('find?countries=1&status=0,3&page=2')
  expect(serverAddress({ statuses: [0, 3], page: 2 }, 'xlsx')).toBe('find?status=0,3&format=xlsx')
  expect(serverAddress({ term: 'são & tomé', teams: [3] })).toBe(
    'find/search?term=s%C3%A3o+%26+tom%C3%A9&teams=3&page=1',
  )
  for (const search of [
    'status=0,1,2,7&page=3',
    'tab=mine&teams=3',
    'type=search&term=T-42-1&status=5',
    'advisors=0',
  ]) {
    const filters = read(search)
    expect(read(searchOf(filters, 'calendar'))).toEqual(filters)
    expect(readFilters(new URLSearchParams(serverAddress(filters).split('?')[1]))).toEqual(filters)
  }
})

test('the calendar keeps its month and its day, and nothing else does', () => {
  const place = { month: '2026-12', day: '2026-12-03' }
  expect(searchOf({ statuses: [0] }, 'calendar', place)).toBe('status=0&view=calendar&month=2026-12&day=2026-12-03')
  expect(searchOf({ statuses: [0] }, 'calendar')).toBe('status=0&view=calendar')
  expect(searchOf({ statuses: [0] }, 'cards', place)).toBe('status=0&view=cards')
})

test('a tab of the dashboard is part of the question; one that does not exist is not', () => {
  expect(read('tab=acceptance&teams=3')).toEqual({ tab: 'acceptance', teams: [3] })
  expect(read('tab=everything')).toEqual({})
})

test('what is ticked and not applied stays when the question becomes another; what came or went there does so here', () => {
  const before = { countries: [1], teams: [3] }
  const ticked = { ...chosenIn(before), countries: [1, 2, 4], statuses: [0] }
  expect(followed(ticked, before, { ...before, term: 'water' })).toEqual(ticked)
  expect(followed(ticked, before, { teams: [3] })).toEqual({ ...ticked, countries: [2, 4] })
  expect(followed(ticked, before, { countries: [1, 5], assignees: [8] })).toEqual({
    ...ticked,
    ...{ countries: [1, 2, 4, 5], teams: [], assignees: [8] },
  })
  // Applied, and cleared.
  expect(followed(ticked, before, ticked)).toEqual(ticked)
  expect(followed(chosenIn({}), ticked, {})).toEqual(chosenIn({}))
  // What was taken out here and not applied stays out.
  expect(followed(chosenIn({}), before, { ...before, statuses: [6] })).toEqual({ ...chosenIn({}), statuses: [6] })
})
