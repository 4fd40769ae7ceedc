import { fc } from '#shared/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { count, many, matches, one, page, seenBy, whole, type Where } from '#shared/kernel/reads.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import { aBareProject, isSeen, putsOf, references } from '#shared/testing/samples.ts'
import type { Store } from '../store.ts'
import { openSqlite } from './sqlite.ts'

const base = 40_000_000
const rows = Array.from({ length: 54 }, (_, n) =>
  aBareProject({
    id: base + n,
    teamId: [3, 2, 0][n % 3] ?? 0,
    assigneeId: [0, 1, 2][Math.floor(n / 3) % 3] ?? 0,
    createdById: 1 + (Math.floor(n / 9) % 2),
    dueDate: `2026-04-${String(1 + (n % 28)).padStart(2, '0')}`,
    countryId: 1 + (Math.floor(n / 18) % 2),
    ...(n % 5 === 0 ? { completed: true, completedDate: `2026-03-0${1 + (n % 7)}T10:00:00.000Z` } : {}),
  }),
)
let store: Store
beforeAll(async () => {
  store = openSqlite({ path: ':memory:' })
  const changes = [...putsOf(references), ...rows.map((row) => put('projects', row))]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
})
afterAll(() => store.close())

/** Owners both chosen and left open: what somebody sees narrows what is asked for, whichever of them it names. */
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const owner = fc.oneof(fc.constantFrom(0, 1, 2), fc.subarray([0, 1, 2], { minLength: 1 }))
const whereArbitrary: fc.Arbitrary<Where<'projects'>> = fc
  .record({
    teamId: some(fc.oneof(fc.constantFrom(0, 2, 3), fc.subarray([0, 2, 3], { minLength: 1 }))),
    assigneeId: some(owner),
    createdById: some(owner),
    phase: some(fc.constantFrom('interim' as const, 'completed' as const)),
    countryId: some(fc.constantFrom([1], [1, 2])),
    dueDate: some(fc.constant({ from: '2026-04-10' })),
  })
  .map((where) => Object.fromEntries(Object.entries(where).filter(([, condition]) => condition !== undefined)))
const viewers = fc.record({ id: fc.constantFrom(1, 2, 9), teamId: fc.constantFrom(0, 2, 3) })

test('every kind of read gives what somebody sees of what was asked for, each row once', async () => {
  await fc.assert(
    fc.asyncProperty(
      whereArbitrary,
      viewers,
      fc.constantFrom('id', 'urgency', 'dueDate'),
      async (where, viewer, order) => {
        const sight = sightOf(viewer, { restrictTeamVisibility: true })
        const stored = (await store.read({ reads: { all: many('projects', where) } })).all
        const expected = stored.filter((row) => isSeen(row, sight('projects'), {})).map((row) => row.id)
        expect(stored.every((row) => matches(where as Record<string, never>, row as never))).toBe(true)
        const reads = {
          many: many('projects', where, { order }),
          count: count('projects', where),
          page: page('projects', [where], { order, number: 1 }),
          found: page('projects', [where], { words: 'interpretation', number: 1 }),
          named: page('projects', [where], { words: 'T-40-', number: 1 }),
          first: one('projects', stored[0]?.id ?? 0),
          all: whole(many('projects', where)),
        }
        const found = await store.read(seenBy({ reads }, sight))
        const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)
        expect(sorted(found.many.map((row) => row.id))).toEqual(expected)
        expect([found.count, found.page.totalItems, found.found.totalItems, found.named.totalItems]).toEqual(
          [1, 1, 1, 1].map(() => expected.length),
        )
        expect(new Set(found.page.items.map((row) => row.id)).size).toBe(Math.min(20, expected.length))
        expect(found.first?.id).toBe(expected.find((id) => id === stored[0]?.id))
        expect(found.all.length).toBe(stored.length)
      },
    ),
    { numRuns: 300 },
  )
})
