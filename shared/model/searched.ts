import { idsOfReference, type ReferenceIds } from './reference-ids.ts'
import type { TableName } from './tables.ts'

/**
 * What words find: a row by its reference, its codes, its texts and the names of the rows it points at (`table.column` by the
 * column that points there). Engines keep no names of other rows, so that renaming one changes nothing else.
 */
export interface Searched {
  /** A piece that reads as a reference looks at ids and at nothing else. */
  idsOf: (piece: string) => ReferenceIds | null
  /** Codes that are each row's own, so that there are as many as rows. Words of a piece stand together within one of them. */
  numbers: readonly string[]
  codes: readonly string[]
  texts: readonly string[]
  names: Readonly<Record<string, readonly [table: TableName, column: string]>>
}

export const searchedTables: { readonly [N in TableName]?: Searched } = {
  projects: {
    idsOf: idsOfReference,
    numbers: ['name', 'id'],
    codes: ['poolCode', 'shipNumber'],
    texts: ['description'],
    names: {
      countryId: ['countries', 'title'],
      teamId: ['teams', 'name'],
      advisorId: ['advisors', 'name'],
      assigneeId: ['users', 'fullName'],
      taskId: ['subservices', 'name'],
    },
  },
}
