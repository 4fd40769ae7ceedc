import { createHash } from 'node:crypto'
import { tables, type TableName } from '#shared/model/tables.ts'
import { sqlTable } from '../columns.ts'
import type { DatabaseMode } from '../store.ts'
import type { Row, Source, Standing, Target } from './ends.ts'
import { fromPostgres, intoPostgres, type InPostgres } from './postgres-end.ts'
import { fromSqlite, intoSqlite } from './sqlite-end.ts'

type End = { file: string } | InPostgres

/** What was carried: rows by table, and what of the other end was read again and is the same. */
export interface Carried {
  standing: Standing
  rows: Record<string, number>
  /** What letters that wait are sealed with, as the processes of a shared database have it. */
  lettersKey: string | null
}

/** Hashes, and whether the bytes have to be there. */
type NamedBytes = ReadonlyMap<string, boolean>

export interface MoveOptions {
  mode: DatabaseMode
  lettersKey: string | null
  carryBytes: (named: NamedBytes) => Promise<void>
}

const names = Object.keys(tables) as TableName[]

/**
 * Carries an organisation from one engine to the other, with epoch, versions and removals: its devices notice nothing. Then both ends are
 * read and compared, row by row.
 */
export async function moveRows(from: End, to: End, { mode, lettersKey, carryBytes }: MoveOptions): Promise<Carried> {
  let key = lettersKey
  const sent = await reading(from, mode, async (source) => {
    // Before the rows that name them: bytes that no row names are nothing, and the other way round would be lost ones.
    await carryBytes(await filesIn(source))
    await writing(to, source.standing, async (target) => {
      for (const name of names)
        for await (const rows of source.rows(name)) {
          key ??= name === 'serverKeys' ? keyIn(rows) : null
          await target.put(
            name,
            rows.filter((row) => !isLettersKey(name, row)),
          )
        }
      if ('url' in to && key !== null) await target.put('serverKeys', [lettersKeyRow(key)])
      await target.putRemovals(await source.removals())
      await target.putMoves(await source.moves())
    })
    return { standing: source.standing, ...(await told(source)) }
  })
  const arrived = await reading(to, mode, async (source) => ({ standing: source.standing, ...(await told(source)) }))
  if (JSON.stringify(arrived) !== JSON.stringify(sent)) throw new Error(differing(sent.hashes, arrived.hashes))
  return { standing: sent.standing, rows: sent.counts, lettersKey: key }
}

const reading = <T>(end: End, mode: DatabaseMode, work: (source: Source) => Promise<T>): Promise<T> =>
  'file' in end ? fromSqlite(end.file, mode, work) : fromPostgres(end, mode, work)

const writing = (end: End, standing: Standing, work: (target: Target) => Promise<void>): Promise<void> =>
  'file' in end ? intoSqlite(end.file, standing, work) : intoPostgres(end, standing, work)

/** How many rows of each table there are, and the hash of all that stands in them. */
async function told(source: Source) {
  const counts: Record<string, number> = {}
  const hashes: Record<string, string> = {}
  for (const name of names) {
    const hash = createHash('sha256')
    const columns = [...sqlTable(name).columns.map((column) => column.name), 'version']
    counts[name] = 0
    for await (const rows of source.rows(name))
      for (const row of rows.filter((one) => !isLettersKey(name, one))) {
        counts[name] += 1
        hash.update(JSON.stringify(columns.map((column) => row[column])))
      }
    hashes[name] = hash.digest('hex')
  }
  const [removals, moves] = [await source.removals(), await source.moves()]
  const gone = removals.map((one) => [one.tableName, one.rowId, one.version, one.ownerId, one.removedDate])
  hashes['removals'] = createHash('sha256').update(JSON.stringify(gone)).digest('hex')
  return { counts: { ...counts, removals: removals.length, moves: moves.length }, hashes }
}

const differing = (sent: Record<string, string>, arrived: Record<string, string>): string =>
  `What arrived is not what was sent (${Object.keys(sent)
    .filter((name) => sent[name] !== arrived[name])
    .join(', ')}). Nothing was changed at the source; delete what arrived.`

async function filesIn(source: Source): Promise<NamedBytes> {
  const named = new Map<string, boolean>()
  for await (const rows of source.rows('files'))
    for (const { hash, stored, active } of rows as (Row & { hash: string; stored: boolean; active: boolean })[])
      if (stored) named.set(hash, active || named.get(hash) === true)
  return named
}

/** In a file's database this key is a file beside it: it does not go into its backups (`mail/seal.ts`). */
const LETTERS_KEY = 3
const isLettersKey = (name: TableName, { id }: Row): boolean => name === 'serverKeys' && id === LETTERS_KEY
const keyIn = (rows: readonly Row[]): string | null =>
  (rows.find(({ id }) => id === LETTERS_KEY)?.['privateKey'] as string | undefined) ?? null
const lettersKeyRow = (key: string): Row => ({ id: LETTERS_KEY, publicKey: '', privateKey: key, version: 0 })
