import { describe, expect, test } from 'vitest'
import { aDraft, aFile, aProject, aRequest, carryOut, contextOf, people, withReferences } from '../testing/samples.ts'
import { matches } from '../kernel/reads.ts'
import { MOST_ANNOUNCED } from '../model/limits.ts'
import { announceFile, removeFile } from './file-facts.ts'
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

describe('announcing, and the bytes that follow', () => {
  const announced = (more = {}) => ({ ...rows, files: [aFile({ type: '', stored: false, ...more })] })
  const bytes = { id: 42_000_060, size: 12_000, hash: 'ab'.repeat(32) }

  test('a row of its own, by anybody who sees the place, with nothing to open yet', () => {
    expect(madeBy(announceFile, input, rows, fin)).toMatchObject({
      ...{ id, projectId, requestId: 0, name: 'agenda.pdf', size: 12_000, hash, type: '' },
      ...{ active: true, stored: false, published: true, createdById: people.fin.id, createDate: fin.now },
    })
    expect(madeBy(announceFile, { ...input, hash: '' }, rows, fin)).toMatchObject({ hash: '' })
    expect(madeBy(announceFile, onDraft, rows, ana)).toMatchObject({ published: false })
    expect(madeBy(announceFile, onDraft, rows, contextOf(people.ada))).toEqual({ refused: 'not-found' })
  })

  test.each([
    ['a tasking that is not there', { projectId: 1 }, 'not-found'],
    ['nothing', { projectId: 0 }, 'not-found'],
    ['a tasking one sees and a request one does not', { requestId: 1 }, 'not-found'],
    ['a tasking and its request at once', { requestId }, 'not-found'],
    ['a tasking, and too large', { size: 25 * 1024 * 1024 + 1 }, 'invalid'],
  ])('to %s is refused', (_, more, refused) => {
    expect(madeBy(announceFile, { ...input, ...more }, rows, fin)).toMatchObject({ refused })
  })

  test('to nothing, no files are looked through: those of no request are the files of all taskings', () => {
    const { beside } = announceFile.reads({ ...input, projectId: 0 }, people.fin)
    expect(matches(beside.where, aFile())).toBe(false)
  })

  test.each([
    ['an empty file', { size: 0 }],
    ['a name that turns its direction', { name: '\u202egnp.exe' }],
    ['that it is there already', { stored: true }],
  ])('%s is not even input', (_, more) => {
    expect(announceFile.input.safeParse({ ...input, ...more }).success).toBe(false)
  })

  test('so many of one person are on their way to one place and no more; what has arrived and what is others’ does not count', () => {
    const many = (more = {}) =>
      Array.from({ length: MOST_ANNOUNCED }, (_, n) => aFile({ id: 42_001_000 + n, stored: false, ...more }))
    expect(madeBy(announceFile, input, { ...rows, files: many() }, ana)).toMatchObject({ refused: 'invalid' })
    for (const files of [many().slice(1), many({ stored: true }), many({ createdById: people.fin.id })])
      expect(madeBy(announceFile, input, { ...rows, files }, ana)).toMatchObject({ id })
  })

  test('its author’s bytes make it whole, from then on under a safe and free name; anybody else’s make nothing', () => {
    const now = { stored: true, type: 'application/pdf', createDate: ana.now, name: 'agenda.pdf' }
    expect(madeBy(storeFile, bytes, announced(), ana)).toMatchObject(now)
    expect(madeBy(storeFile, bytes, announced({ hash: '' }), ana)).toMatchObject({ ...now, hash: bytes.hash })
    expect(madeBy(storeFile, bytes, announced({ name: '../a:b.pdf' }), ana)).toMatchObject({ name: 'a_b.pdf' })
    const two = { ...rows, files: [...announced().files, aFile({ id: 42_000_061 })] }
    expect(madeBy(storeFile, bytes, two, ana)).toMatchObject({ name: 'agenda (2).pdf' })
    for (const who of ['fin', 'mia', 'ada'] as const)
      expect(madeBy(storeFile, bytes, announced(), contextOf(people[who]))).toEqual({ refused: 'not-found' })
  })

  test.each([
    ['other bytes', announced(), { hash }, 'invalid'],
    ['more of them', announced(), { size: 12_001 }, 'invalid'],
    ['of a kind that is not taken', announced({ name: 'run.exe' }), {}, 'invalid'],
    ['of one that was removed', announced({ active: false }), {}, 'not-found'],
    ['of one that was never announced', rows, {}, 'not-found'],
    ['others once it is there', announced({ stored: true }), { hash }, 'invalid'],
  ])('%s: refused', (_, before, more, refused) => {
    expect(madeBy(storeFile, { ...bytes, ...more }, before, ana)).toMatchObject({ refused })
  })

  test('the same bytes twice are nothing new; one that never came leaves nothing behind', () => {
    expect(madeBy(storeFile, bytes, announced({ stored: true }), ana)).toEqual({ nothing: 'already' })
    const { decision } = carryOut(removeFile, { id: 42_000_060 }, announced(), contextOf(people.mia))
    expect(decision).toMatchObject({ changes: [{ kind: 'remove', table: 'files', id: 42_000_060 }] })
    expect(madeBy(removeFile, { id: 42_000_060 }, announced(), fin)).toEqual({ refused: 'not-allowed' })
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

  test('twice is once; what is gone needs no removing; what is in somebody else’s draft is not found (C.7)', () => {
    const removedDate = '2026-03-01T15:00:00.000Z'
    expect(madeBy(removeFile, remove, filed({ active: false, removedDate }), ana)).toEqual({
      nothing: 'already',
      at: removedDate,
    })
    expect(madeBy(removeFile, { id: 1 }, filed(), ana)).toEqual({ nothing: 'already' })
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

  test('what was taken out of a draft its author alone brings back: with the request once that is finished', () => {
    const takenOut = (requestId: number) =>
      filed({
        ...{ active: false, removedDate: '2026-03-01T15:00:00.000Z', published: false },
        ...{ projectId: 0, requestId },
      })
    expect(madeBy(restoreFile, remove, takenOut(draftId), ana)).toMatchObject({ active: true, published: false })
    expect(madeBy(restoreFile, remove, takenOut(requestId), ana)).toMatchObject({ active: true, published: true })
    expect(madeBy(restoreFile, remove, takenOut(requestId), contextOf(people.mia))).toEqual({ refused: 'not-found' })
  })
})
