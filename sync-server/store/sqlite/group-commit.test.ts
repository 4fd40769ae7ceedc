import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '../unavailable.ts'
import { createGroupCommit } from './group-commit.ts'

function aGroup() {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
  const group = createGroupCommit(db, { version: 0, saveVersion: () => undefined, committed: () => undefined })
  const write = (id: number, text = '') =>
    new Promise<void>((resolve, reject) =>
      group.add({
        work: () => db.prepare('INSERT INTO notes VALUES (?, ?)').run(id, text).changes > 0,
        done: resolve,
        failed: reject,
      }),
    )
  const ids = () => db.prepare('SELECT id FROM notes ORDER BY id').pluck().all()
  return { db, group, write, ids }
}

test('when the disk is full nothing is acknowledged that was not written, and writing goes on when there is space', async () => {
  const { db, group, write, ids } = aGroup()
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 2}`)
  const answers = await Promise.allSettled([write(1), write(2, 'x'.repeat(50_000)), write(3)])
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((answers[1] as PromiseRejectedResult).reason).toBeInstanceOf(StoreUnavailable)
  expect([ids(), group.version()]).toEqual([[1, 3], 2])
  db.pragma('max_page_count = 1000000')
  await write(2, 'x'.repeat(50_000))
  expect([ids(), group.version()]).toEqual([[1, 2, 3], 3])
})

test('a bug keeps its own error', async () => {
  const { write } = aGroup()
  const answers = await Promise.allSettled([write(1), write(1)])
  expect((answers[1] as PromiseRejectedResult).reason).not.toBeInstanceOf(StoreUnavailable)
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected'])
})

test('closing carries out what is waiting, and refuses what comes after', async () => {
  const { group, write, ids } = aGroup()
  const waiting = write(1)
  group.close()
  await waiting
  await expect(write(2)).rejects.toThrow('closed')
  expect(ids()).toEqual([1])
})
