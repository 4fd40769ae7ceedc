import type { Page } from '#shared/kernel/reads.ts'
import { idsSought, rankBy, ranks, searchedIn, soughtBy, type Sought } from '#shared/kernel/search.ts'
import { commonIds, otherIds, type IdRange } from '#shared/model/reference-ids.ts'
import { allIndexesOf, quoted, sqlTable, type Sql } from '../columns.ts'
import { indexInOrder, LIST_ORDER } from '../list-counts.ts'
import { listInOrder, narrowed, type List } from './page.ts'
import { countIds } from './id-counts.ts'
import { conditionsSql, orderSql } from './sql-from-reads.ts'
import { FILTERS_INDEX, indexName } from './sql-from-tables.ts'
import type { Prepare } from './statements.ts'
import { marked, numbered, pointer, wordsTable } from './words.ts'

/** Rows that fit equally well: with these ids (null: any), in which the full text has this (null: anything). */
interface Hits {
  ids: readonly IdRange[] | null
  match: string | null
  /** The filters leave fewer rows than have the words: looked up among those, instead of each hit among all rows. */
  isNarrow?: boolean
}
type Part = Hits & { count: number; look?: Look }
/** How a hit is told by its row, and how many rows the filters leave to look at. */
interface Look {
  fits: (row: Record<string, unknown>) => boolean
  left: number
}

/** The rows that fit the words of a page, those that fit best first (`Rank`). */
export function listByWords(prepare: Prepare, read: Page, term: string): List {
  const sought = soughtBy(read.table, term, (named) => prepare(`SELECT * FROM ${quoted(named)}`).all() as object[])
  if (sought.length === 0) return { total: 0, idsAt: () => [] }
  const ids = idsSought(read.table, term)
  const few = sought.every((piece) => piece.ids) ? FEW : FEW_WITH_WORDS
  if (ids && countIds(prepare, read.table, ids) <= few)
    return listOfFew(prepare, read, stretchesOf(read, { ids, match: null }), sought)
  const hits = ids ? null : fewHits(prepare, read, sought)
  if (hits) return listOfFew(prepare, read, [rowsOf(read, hits)], sought)
  const parts = partsOf(prepare, read, ids, sought)
  return {
    total: parts.reduce((sum, { count }) => sum + count, 0),
    idsAt(offset, limit) {
      const found: number[] = []
      let before = 0
      for (const part of parts) {
        const from = Math.max(0, offset - before)
        const length = Math.min(limit - found.length, part.count - from)
        if (length > 0) found.push(...idsOf(prepare, read, part, from, length))
        before += part.count
      }
      return found
    },
  }
}

const EVERY_ID: readonly IdRange[] = [[0, Number.MAX_SAFE_INTEGER]]

/** So many rows are looked at in less time than the full text takes to put together what begins with a common word. */
const FEW = 400
/** With a word such as `in` beside it the full text takes a second for a million taskings, whatever the ids are. */
const FEW_WITH_WORDS = 2_000

/** What a reference leaves is looked at row by row, as on a device. */
function listOfFew(prepare: Prepare, read: Page, where: readonly Sql[], sought: readonly Sought[]): List {
  const rows = inOrder(prepare, read, where, lookedAt(read))
  const rank = rankBy(read.table, sought)
  const ranked = rows.map((row) => ({ id: Number(row['id']), rank: rank(row) }))
  const found = ranks.flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted).map(({ id }) => id))
  return { total: found.length, idsAt: (offset, limit) => found.slice(offset, offset + limit) }
}

/**
 * The ids of all that have the words, where they are few. For a reference without its T that is only begun, `101-4`, the full text puts
 * together all that begins with the last number, which may be every fifth row: it is asked that once, and not once for each part of the
 * list. Null where no such piece is among the words: others have few hits too seldom.
 */
function fewHits(prepare: Prepare, { table }: Page, sought: readonly Sought[]): number[] | null {
  if (!sought.some(({ piece }) => ofNumbers.test(piece))) return null
  const words = wordsTable(table)
  const statement = prepare(`SELECT rowid FROM ${words} WHERE ${words} MATCH ? LIMIT ${FEW_WITH_WORDS + 1}`)
  const found = statement.all(sought.map(anyPlace).join(' AND ')) as { rowid: number }[]
  return found.length <= FEW_WITH_WORDS ? found.map(({ rowid }) => rowid) : null
}

const ofNumbers = /^( \d+){2,}$/

function rowsOf(read: Page, ids: readonly number[]): Sql {
  const where = narrowed(read)
  return {
    text: ` FROM ${quoted(read.table)} NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))${where.text}`,
    values: [JSON.stringify(ids), ...where.values],
  }
}

/** What says how well a row fits, and where it stands. */
function lookedAt({ table, order = 'id' }: Page): string[] {
  const { numbers, codes, texts, names } = searchedIn(table)
  return [...new Set(['id', order, ...numbers, ...codes, ...texts, ...Object.keys(names)])]
}

