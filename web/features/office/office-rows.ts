import type { AnyCommand } from '#shared/kernel/command.ts'
import type { AnyQuery } from '#shared/kernel/query.ts'
import { textIn } from '#shared/lib/in-row.ts'
import { nounOf, type Reference } from '#shared/reference/reference.ts'
import { useStored } from '#web/data/use-query.ts'

/** A table of reference data, as its form knows it. */
export interface OfficeRows {
  of: Reference
  save: AnyCommand
  detail: AnyQuery
  /** Above the addresses of its forms: `/resources/countries` of `/resources/countries/3`. */
  path: string
}

/** `a country` → `Country`, as a form's title says it. */
export const entityWords = (of: Reference): string => nounOf(of).replace(/(^|\s)\w/g, (letter) => letter.toUpperCase())

/** `New Country`, or how the row is called; `isNone`: the device knows no such row. */
export function useNameOf({ of }: OfficeRows, id: number): { name: string; isNone: boolean } {
  const row = useStored(
    async (device) => (id > 0 ? (((await device.table(of.table).get(id)) as object | undefined) ?? null) : null),
    [of.table, id],
  )
  const isNone = id !== 0 && row === null
  const words = entityWords(of)
  const name = id === 0 ? `New ${words}` : row ? textIn(row, of.named.by) : isNone ? `${words} not found` : words
  return { name, isNone }
}
