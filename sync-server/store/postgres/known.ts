import type { Change } from '#shared/kernel/change.ts'
import type { Read } from '#shared/kernel/reads.ts'
import type { TableName } from '#shared/model/tables.ts'
import type { Answer, Answers, Known } from './fetched.ts'

/**
 * A list that is asked for with every call, such as all people who might be told, is read once and kept until somebody writes to its table. Of its
 * own writes a process knows the tables; a version that is not its own ends all that it knows. A question is known again when it is the same object:
 * those that are made anew for each call ask for something else each time.
 */
export function createKnown(): Known & {
  /** Hears of each flight of its own that was committed, in order: the version behind it, and how many it took. */
  landed(version: number, count: number, changes: readonly Change[]): void
} {
  const lists = new WeakMap<Read, { answer: Answer; version: number }>()
  const newest = new Map<TableName, number>()
  /** All versions above the first, through the second, were written here. */
  let [from, through] = [NaN, NaN]

  const isStill = (table: TableName, read: number, now: number): boolean =>
    read >= from && now >= read && now <= through && (newest.get(table) ?? 0) <= read

  return {
    answers({ first, followed, version }) {
      const known: Answers = {}
      for (const [name, read] of Object.entries(followed)) {
        const list = lists.get(read)
        if (list && isStill(read.table, list.version, version)) known[name] = list.answer
        const row = rowIn(first, read)
        if (row) known[name] = row
      }
      return known
    },
    learn({ then, version }) {
      for (const answer of Object.values(then))
        if (answer.read.kind === 'many') lists.set(answer.read, { answer, version })
    },
    landed(version, count, changes) {
      if (version - count !== through) from = version
      through = version
      for (const { table } of changes) newest.set(table, version)
    },
  }
}

/** A row that was found in the first step, whoever saw it, is the same for whoever sees all. */
function rowIn(first: Answers, read: Read): Answer | null {
  if (read.kind !== 'one' || read.seen?.length) return null
  const same = Object.values(first).find(
    ({ read: one, value }) => one.kind === 'one' && one.table === read.table && one.id === read.id && value,
  )
  return same ? { ...same, read } : null
}