function partsOf(prepare: Prepare, read: Page, ids: IdRange[] | null, sought: readonly Sought[]): Part[] {
  const counted = (hits: Hits): Part => ({ ...hits, count: countOf(prepare, read, hits) })
  const words = sought.filter(({ ids }) => ids === null)
  const all = words.map(anyPlace).join(' AND ')
  if (ids) {
    const whole = wholeIds(ids, sought)
    return [whole, otherIds(ids, whole)].map((ids) => counted({ ids, match: all || null }))
  }
  const begun = `(${words.flatMap(({ piece }) => inCodes(piece).begun).join(' OR ')})`
  const whole = `(${words.flatMap(({ piece }) => inCodes(piece).whole).join(' OR ')})`
  // What hits a code is among all hits, unless there are other pieces to hit as well.
  const allOf = (hitsInCodes: string) => (words.length === 1 ? hitsInCodes : `${all} AND ${hitsInCodes}`)
  const left = leftOf(prepare, read)
  const beside = { ids, isNarrow: isNarrow(prepare, read, all, left) }
  const rank = rankBy(read.table, sought)
  const look: Look = { left, fits: (row) => rank(row) === 2 }
  const total = { ...counted({ ...beside, match: all }), look }
  if (!isAnywhere(prepare, read, begun)) return [total]
  const inCode = counted({ ...beside, match: allOf(begun) })
  const wholeInCode = counted({ ...beside, match: allOf(whole) })
  return [
    wholeInCode,
    { ...beside, match: `(${allOf(begun)}) NOT ${whole}`, count: inCode.count - wholeInCode.count },
    { ...total, match: `(${all}) NOT ${begun}`, count: total.count - inCode.count },
  ]
}

/** To put so many ids together takes as long as to look at the rows of as many hits. */
const MOST_NARROW = 200_000

/** Whether the filters leave fewer rows than have the words, which are counted no further. */
const isNarrow = (prepare: Prepare, read: Page, match: string, left: number): boolean =>
  narrowed(read).text !== '' && left < MOST_NARROW && isAnywhere(prepare, read, match, left)

/** How many rows the filters leave. */
const leftOf = (prepare: Prepare, read: Page): number =>
  narrowed(read).text === ''
    ? countIds(prepare, read.table, EVERY_ID)
    : listInOrder(prepare, { ...read, order: LIST_ORDER, descending: false }).total

/** The rows that the filters leave, of each of their alternatives by itself, in the index that its list walks: one answers not two at once. */
const leftBy = ({ table, where }: Page): Sql[] =>
  where.map((one) => {
    const { text, values } = conditionsSql(sqlTable(table), one)
    const index = indexInOrder(table, one, LIST_ORDER)
    return {
      text: `FROM ${quoted(table)}${index ? ` INDEXED BY ${indexName(table, index)}` : ''} WHERE ${text}`,
      values,
    }
  })

/** Those in which the last word of some reference is whole. */
const wholeIds = (ids: readonly IdRange[], sought: readonly Sought[]): IdRange[] =>
  sought.reduce<IdRange[]>((found, { ids: asked }) => {
    const more = commonIds(ids, asked?.whole ?? [])
    return [...found, ...otherIds(more, found)]
  }, [])

/** A piece has letters, digits and spaces, so nothing in it can end the quotes. */
const phrase = (piece: string): string => `"${piece.trimStart()}"`
const beginning = (piece: string): string => `${phrase(piece)} *`

/** A piece in the codes and numbers of a row: where it begins a word, and where its last word is whole. */
const inCodes = (piece: string) => ({
  begun: [beginning(marked(piece)), beginning(numbered(piece))],
  whole: [phrase(marked(piece)), phrase(numbered(piece)), beginning(`${numbered(piece)}-`)],
})

function anyPlace({ piece, pointers }: Sought): string {
  const named = Object.entries(pointers).flatMap(([column, ids]) => ids.map((id) => `"${pointer(column, id)}"`))
  return `(${[beginning(piece), ...inCodes(piece).begun, ...named].join(' OR ')})`
}

/** In some row, or in more than so many. Most words are in no code, and this is known at once. */
const isAnywhere = (prepare: Prepare, { table }: Page, match: string, beyond = 0): boolean =>
  prepare(`SELECT 1 FROM ${wordsTable(table)} WHERE ${wordsTable(table)} MATCH ? LIMIT 1 OFFSET ?`).get(
    match,
    beyond,
  ) !== undefined

function countOf(prepare: Prepare, read: Page, hits: Hits): number {
  const isAllOfThem = hits.match === null && narrowed(read).text === ''
  if (hits.ids && isAllOfThem) return countIds(prepare, read.table, hits.ids)
  return countBy(prepare, stretchesOf(read, hits, { rows: narrowed(read).text !== '' && !hits.isNarrow }))
}

const countBy = (prepare: Prepare, stretches: readonly Sql[]): number =>
  stretches.reduce((sum, { text, values }) => {
    const { count } = prepare(`SELECT count(*) AS count${text}`).get(...values) as { count: number }
    return sum + count
  }, 0)

/** From as many hits on, walking the index until a page of them is found takes less time than sorting them all. */
const MANY_HITS = 2_000
/** Those of a few devices lie together. */
const MANY_IDS = 20_000

