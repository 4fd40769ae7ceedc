import { useStored } from '#web/data/use-query.ts'
import { withDeadEnds } from './task-selection.ts'

/** Ids of what the organisation offers no longer. */
export interface SwitchedOff {
  services: ReadonlySet<number>
  tasks: ReadonlySet<number>
}

/** Undefined until it is known: nothing that was offered is taken away under a finger. */
export const useSwitchedOff = (): SwitchedOff | undefined =>
  useStored(async (device) => {
    const off = async (table: 'services' | 'subservices') => {
      const rows = await device.rows(table).toArray()
      return new Set(rows.filter((row) => !row.active).map((row) => row.id))
    }
    return { services: await off('services'), tasks: withDeadEnds(await off('subservices')) }
  })
