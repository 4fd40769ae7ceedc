import Database from 'better-sqlite3'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { put, type Change } from '#shared/kernel/change.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import { aProjectIn, withReferences } from '#shared/testing/samples.ts'
import { openSqlite } from './sqlite.ts'

test('what thousands of words begin with is counted about as soon as one word that all have', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'words-')), 'db.sqlite')
  const store = openSqlite({ path, mode: 'demo' })
  const taskings = Array.from({ length: 1_500 }, (_, n) => {
    const words = Array.from({ length: 60 }, (_, at) => `${'abc'[at % 3]}${'def'[at % 3]}${'ghi'[at % 3]}${n}x${at}`)
    return aProjectIn('interim', { id: 27_000_001 + n, requestId: 0, description: `common ${words.join(' ')}` })
  })
  const changes = Object.entries(withReferences({ projects: taskings })).flatMap(([table, rows]) =>
    rows.map((row) => put(table as SyncedTable, row as never) as Change),
  )
  await store.transact({ reads: {} }, () => ({ changes, value: null }))
  await store.close()

  const db = new Database(path, { readonly: true })
  const count = db.prepare<[string], number>('SELECT count(*) FROM projects_words WHERE projects_words MATCH ?').pluck()
  const quickest = (match: string) => {
    let least = Infinity
    for (let run = 0; run < 15; run++) {
      const begun = performance.now()
      expect(count.get(match)).toBe(taskings.length)
      least = Math.min(least, performance.now() - begun)
    }
    return least
  }
  const whole = quickest('"common"')
  for (const beginning of ['a', 'be', 'cfi']) expect(quickest(`"${beginning}" *`) / whole, beginning).toBeLessThan(6)
  db.close()
})
