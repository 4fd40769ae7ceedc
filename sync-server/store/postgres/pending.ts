import type { Change } from '#shared/kernel/change.ts'
import { matches, type Plan, type Read } from '#shared/kernel/reads.ts'
import type { Sight } from '#shared/model/sight.ts'
import { seenWith } from '#shared/rules/visibility.ts'
import { storedRow, type TableName } from '#shared/model/tables.ts'
import { valuesOf, type Answer, type Answers, type Fetched } from './fetched.ts'
import type { Row } from './values.ts'

/** What a call is decided over: what it found, with what those before it write laid over. */
interface Laid {
  found: Row
  /** What was found in the database, and has to be there still when it is written. */
  unlaid: Answer[]
  isLaid: boolean
}

/** What the calls of a flight write that is not written yet. */
interface Pending {
  /** Null where only the database can tell what the call finds then. */
  lay(plan: Plan, fetched: Fetched): Laid | null
  /** @throws where a row that is new is there already */
  add(changes: readonly Change[]): void
}

export function createPending(): Pending {
  const tables = new Map<TableName, Map<number, Row | null>>()

  /** Undefined: as it was found. Null: only the database can tell. */
  function layOne({ read, value, rows }: Answer): { value: unknown } | undefined | null {
    const sight = read.seen ?? []
    if (tiedTo(sight).some((table) => tables.has(table))) return null
    const written = tables.get(read.table)
    if (!written) return undefined
    if (read.kind === 'one') return layRow(written.get(read.id), sight)
    const isIn = (row: Row | null) => row !== null && matches(read.where, row)
    const had = new Set(rows.map(([id]) => id))
    const isTouched = [...written].some(([id, row]) => had.has(id) || isIn(row))
    if (read.kind === 'count') return null
    if (!isTouched) return undefined
    if (!isPlain(read)) return null
    const byId = new Map((value as { id: number }[]).map((row): [number, Row] => [row.id, row as unknown as Row]))
    for (const [id, row] of written)
      if (row !== null && isIn(row)) byId.set(id, row)
      else byId.delete(id)
    return { value: [...byId].sort(([a], [b]) => a - b).map(([, row]) => row) }
  }

  function layAll(answers: Answers): (Laid & { answers: Answers }) | null {
    const laid: Laid & { answers: Answers } = { found: {}, unlaid: [], isLaid: false, answers: {} }
    for (const [name, answer] of Object.entries(answers)) {
      const over = tables.size === 0 ? undefined : layOne(answer)
      if (over === null) return null
      if (over) laid.isLaid = true
      // Scar: of several rows only some are laid over; what came of the others, somebody else may write meanwhile.
      if (!over || answer.read.kind === 'many') laid.unlaid.push(answer)
      laid.answers[name] = over ? { ...answer, value: over.value } : answer
    }
    laid.found = valuesOf(laid.answers)
    return laid
  }

  return {
    lay(plan, fetched) {
      const first = layAll(fetched.first)
      if (!first || !plan.follow) return first
      // What was asked then may be another question now.
      if (first.isLaid && JSON.stringify(plan.follow(first.found as never)) !== JSON.stringify(fetched.followed))
        return null
      const then = layAll(fetched.then)
      return (
        then && {
          found: { ...first.found, ...then.found },
          unlaid: [...first.unlaid, ...then.unlaid],
          isLaid: first.isLaid || then.isLaid,
        }
      )
    },
    add(changes) {
      const taken = new Map<string, boolean>()
      for (const change of changes) {
        const id = change.kind === 'remove' ? change.id : change.row.id
        const key = `${change.table} ${id}`
        const isThere = taken.get(key) ?? Boolean(tables.get(change.table)?.get(id))
        if (change.kind === 'add' && isThere) throw new Error(`There is a row ${id} in ${change.table} already.`)
        taken.set(key, change.kind !== 'remove')
      }
      for (const change of changes) {
        const id = change.kind === 'remove' ? change.id : change.row.id
        const rows = tables.get(change.table) ?? new Map<number, Row | null>()
        tables.set(change.table, rows)
        rows.set(id, change.kind === 'remove' ? null : storedRow(change.table, change.row))
      }
    },
  }
}

function layRow(row: Row | null | undefined, sight: Sight): { value: unknown } | undefined | null {
  if (row === undefined) return undefined
  if (row === null) return { value: undefined }
  const isSeen = seenWith(sight, row)
  return isSeen === null ? null : { value: isSeen ? row : undefined }
}

/** All rows that fit, whole, by id, whoever asks. */
const isPlain = (read: Extract<Read, { kind: 'many' }>): boolean =>
  !read.only &&
  read.limit === undefined &&
  !read.offset &&
  !read.descending &&
  (read.order ?? 'id') === 'id' &&
  !read.seen?.length

const tiedTo = (sight: Sight): TableName[] =>
  sight.flat().flatMap((one) => ('is' in one ? [] : [one.table, ...tiedTo(one.seen)]))
