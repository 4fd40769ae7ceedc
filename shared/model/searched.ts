import type { TableName } from './tables.ts'

/**
 * What words find: a row by its codes, its texts and the names of the rows it points at (`table.column` by the column that
 * points there). Engines keep no names of other rows, so that renaming one changes nothing else.
 */
export interface Searched {
  codes: readonly string[]
  texts: readonly string[]
  names: Readonly<Record<string, readonly [table: TableName, column: string]>>
}

export const searchedTables: { readonly [N in TableName]?: Searched } = {
  projects: {
    codes: ['name', 'id', 'poolCode', 'shipNumber'],
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
