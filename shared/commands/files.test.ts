import { describe, expect, test } from 'vitest'
import { aDraft, aFile, aProject, aRequest, carryOut, contextOf, people, withReferences } from '../testing/samples.ts'
import { announceFile, MOST_ANNOUNCED, removeFile } from './file-facts.ts'
import { addFile, restoreFile, storeFile } from './files.ts'

const projectId = 42_000_017
const requestId = 42_000_010
const draftId = 42_000_020
const id = 42_000_901
const hash = 'cd'.repeat(32)
const input = { id, projectId, requestId: 0, name: 'agenda.pdf', size: 12_000, hash }
const onRequest = { ...input, projectId: 0, requestId }
const onDraft = { ...input, projectId: 0, requestId: draftId }
const rows = withReferences({ projects: [aProject({ requestId })], requests: [aRequest(), aDraft()] })
const fin = contextOf(people.fin)
const ana = contextOf(people.ana)

const madeBy = (...args: Parameters<typeof carryOut>) => {
  const { decision } = carryOut(...args)
  if (!('changes' in decision)) return decision
  const [change] = decision.changes
  return change !== undefined && change.kind !== 'remove' ? change.row : null
}

describe('attaching', () => {
  test('to a tasking, by anybody: its type follows from its name, and it can be seen at once', () => {
    expect(madeBy(addFile, input, rows, fin)).toEqual({
      id,
      projectId,
      requestId: 0,
      name: 'agenda.pdf',
      type: 'application/pdf',
      size: 12_000,
      hash,
      active: true,
      removedDate: null,
      stored: true,
      published: true,
      createdById: people.fin.id,
      createDate: fin.now,
    })
  })

  test('to a closed tasking too (C-074)', () => {
    const closed = { ...rows, projects: [aProject({ requestId, active: false })] }
    expect(madeBy(addFile, input, closed, fin)).toMatchObject({ id })
  })

  test('to a draft by its owner, who alone sees it until Finish; nobody else learns that there is one', () => {
    expect(madeBy(addFile, onDraft, rows, ana)).toMatchObject({ requestId: draftId, published: false })
    expect(madeBy(addFile, onDraft, rows, contextOf(people.ada))).toEqual({ refused: 'not-found' })
    expect(madeBy(addFile, onRequest, rows, fin)).toMatchObject({ requestId, published: true })
  })

  test.each([
    ['a tasking that is not there', { projectId: 1 }, 'not-found'],
    ['a request that is not there', { projectId: 0, requestId: 1 }, 'not-found'],
    ['nothing', { projectId: 0 }, 'not-found'],
    ['a tasking, in a kind that is not taken', { name: 'run.exe' }, 'invalid'],
    ['a tasking, and too large', { size: 25 * 1024 * 1024 + 1 }, 'invalid'],
  ])('to %s is refused', (_, more, refused) => {
    expect(madeBy(addFile, { ...input, ...more }, rows, fin)).toMatchObject({ refused })
  })

  test.each([
    ['both a tasking and a request', { requestId }],
    ['a name with a path', { name: '../agenda.pdf' }],
    ['an empty file', { size: 0 }],
    ['a hash that is none', { hash: '../../etc/passwd' }],
    ['a type of its own', { type: 'text/html' }],
  ])('%s is not even input', (_, more) => {
    expect(addFile.input.safeParse({ ...input, ...more }).success).toBe(false)
  })

  test('a taken name gets a number, among the files of the tasking and of its request', () => {
    const names = (files: ReturnType<typeof aFile>[], what: object = input) =>
      (madeBy(addFile, what, { ...rows, files }, ana) as { name: string }).name
    expect(names([aFile()])).toBe('agenda (2).pdf')
    expect(names([aFile({ projectId: 0, requestId })])).toBe('agenda (2).pdf')
    expect(names([aFile()], onRequest)).toBe('agenda (2).pdf')
    expect(names([aFile({ active: false })])).toBe('agenda.pdf')
    expect(names([aFile({ projectId: 0, requestId: draftId })])).toBe('agenda.pdf')
  })

  test('an id that is taken is refused', () => {
    expect(madeBy(addFile, { ...input, id: 42_000_060 }, { ...rows, files: [aFile()] }, ana)).toEqual({
      refused: 'duplicate',
    })
  })
})

describe('removing', () => {
  const filed = (more = {}) => ({ ...rows, files: [aFile(more)] })
  const remove = { id: 42_000_060 }

  test.each([
    ['ada', true],
    ['mia', true],
    ['ana', true],
    ['fin', false],
    ['adam', false],
    ['cora', false],
    ['pete', false],
  ] as const)('%s may remove a file of ana: %s (C.4)', (who, may) => {
    const result = madeBy(removeFile, remove, filed(), contextOf(people[who]))
    if (may) expect(result).toMatchObject({ active: false, removedDate: fin.now, hash: 'ab'.repeat(32) })
    else expect(result).toEqual({ refused: 'not-allowed' })
  })

  test('who has none of these roles removes only what is theirs', () => {
    const client = { ...people.fin, roles: 'Client' }
    expect(madeBy(removeFile, remove, filed(), contextOf(client))).toEqual({ refused: 'not-allowed' })
    expect(madeBy(removeFile, remove, filed({ createdById: client.id }), contextOf(client))).toMatchObject({
      active: false,
    })
  })

  test('twice is once; what is not there, or in somebody else’s draft, is not found', () => {
    const removedDate = '2026-03-01T15:00:00.000Z'
    expect(madeBy(removeFile, remove, filed({ active: false, removedDate }), ana)).toEqual({
      nothing: 'already',
      at: removedDate,
    })
    expect(madeBy(removeFile, { id: 1 }, filed(), ana)).toEqual({ refused: 'not-found' })
    const inDraft = filed({ projectId: 0, requestId: draftId, published: false })
    expect(madeBy(removeFile, remove, inDraft, contextOf(people.ada))).toEqual({ refused: 'not-found' })
  })

  test('it can be brought back for 30 days by whoever may remove it, beside one that took its name', () => {
    const removed = { active: false, removedDate: '2026-03-01T15:00:00.000Z' }
    expect(madeBy(restoreFile, remove, filed(removed), ana)).toMatchObject({ active: true, removedDate: null })
    expect(madeBy(restoreFile, remove, filed(removed), fin)).toEqual({ refused: 'not-allowed' })
    expect(madeBy(restoreFile, remove, filed(), ana)).toEqual({ nothing: 'already' })
    const two = { ...rows, files: [aFile(removed), aFile({ id: 42_000_061 })] }
    expect(madeBy(restoreFile, remove, two, ana)).toMatchObject({ name: 'agenda (2).pdf' })
    const long = filed({ active: false, removedDate: '2026-01-31T15:00:00.000Z' })
    expect(madeBy(restoreFile, remove, long, ana)).toEqual({ refused: 'not-found' })
  })
})
