import { expect, test } from 'vitest'
import { syncedTableNames, type TableName } from '../model/tables.ts'
import { isVisible, visibilityOf } from './visibility.ts'

const me = { id: 7 }

test.each([
  ['requests', { complete: true, createdById: 5 }, true],
  ['requests', { complete: false, createdById: 7 }, true],
  ['requests', { complete: false, createdById: 5 }, false],
  ['revisions', { kind: 'content', createdById: 5 }, true],
  ['revisions', { kind: 'draft', createdById: 7 }, true],
  ['revisions', { kind: 'draft', createdById: 5 }, false],
  ['files', { published: true, createdById: 5 }, true],
  ['files', { published: false, createdById: 7 }, true],
  ['files', { published: false, createdById: 5 }, false],
  ['projects', { createdById: 5, teamId: 2 }, true],
  ['comments', { createdById: 5, active: false }, true],
] as [TableName, Record<string, unknown>, boolean][])(
  'of %s, the row %j is visible to user 7: %s',
  (table, row, seen) => {
    expect(isVisible(table, row, me)).toBe(seen)
  },
)

test('only drafts, their earlier texts and their files are anybody’s own; all else is everyone’s (C-017)', () => {
  const limited = syncedTableNames.filter((table) => visibilityOf(table, me) !== null)
  expect(limited).toEqual(['requests', 'revisions', 'files'])
})