function idsOf(prepare: Prepare, read: Page, hits: Part, offset: number, limit: number): number[] {
  const { table, order = 'id' } = read
  const index = allIndexesOf(table).find(([first, second = 'id']) => first === order && second === 'id')
  const looked = index && idsByLook(prepare, read, hits, [offset, limit], indexName(table, index))
  if (looked) return looked
  const isWalk = index && hits.count >= (hits.ids ? MANY_IDS : MANY_HITS)
  const found = isWalk
    ? inOrder(prepare, read, [walkOf(read, hits, indexName(table, index))], ['id'], [limit, offset])
    : inOrder(prepare, read, stretchesOf(read, hits), [...new Set(['id', order])], [limit, offset])
  return found.map((row) => Number(row['id']))
}

/** So many rows are looked at in less time than the full text takes to put a common word together. */
const MOST_LOOKED = 1_500
/** And so many that the filters do not leave are walked past: the index itself says so. */
const MOST_WALKED = 20_000

/**
 * Where many rows have the words, a page of them is found soon by looking at the rows in their order, as a device does. Null where that would
 * be, or turns out to be, a long way.
 */
function idsByLook(
  prepare: Prepare,
  read: Page,
  { look, count }: Part,
  [offset, limit]: [offset: number, limit: number],
  index: string,
): number[] | null {
  if (!look) return null
  // Twice as far as it would be if they lay evenly.
  const isFar = (rows: number, most: number) => 2 * (offset + limit) * rows > count * most
  if (isFar(look.left, MOST_LOOKED) || isFar(countIds(prepare, read.table, EVERY_ID), MOST_WALKED)) return null
  const where = narrowed(read)
  const rows = prepare(
    `SELECT ${lookedAt(read).map(quoted).join(', ')} FROM ${quoted(read.table)} INDEXED BY ${index} WHERE TRUE${where.text}` +
      `${orderSql(sqlTable(read.table), read)} LIMIT ${MOST_LOOKED}`,
  )
  const found: number[] = []
  for (const row of rows.iterate(...where.values) as Iterable<Record<string, unknown>>) {
    if (look.fits(row)) found.push(Number(row['id']))
    if (found.length === offset + limit) return found.slice(offset)
  }
  return null
}

function inOrder(
  prepare: Prepare,
  read: Page,
  stretches: readonly Sql[],
  columns: readonly string[],
  limits: readonly number[] = [],
): Record<string, unknown>[] {
  if (stretches.length === 0) return []
  const select = `SELECT ${columns.map(quoted).join(', ')}`
  const text = stretches.map((stretch) => select + stretch.text).join(' UNION ALL ')
  const values = stretches.flatMap((stretch) => stretch.values)
  const cut = limits.length > 0 ? ' LIMIT ? OFFSET ?' : ''
  const statement = prepare(`${text}${orderSql(sqlTable(read.table), read)}${cut}`)
  return statement.all(...values, ...limits) as Record<string, unknown>[]
}

function walkOf(read: Page, { ids, match }: Hits, index: string): Sql {
  const words = wordsTable(read.table)
  const where = narrowed(read)
  const within = ids ? ` AND (${ids.map(() => 'id BETWEEN ? AND ?').join(' OR ')})` : ''
  const matching = match === null ? '' : ` AND id IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?)`
  return {
    text: ` FROM ${quoted(read.table)} INDEXED BY ${index} WHERE TRUE${within}${matching}${where.text}`,
    values: [...(ids ?? []).flat(), ...(match === null ? [] : [match]), ...where.values],
  }
}

/**
 * Where the hits are, one stretch for each range of ids: by the full text when it is asked, with the `rows` where their columns
 * are needed; else by the rows alone.
 */
function stretchesOf(read: Page, { ids, match, isNarrow }: Hits, { rows = true } = {}): Sql[] {
  const table = quoted(read.table)
  const words = wordsTable(read.table)
  const where = narrowed(read)
  const indexed = where.text === '' ? '' : ` INDEXED BY ${FILTERS_INDEX}`
  const [from, asked] =
    match === null
      ? // Left to itself the planner takes an index of some filter, and that may be nine rows of ten.
        [` FROM ${table} NOT INDEXED WHERE TRUE`, []]
      : [
          ` FROM ${words}${rows ? ` CROSS JOIN ${table}${indexed} ON id = ${words}.rowid` : ''} WHERE ${words} MATCH ?`,
          [match],
        ]
  const within = ` AND ${match === null ? 'id' : `${words}.rowid`} BETWEEN ? AND ?`
  if (isNarrow) {
    // By the plus it is no range that the full text is asked for, row by row.
    const left = leftBy(read)
    const text = `${from} AND +${words}.rowid IN (${left.map(({ text }) => `SELECT id ${text}`).join(' UNION ALL ')})`
    return [{ text, values: [...asked, ...left.flatMap(({ values }) => values)] }]
  }
  if (ids === null) return [{ text: `${from}${where.text}`, values: [...asked, ...where.values] }]
  return ids.map((range) => ({ text: `${from}${within}${where.text}`, values: [...asked, ...range, ...where.values] }))
}
