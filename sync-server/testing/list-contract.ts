import { expect } from 'vitest'
import { put, remove, type Change } from '#shared/kernel/change.ts'
import { planOfQuery, type AnswerOf } from '#shared/kernel/query.ts'
import type { Project } from '#shared/model/project.ts'
import { findTaskings, type FindFilters } from '#shared/queries/find.ts'
import { fc } from '#shared/testing/random.ts'
import { aProjectIn, ask, contextOf, people, putsOf, references, withReferences } from '#shared/testing/samples.ts'
import type { Store } from '../store/store.ts'

/** Five years of work: so many stretches that the counts must know where a page begins. */
const aDay = fc.integer({ min: 0, max: 1_800 }).map((day) => new Date(Date.UTC(2021, 0, 1) + day * 86_400_000))
const aRow = fc
  .record({
    id: fc.integer({ min: 1, max: 90_000 }),
    standing: fc.constantFrom('interim', 'progress', 'completed', 'completed', 'completed'),
    day: aDay,
    countryId: fc.constantFrom(1, 2, 3),
    assigneeId: fc.constantFrom(0, 1, 2),
  })
  .map(({ id, standing, day, ...more }) =>
    aProjectIn(standing, {
      ...{ id, requestId: 0, ...more, dueDate: day.toISOString().slice(0, 10) },
      ...(standing === 'completed' && { completedDate: day.toISOString() }),
    }),
  )
const [listed = []] = fc.sample(fc.uniqueArray(aRow, { minLength: 600, maxLength: 600, selector: ({ id }) => id }), {
  numRuns: 1,
  seed: 12,
})
const context = contextOf(people.mia)
export const listedPuts = (): Change[] => putsOf(withReferences({ projects: listed, ...references }))
export const writeTo = (store: Store, changes: Change[]) =>
  store.transact({ reads: {} }, () => ({ changes, value: null }))

type Input = FindFilters & { page?: number }
export const askStore = async (store: Store, input: Input): Promise<AnswerOf<typeof findTaskings>> =>
  findTaskings.answer(input, (await store.read(planOfQuery(findTaskings, input, context))) as never, context)

const questions: FindFilters[] = [
  { countries: [1, 2, 3] },
  { countries: [2] },
  { assignees: [0, 2] },
  { statuses: [5] },
  { statuses: [3, 5] },
  { statuses: [4, 5] },
  { countries: [1, 3], statuses: [5] },
]

/** Every page of a list is the one that a look at every row gives, after taskings came, changed and went too. The store has `listed`. */
export async function comparePages(store: Store): Promise<void> {
  const moved = listed.slice(0, 60).map((row, n): Project => {
    const changed = { ...row, countryId: 1 + (n % 3), assigneeId: n % 3, dueDate: `2023-0${1 + (n % 9)}-15` }
    return aProjectIn(n % 2 ? 'progress' : 'interim', { ...changed, active: true })
  })
  const gone = listed.slice(60, 90)
  // Somebody wrote another year than they meant.
  const mistyped = listed.slice(90, 150).map((row, n): Project => {
    const year = ['0026', '0206', '1969', '1970', '9999'][n % 5]
    return aProjectIn('progress', {
      ...row,
      assigneeId: n % 3,
      active: true,
      dueDate: `${year}-0${1 + (n % 2)}-1${n % 10}`,
    })
  })
  const stages: [name: string, changes: Change[], rows: Project[]][] = [
    ['none', [], listed],
    ['moved', moved.map((row) => put('projects', row)), [...moved, ...listed.slice(60)]],
    ['gone', gone.map(({ id }) => remove('projects', id)), [...moved, ...listed.slice(90)]],
    ['mistyped', mistyped.map((row) => put('projects', row)), [...moved, ...mistyped, ...listed.slice(150)]],
  ]
  for (const [stage, changes, projects] of stages) {
    await writeTo(store, changes)
    const rows = withReferences({ projects, ...references })
    for (const question of questions)
      for (const page of [1, 2, 7, 13, 14, 99]) {
        const input = { ...question, page }
        expect(await askStore(store, input), `${stage} ${JSON.stringify(input)}`).toEqual(
          ask(findTaskings, input, rows, context),
        )
      }
  }
}
