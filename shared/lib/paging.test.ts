import { expect, test } from 'vitest'
import { PAGE_SIZE, pageNumberFrom, pageNumbers, pageOf, pageWindow } from './paging.ts'

test.each([
  [undefined, 1],
  ['', 1],
  ['  ', 1],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['abc', 1],
  ['NaN', 1],
  ['1', 1],
  ['7', 7],
])('page=%s means page %i (C-192)', (text, page) => {
  expect(pageNumberFrom(text)).toBe(page)
})

test('a page has twenty rows', () => {
  expect(PAGE_SIZE).toBe(20)
})

test.each([
  [1, 0, { pageNumber: 1, totalPages: 1, totalItems: 0, offset: 0, limit: 20 }],
  [1, 20, { pageNumber: 1, totalPages: 1, totalItems: 20, offset: 0, limit: 20 }],
  [2, 21, { pageNumber: 2, totalPages: 2, totalItems: 21, offset: 20, limit: 20 }],
  [999, 41, { pageNumber: 3, totalPages: 3, totalItems: 41, offset: 40, limit: 20 }],
  [0, 41, { pageNumber: 1, totalPages: 3, totalItems: 41, offset: 0, limit: 20 }],
])('page %i of %i rows: beyond the last is the last (C-192)', (page, total, expected) => {
  expect(pageWindow(page, total)).toEqual(expected)
})

test.each([
  [1, 1, '1'],
  [3, 10, '1 2 3 4 5 6 7 8 9 10'],
  [10, 10, '1 2 3 4 5 6 7 8 9 10'],
  [1, 11, '1 2 3 4 5 6 7 8 9 10'],
  [6, 11, '1 2 3 4 5 6 7 8 9 10'],
  [7, 11, '2 3 4 5 6 7 8 9 10 11'],
  [11, 11, '2 3 4 5 6 7 8 9 10 11'],
  [50, 100, '45 46 47 48 49 50 51 52 53 54'],
  [100, 100, '91 92 93 94 95 96 97 98 99 100'],
])('on page %i of %i the page numbers are %s (C-193)', (page, total, expected) => {
  expect(pageNumbers(page, total).join(' ')).toBe(expected)
})

test('the pages of a list together are the list', () => {
  const rows = Array.from({ length: 45 }, (_, i) => i)
  const pages = [1, 2, 3].map((page) => pageOf(rows, page))
  expect(pages.map((page) => page.items.length)).toEqual([20, 20, 5])
  expect(pages.flatMap((page) => page.items)).toEqual(rows)
  expect(pageOf(rows, 99)).toEqual({ ...pages[2], pageNumber: 3, totalItems: 45, pageNumbers: [1, 2, 3] })
})
