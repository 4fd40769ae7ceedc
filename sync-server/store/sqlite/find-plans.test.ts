import Database from 'better-sqlite3'
import { fc } from '#shared/testing/random.ts'
import { afterAll, expect, test } from 'vitest'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery } from '#shared/kernel/query.ts'
import type { Page } from '#shared/kernel/reads.ts'
import type { Sight } from '#shared/model/sight.ts'
import { pageOf } from '#shared/lib/paging.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { findTaskings } from '#shared/queries/find.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import { aCountry, aProjectIn, aUser } from '#shared/testing/samples.ts'
import { migrate } from './migrations.ts'
import { listInOrder } from './page.ts'
import { listByWords } from './search.ts'
import { exclusively } from './sight.ts'
import { sqlFromRead } from './sql-from-reads.ts'
import type { Prepare } from './statements.ts'

const db = new Database(':memory:')
migrate(db, { mode: 'demo' })
afterAll(() => db.close())

/** Whatever table of names is read has these. */
const names = [{ ...aCountry(), name: 'Kenya', fullName: 'Kenya' }]

/** The plans of everything SQLite is asked for a page, as if each count were `count`. */
function plansOf(input: object, count: number, sight: Sight = []): string[] {
  const plans: string[] = []
  const explain = (text: string, values: readonly unknown[]) => {
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[]
    plans.push(steps.map((step) => step.detail).join('; '))
  }
  const prepare = ((text: string) => ({
    get: (...values: unknown[]) => (explain(text, values), { count }),
    all: (...values: unknown[]) => (/projects/.test(text) ? (explain(text, values), []) : names),
    iterate: (...values: unknown[]) => (explain(text, values), []),
  })) as unknown as Prepare
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const page = planOfQuery(findTaskings, input, context).reads['page'] as Page
  const read = { ...page, where: exclusively(page.where, sight) }
  const list = read.words === undefined ? listInOrder(prepare, read) : listByWords(prepare, read, read.words)
  for (const offset of [0, 20, list.total - 1]) list.idsAt(offset, 20)
  return plans
}

test('Find walks an index in its order for every filter, whatever the others, and looks at no row to skip it', () => {
  const filters = {
    countries: [[1], [1, 2]],
    teams: [[3], [2, 3]],
    advisors: [[1], [0, 1]],
    services: [[1], [1, 8]],
    assignees: [[0], [0, 2]],
    statuses: [[5], [0, 1, 2, 7], [4], [3, 4], [4, 5], [99]],
  }
  const alone = Object.entries(filters).flatMap(([name, chosen]) => chosen.map((ids) => ({ [name]: ids })))
  const together = fc.sample(
    fc.record(
      Object.fromEntries(
        Object.entries(filters).map(([name, chosen]) => [
          name,
          fc.option(fc.constantFrom(...chosen), { nil: undefined }),
        ]),
      ),
    ),
    { numRuns: 60, seed: 7 },
  )
  // For somebody of a team, where that limits what they see, too.
  const ofTeam = sightOf({ id: 2, teamId: 3 }, { restrictTeamVisibility: true })('projects')
  for (const sight of [[], ofTeam])
    for (const input of [...alone, ...together.filter((chosen) => Object.values(chosen).some(Boolean))]) {
      const plans = plansOf(input, 1_000, sight)
      if (JSON.stringify(input) !== '{"statuses":[99]}') expect(plans.length, JSON.stringify(input)).toBeGreaterThan(1)
      for (const plan of plans) {
        if (isKeptCount(plan)) continue
        expect(plan, JSON.stringify(input)).toMatch(/SEARCH projects USING COVERING INDEX/)
        expect(plan, JSON.stringify(input)).not.toMatch(/SCAN projects|USING INDEX|TEMP B-TREE/)
      }
    }
})

test('the years of what is completed are counted in an index, whatever narrows them (C-040)', () => {
  const context = contextAt(aUser(), '2026-03-10T12:00:00.000Z', defaultOrganisation)
  const closed = aProjectIn('completed')
  for (const more of [
    {},
    { teams: [3] },
    { teams: [2, 3] },
    { countries: [1] },
    { services: [1], assignees: [1, 2] },
  ]) {
    const { follow } = planOfQuery(findTaskings, { statuses: [5], ...more }, context)
    const reads = Object.values(follow?.({ page: pageOf([closed], 1) } as never) ?? {})
    const counts = reads.filter((read) => read.kind === 'count')
    expect(counts).toHaveLength(1)
    for (const { text, values } of counts.map(sqlFromRead)) {
      const [plan] = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[]
      expect(plan?.detail, JSON.stringify(more)).toMatch(/SEARCH projects USING COVERING INDEX/)
    }
  }
})

