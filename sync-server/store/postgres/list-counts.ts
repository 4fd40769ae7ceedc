import { findFilters } from '#shared/model/server-indexes.ts'
import { must } from '#shared/lib/must.ts'
import { quoted, sqlTable } from '../columns.ts'
import { LIST_COUNTS, LIST_ORDER, STRETCH } from '../list-counts.ts'
import { sql, type Sql } from './reads.ts'
import { toColumn } from './values.ts'

/** What is not set is not a value in a key. */
const UNSET = ''
const place = (filter: string, row: string): string =>
  `coalesce(${row}${quoted(filter)}::text, '${UNSET}'), ${row}${quoted(LIST_ORDER)} / ${STRETCH}`

/** Switches the counting off in a transaction that counts by itself, at its end: of a million rows that are written one by one. */
export const COUNT_LATER = "SET LOCAL fieldpost.counts = 'later'"

/** What a statement has written, a row for each list that a tasking came to or left. */
const entries = (rows: 'come' | 'gone', by: 1 | -1): string => {
  const lists = findFilters.map((filter) => `('${filter}', ${place(filter, `${rows}.`)})`).join(', ')
  return `SELECT org, filter, value, stretch, ${by} AS by FROM ${rows} CROSS JOIN LATERAL (VALUES ${lists}) AS lists (filter, value, stretch)`
}

const adding = (...written: string[]): string =>
  `INSERT INTO ${LIST_COUNTS} AS kept SELECT org, filter, value, stretch, sum(by) FROM (${written.join(' UNION ALL ')}) given
   GROUP BY org, filter, value, stretch HAVING sum(by) <> 0 ORDER BY org, filter, value, stretch
   ON CONFLICT (org, filter, value, stretch) DO UPDATE SET count = kept.count + excluded.count;`

const follow = (event: 'INSERT' | 'UPDATE' | 'DELETE', seen: string): string =>
  `CREATE TRIGGER ${LIST_COUNTS}_${event.toLowerCase()} AFTER ${event} ON projects REFERENCING ${seen}
   FOR EACH STATEMENT EXECUTE FUNCTION ${LIST_COUNTS}_follow()`

const countedAnew = (more = ''): string =>
  findFilters
    .map(
      (filter) => `SELECT org, '${filter}', ${place(filter, '')}, count(*) FROM projects ${more} GROUP BY 1, 2, 3, 4`,
    )
    .join(' UNION ALL ')

/**
 * By the database itself, so that a release that does not know of the counts keeps them too; once for each statement, since a count that is
 * changed many times in one transaction is found the slower each time.
 */
export const listCountsSql = (): string[] => [
  `CREATE TABLE ${LIST_COUNTS} (
    org integer NOT NULL, filter text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL, stretch bigint NOT NULL,
    count bigint NOT NULL, PRIMARY KEY (org, filter, value, stretch)) WITH (fillfactor = 50)`,
  `CREATE FUNCTION ${LIST_COUNTS}_follow() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF current_setting('fieldpost.counts', true) = 'later' THEN RETURN NULL; END IF;
     IF TG_OP = 'INSERT' THEN ${adding(entries('come', 1))}
     ELSIF TG_OP = 'DELETE' THEN ${adding(entries('gone', -1))}
     ELSE ${adding(entries('gone', -1), entries('come', 1))}
     END IF;
     RETURN NULL;
   END $$`,
  // From here on nobody else writes taskings until the step is done.
  follow('INSERT', 'NEW TABLE AS come'),
  follow('UPDATE', 'OLD TABLE AS gone NEW TABLE AS come'),
  follow('DELETE', 'OLD TABLE AS gone'),
  `INSERT INTO ${LIST_COUNTS} ${countedAnew()}`,
]

export const countListsSql = (org: number): string => `INSERT INTO ${LIST_COUNTS} ${countedAnew(`WHERE org = ${org}`)}`

/** Rows where the counts are not what the rows say. */
export const wrongListCountsSql = (org: number): string =>
  `(SELECT * FROM (${countedAnew(`WHERE org = ${org}`)}) made EXCEPT SELECT * FROM ${LIST_COUNTS} WHERE org = ${org} AND count <> 0)
   UNION ALL (SELECT * FROM ${LIST_COUNTS} WHERE org = ${org} AND count <> 0 EXCEPT SELECT * FROM (${countedAnew(`WHERE org = ${org}`)}) made)`

/** The stretches of some lists of one filter, taken together: `stretch`, `count`. */
export function stretchesSql(org: number, filter: string, values: readonly unknown[]): Sql {
  const column = must(sqlTable('projects').columnsByName.get(filter))
  const asked = values.map((value) => String(toColumn(column, value) ?? UNSET))
  return sql(
    `SELECT stretch, sum(count)::bigint AS count FROM ${LIST_COUNTS} ` +
      'WHERE org = ? AND filter = ? AND value = ANY(?) GROUP BY stretch ORDER BY stretch',
    ...[org, filter, asked],
  )
}
