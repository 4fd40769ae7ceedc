import { describe, expect, test } from 'vitest'
import { must } from '../lib/must.ts'
import { commentHidden, standingReason } from '../model/messages.ts'
import type { User } from '../model/reference.ts'
import {
  aComment,
  aProject,
  aProjectIn,
  carryOut,
  contextOf,
  NOW,
  people,
  type Rows,
  type Standing,
} from '../testing/samples.ts'
import { addComment, editComment, hideComment } from './comments.ts'

const { ana, mia, pete, fin, ada, adam } = people
const projectId = 42_000_017
const made = 42_000_099

const say = (more: object = {}, rows: Rows = { projects: [aProject()] }, user: User = fin) =>
  carryOut(addComment, { id: made, projectId, comment: ' Agreed. ', ...more }, rows, contextOf(user))
const rewrite = (comment: string, user: User = pete, rows: Rows = { comments: [aComment()] }) =>
  carryOut(editComment, { id: aComment().id, comment }, rows, contextOf(user))
const hide = (user: User, rows: Rows = { comments: [aComment()] }) =>
  carryOut(hideComment, { id: aComment().id }, rows, contextOf(user))

describe('commenting', () => {
  test('appends, and equal comments are two comments', () => {
    const once = say()
    expect(once.rows.comments).toEqual([
      {
        id: made,
        projectId,
        kind: 'comment',
        comment: 'Agreed.',
        active: true,
        attachment: null,
        editedDate: null,
        history: [],
        createdById: fin.id,
        createDate: NOW,
        receivedDate: null,
      },
    ])
    expect(say({ id: made + 1 }, once.rows).rows.comments.map((row) => row.comment)).toEqual(['Agreed.', 'Agreed.'])
    expect(once.rows.projects).toEqual([aProject()])
  })

  test('keeps its attachment, and when the server received it', () => {
    const input = { id: made, projectId, comment: 'See the file', attachment: '42000060' }
    const received = '2026-03-12T08:00:00.000Z'
    const { rows } = carryOut(addComment, input, { projects: [aProject()] }, { ...contextOf(fin), received })
    expect(rows.comments[0]).toMatchObject({ attachment: '42000060', createDate: NOW, receivedDate: received })
  })

  test.each(['denied', 'canceled', 'completed', 'progress'] as Standing[])(
    'is possible when it is %s (C-074)',
    (standing) => {
      expect(say({}, { projects: [aProjectIn(standing)] }).rows.comments).toHaveLength(1)
    },
  )

  test.each(['ok', '  ', ' a b'.slice(0, 2), ''])('%j is too short', (comment) => {
    expect(say({ comment }).decision).toEqual({
      refused: 'invalid',
      errors: [{ field: 'comment', message: 'Please enter at least 3 characters' }],
    })
  })

  test('is refused on nothing, and under an id that is taken', () => {
    expect(say({}, {}).decision).toEqual({ refused: 'not-found' })
    expect(say({ id: aComment().id }, { projects: [aProject()], comments: [aComment()] }).decision).toEqual({
      refused: 'duplicate',
    })
  })
})

describe('editing a comment (C-155)', () => {
  test('keeps what it said before, newest last', () => {
    const first = rewrite(' Agreed with the embassy. ')
    expect(first.rows.comments[0]).toMatchObject({
      comment: 'Agreed with the embassy.',
      editedDate: NOW,
      history: ['Agreed with the ministry.'],
      createdById: pete.id,
    })
    expect(rewrite('Agreed with both.', pete, first.rows).rows.comments[0]?.history).toEqual([
      'Agreed with the ministry.',
      'Agreed with the embassy.',
    ])
  })

  test('what it said at first is kept however often it is rewritten', () => {
    let { rows } = rewrite('Text 1')
    for (let n = 2; n <= 30; n++) ({ rows } = rewrite(`Text ${n}`, pete, rows))
    const history = rows.comments[0]?.history
    expect(history?.length).toBe(20)
    expect([history?.[0], history?.[1], history?.at(-1)]).toEqual(['Agreed with the ministry.', 'Text 11', 'Text 29'])
  })

  test('is for its author, not even for a manager', () => {
    for (const user of [ana, mia, ada])
      expect(rewrite('Another text', user).decision).toEqual({ refused: 'not-allowed' })
  })

  test('the same text is already so; two characters and nothing are refused', () => {
    expect(rewrite('Agreed with the ministry.').decision).toEqual({ nothing: 'already' })
    expect(rewrite('ok').decision).toMatchObject({ refused: 'invalid' })
    expect(rewrite('Another text', pete, {}).decision).toEqual({ refused: 'not-found' })
  })

  test('one that somebody has hidden meanwhile stays hidden, and its author hears of it', () => {
    const { decision, rows } = rewrite('Another text', pete, { comments: [aComment({ active: false, comment: '' })] })
    expect(decision).toEqual({ refused: 'moved-on', message: commentHidden })
    expect(rows.comments).toEqual([aComment({ active: false, comment: '' })])
  })
})

describe('hiding a comment (C-155)', () => {
  test.each([
    ['its author', pete, true],
    ['a manager', mia, true],
    ['an administrator', ada, true],
    ['an analyst', ana, false],
    ['finance', fin, false],
  ])('by %s', (_, user, allowed) => {
    const edited = aComment({ history: ['Agreed with nobody.'] })
    const { decision, rows } = hide(user, { comments: [edited] })
    if (!allowed) expect(decision).toEqual({ refused: 'not-allowed' })
    // Nobody's device keeps what it said, nor what it said before.
    expect(rows.comments).toEqual([allowed ? { ...edited, active: false, comment: '', history: [] } : edited])
  })

  test('not the reason of a denial that stands: whoever is to amend would not know why (C-070)', () => {
    const project = aProjectIn('denied', { id: projectId })
    const reason = aComment({ kind: 'denial', createdById: adam.id, createDate: must(project.deniedDate) })
    for (const user of [adam, mia]) {
      const { decision, rows } = hide(user, { projects: [project], comments: [reason] })
      expect(decision).toEqual({ refused: 'moved-on', message: standingReason })
      expect(rows.comments).toEqual([reason])
    }
    const hidden = (projects: object, comment = reason) =>
      hide(adam, { ...projects, comments: [comment] }).rows.comments[0]?.active
    // Once it is amended, canceled, or denied for another reason.
    expect(hidden({ projects: [aProjectIn('interim', { id: projectId })] })).toBe(false)
    expect(hidden({ projects: [aProjectIn('denied', { id: projectId, active: false })] })).toBe(false)
    expect(hidden({ projects: [project] }, { ...reason, createDate: '2026-03-01T09:00:00.000Z' })).toBe(false)
  })

  test('what is hidden is already so; what is not there is refused', () => {
    expect(hide(pete, { comments: [aComment({ active: false })] }).decision).toEqual({ nothing: 'already' })
    expect(hide(pete, {}).decision).toEqual({ refused: 'not-found' })
  })
})