/** A whole list, a stretch of it, or all there are, is not counted row by row. */
const isKeptCount = (plan: string): boolean =>
  /^SEARCH projects_list_counts USING PRIMARY KEY \(filter=\? AND value=\?\)/.test(plan) ||
  /^SEARCH projects_words_(docsize|counts) USING INTEGER PRIMARY KEY/.test(plan)

/** How many rows the filters leave decides what the hits are looked up in. */
const isCountOfFilters = (plan: string): boolean => /^SEARCH projects USING COVERING INDEX [^;]*$/.test(plan)

test('a search never scans the taskings; a common word walks them by date, a rare one is sorted', () => {
  for (const input of [{ term: 'kenya lessons' }, { term: 'bk-1', statuses: [0, 4], countries: [1] }])
    for (const [count, pages] of [
      [
        100_000,
        /SCAN projects USING (COVERING )?INDEX projects_modifiedDate_\w+; LIST SUBQUERY \d+; SCAN projects_words VIRTUAL TABLE/,
      ],
      [100, /SCAN projects_words VIRTUAL TABLE.*SEARCH projects USING (INTEGER PRIMARY KEY|INDEX projects_filters)/],
    ] as const) {
      const plans = plansOf(input, count)
      expect(plans.filter((plan) => pages.test(plan)).length, plans.join('\n')).toBeGreaterThan(1)
      for (const plan of plans) {
        if (isKeptCount(plan) || isCountOfFilters(plan)) continue
        expect(plan).toMatch(/VIRTUAL TABLE INDEX 0:M1/)
        expect(plan).not.toMatch(/SCAN projects(?!_words| USING (COVERING )?INDEX projects_modifiedDate)/)
      }
    }
})

test('hits beside filters and the sight of somebody are counted in indexes, and no row is looked at', () => {
  const ofTeam = sightOf({ id: 2, teamId: 3 }, { restrictTeamVisibility: true })('projects')
  const chosen = [{ statuses: [5] }, { statuses: [4, 5] }, { teams: [2, 3] }, { countries: [1], assignees: [0, 2] }]
  for (const sight of [[], ofTeam])
    for (const filters of chosen) {
      // More than are looked up among each other.
      const counts = plansOf({ term: 'lessons', ...filters }, 1_000_000, sight).filter((plan) =>
        /^SCAN projects_words[^;]*; SEARCH projects /.test(plan),
      )
      expect(counts.length, JSON.stringify(filters)).toBeGreaterThan(1)
      for (const plan of counts)
        expect(plan).toMatch(/; SEARCH projects USING COVERING INDEX projects_filters \(id=\?\)/)
    }
})

test('what several filters leave is put together by the first of them that a list walks, and not by nine rows of ten', () => {
  for (const [filters, first] of [
    [{ countries: [1, 2], statuses: [5] }, 'countryId'],
    [{ teams: [3], statuses: [5], services: [1] }, 'teamId'],
  ] as const) {
    const narrow = plansOf({ term: 'lessons', ...filters }, 1_000).filter((plan) => /_words .*LIST SUBQUERY/.test(plan))
    expect(narrow.length).toBeGreaterThan(1)
    for (const plan of narrow)
      expect(plan).toMatch(new RegExp(`SEARCH projects USING COVERING INDEX projects_${first}_urgency`))
  }
})

test('what begins a reference without its T is asked of the full text once, and its hits are found by their ids', () => {
  for (const filters of [{}, { statuses: [0, 4], countries: [1] }, { teams: [3], assignees: [0, 2] }])
    for (const count of [100, 100_000]) {
      const plans = plansOf({ term: '42-1', ...filters }, count)
      expect(plans).toEqual([
        expect.stringMatching(/^SCAN projects_words VIRTUAL TABLE INDEX 0:M1$/),
        expect.stringMatching(/^SEARCH projects USING INTEGER PRIMARY KEY \(rowid=\?\);/),
      ])
    }
})

test('a reference is found by its ids: a few by their rows, many by walking them by date, never through a filter', () => {
  for (const input of [
    { term: 't-42-1' },
    { term: 'T-4', statuses: [5] },
    { term: 'T-42-17', statuses: [0, 4], countries: [1], assignees: [0, 2] },
    { term: 'kenya T-42', teams: [3] },
    { term: 'T-42 T-42-1 lessons' },
  ])
    for (const count of [1, 100, 100_000]) {
      const plans = plansOf(input, count)
      const [first = '', ...others] = plans
      expect(first).toMatch(
        /^SEARCH projects_words_(docsize|counts) USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
      )
      expect(others.length, JSON.stringify(input)).toBeGreaterThan(0)
      for (const plan of others) {
        expect(plan, JSON.stringify(input)).toMatch(
          /PRIMARY KEY \(rowid>\? AND rowid<\?\)|M1><|INDEX projects_modifiedDate/,
        )
        expect(plan).not.toMatch(
          /projects USING (COVERING )?INDEX (?!projects_modifiedDate|projects_filters \(id=)|SCAN projects(;|$)/,
        )
      }
    }
})
