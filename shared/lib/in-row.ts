export const valueIn = (row: object, column: string): unknown => (row as Readonly<Record<string, unknown>>)[column]
export const textIn = (row: object, column: string): string => String(valueIn(row, column) ?? '')

/** As people call a row of any table: countries have a title, people a full name. */
export const nameIn = (row: object): string => textIn(row, 'name') || textIn(row, 'fullName') || textIn(row, 'title')
