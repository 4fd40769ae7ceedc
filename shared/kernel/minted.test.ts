import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { id } from '../model/fields.ts'
import { aComment, aProject, carryOut, contextOf, people, withReferences } from '../testing/samples.ts'
import { add, put, remove, type Change } from './change.ts'
import { defineCommand } from './command.ts'
import { areOwnIds, made } from './minted.ts'
import { one } from './reads.ts'

const own = 42_000_901
const comment = aComment({ id: own, createdById: people.pete.id })
const others = aComment({ id: 42_000_041, createdById: people.ana.id })
const rows = withReferences({ projects: [aProject()], comments: [others] })

/** A verb with a mistake in it: it decides whatever it is told, over what it has read. */
const careless = (changes: Change[]) =>
  carryOut(
    defineCommand({
      name: 'careless',
      input: z.object({ id, projectId: id }),
      mints: (input) => [made('comments', input.id, { projectId: input.projectId })],
      reads: ({ projectId }) => ({ project: one('projects', projectId) }),
      ability: 'comment',
      allow: () => null,
      run: () => changes,
    }),
    { id: own, projectId: comment.projectId },
    rows,
    contextOf(people.pete),
  )

describe('a verb', () => {
  test('adds what it minted and writes what it read', () => {
    const { rows: after } = careless([
      add('comments', comment),
      put('projects', aProject({ description: 'Five days' })),
    ])
    expect(after.comments).toHaveLength(2)
    expect(after.projects[0]?.description).toBe('Five days')
  })

  test.each([
    ['add under an id that it did not mint', add('comments', { ...comment, id: own + 1 })],
    ['add in the name of another', add('comments', { ...comment, createdById: people.ana.id })],
    ['add to another tasking than it named', add('comments', { ...comment, projectId: 42_000_018 })],
    ['add to another table', add('amendments', { ...comment, amendment: '', projectId: comment.projectId })],
    ['write what it has not read', put('comments', { ...others, comment: 'Other words' })],
    ['write under the id that it minted', put('comments', comment)],
    ['remove what it has not read', remove('comments', others.id)],
  ])('may not %s', (_, change) => {
    expect(() => careless([change])).toThrow(`careless may not ${change.kind} ${change.table}`)
  })

  test('is refused when an id that it minted is taken, whoever has it', () => {
    const taken = withReferences({
      projects: [aProject()],
      comments: [aComment({ id: own, createdById: people.ana.id })],
    })
    const addComment = defineCommand({
      name: 'addOne',
      input: z.object({ id }),
      mints: (input) => [made('comments', input.id)],
      reads: () => ({}),
      ability: 'comment',
      allow: () => null,
      run: () => [add('comments', comment)],
    })
    expect(carryOut(addComment, { id: own }, taken, contextOf(people.pete)).decision).toEqual({ refused: 'duplicate' })
  })
})

test.each([
  [[42_000_001, 42_999_999], true],
  [[], true],
  [[41_999_999], false],
  [[43_000_000], false],
  [[42_000_001, 42_000_001], false],
])('the ids %j are those of device 42: %s', (ids, expected) => {
  expect(
    areOwnIds(
      ids.map((one) => made('comments', one)),
      (device) => device === 42,
    ),
  ).toBe(expected)
})
