import { expect, test } from 'vitest'
import { faultPath } from './fault-path.ts'

test.each([
  ['dueDate', '/requests?draft=42#start-dueDate'],
  ['poolCode', '/requests?draft=42#start-poolCode'],
  ['tasks', '/requests/42/tasks#task-options'],
  ['subTaskId', '/requests/42/details#details-subTaskId'],
  ['taskDetails', '/requests/42/details#details-taskDetails'],
  ['recipients', null],
])('a fault of %s is mended at %s', (field, path) => {
  expect(faultPath(42, `complete-${field}`)).toBe(path)
})
