import type { User } from '../model/reference.ts'
import type { TableName } from '../model/tables.ts'

/** Alternatives of equal columns: a row is visible when any of them holds. */
export type Visibility = readonly Readonly<Record<string, string | number | boolean>>[]

/** Who sees what (C-017): everyone sees all taskings; drafts and their earlier texts belong to their owner. Null = all. */
export function visibilityOf(table: TableName, user: Pick<User, 'id'>): Visibility | null {
  switch (table) {
    case 'requests':
      return [{ complete: true }, { createdById: user.id }]
    case 'revisions':
      return [{ kind: 'content' }, { createdById: user.id }]
    case 'files':
      return [{ published: true }, { createdById: user.id }]
    default:
      return null
  }
}

export function isVisible(table: TableName, row: Record<string, unknown>, user: Pick<User, 'id'>): boolean {
  const alternatives = visibilityOf(table, user)
  return (
    alternatives === null ||
    alternatives.some((columns) => Object.entries(columns).every(([column, value]) => row[column] === value))
  )
}
