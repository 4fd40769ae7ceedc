import type Database from 'better-sqlite3'
import { commands } from '#shared/commands/index.ts'
import { mintedBy } from '#shared/kernel/command.ts'
import { syncedTableNames, type SyncedTable, type TableName } from '#shared/model/tables.ts'
import { quoted } from '../columns.ts'
import { listCountProblems } from './list-counts.ts'
import { readMeta } from './migrations.ts'
import { wordsProblems } from './words.ts'

export interface Verified {
  epoch: string
  version: number
  mode: string
  /** Calls in the diary, by verdict. */
  calls: Record<string, number>
}

/** Checks a database as far as that can be told from itself. @throws with one sentence for each thing that is wrong. */
export function verify(db: Database.Database): Verified {
  // 256 MB: a check goes to and fro between all tables; at a million taskings this halves its time.
  db.pragma('cache_size = -262144')
  const problems = [...damage(db), ...(tableExists(db) ? contents(db) : ['It is not a database of Fieldpost.'])]
  if (problems.length > 0) throw new Error(`The database is not sound.\n${problems.slice(0, 20).join('\n')}`)
  return describe(db)
}

export function describe(db: Database.Database): Verified {
  const rows = db.prepare('SELECT verdict, count(*) AS calls FROM calls GROUP BY verdict').all()
  return {
    epoch: readMeta(db, 'epoch') ?? '',
    version: Number(readMeta(db, 'version')),
    mode: readMeta(db, 'mode') ?? '',
    calls: Object.fromEntries((rows as { verdict: string; calls: number }[]).map((row) => [row.verdict, row.calls])),
  }
}

const tableExists = (db: Database.Database): boolean =>
  db.prepare("SELECT count(*) FROM sqlite_master WHERE name IN ('meta', 'calls', 'devices')").pluck().get() === 3

/** An earlier release knew fewer: what is missing is made when this one opens it. */
function tablesIn(db: Database.Database): SyncedTable[] {
  const has = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
  return syncedTableNames.filter((table) => has.get(table) !== undefined)
}

function damage(db: Database.Database): string[] {
  const found = db.pragma('integrity_check') as { integrity_check: string }[]
  const damaged = found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const orphans = (db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]).map(
    (row) => `${row.table} ${row.rowid} points at a row of ${row.parent} that is not there.`,
  )
  return [...damaged, ...orphans]
}

const contents = (db: Database.Database): string[] => [
  ...diary(db),
  ...wordsProblems(db, readMeta(db, 'words')),
  ...listCountProblems(db),
]

/** The diary and its effects were written together, so neither may be there without the other. */
function diary(db: Database.Database): string[] {
  const version = Number(readMeta(db, 'version'))
  const newest = ['calls', 'devices', ...tablesIn(db)]
    .map((table) => ({
      table,
      is: db
        .prepare(`SELECT max(version) FROM ${quoted(table)}`)
        .pluck()
        .get() as number,
    }))
    .filter(({ is }) => is > version)
    .map(({ table, is }) => `${table} is at version ${is}, but the last commit was ${version}.`)
  return [...newest, ...queues(db), ...missingRows(db)]
}

/** Each device's calls are numbered from 1 to its last, without a gap. */
function queues(db: Database.Database): string[] {
  const rows = db
    .prepare(
      `SELECT devices.id, lastSeq, count(calls.id) AS calls, coalesce(max(seq), 0) AS last
       FROM devices LEFT JOIN calls ON calls.device = devices.id AND seq IS NOT NULL
       GROUP BY devices.id HAVING lastSeq <> calls OR lastSeq <> last`,
    )
    .all() as { id: number; lastSeq: number; calls: number; last: number }[]
  return rows.map(
    (row) => `Device ${row.id} stands at call ${row.lastSeq}, but the diary has ${row.calls} calls up to ${row.last}.`,
  )
}

/**
 * What an applied call made is there, with its author and what it belongs to, or was removed later. Removals that are forgotten
 * cannot be told.
 */
function missingRows(db: Database.Database): string[] {
  const floor = Number(readMeta(db, 'floor') ?? 0)
  const rows = new Map(
    tablesIn(db).map((table) => [table as TableName, db.prepare(`SELECT * FROM ${quoted(table)} WHERE id = ?`)]),
  )
  const removed = db.prepare('SELECT 1 FROM removed WHERE tableName = ? AND rowId = ?').pluck()
  const problems: string[] = []
  const applied = db.prepare("SELECT callId, name, userId, input FROM calls WHERE verdict = 'applied' AND id > ?")
  for (const call of applied.iterate(floor) as Iterable<AppliedCall>) {
    const command = commands.get(call.name)
    for (const { table, id, of, spare } of command ? mintedBy(command, JSON.parse(call.input)) : []) {
      const row = rows.get(table)?.get(id) as Record<string, unknown> | undefined
      const says = (what: string) => problems.push(`Call ${call.callId} (${call.name}) made ${table} ${id}, ${what}.`)
      if (!row && !spare && !removed.get(table, id)) says('which is not there')
      if (!row) continue
      if ('createdById' in row && row['createdById'] !== call.userId) says(`which has another author`)
      for (const [column, parent] of Object.entries(of))
        if ((row[column] ?? 0) !== parent) says(`which belongs to another row (${column})`)
    }
  }
  return problems
}

interface AppliedCall {
  callId: string
  name: string
  userId: number
  input: string
}
