import { describe, expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import {
  aComment,
  aDeliverable,
  aDeliverableComment,
  aFile,
  anAmendment,
  anApproval,
  aProjectIn,
  aRequest,
  ask,
  contextOf,
  people,
  withReferences,
} from '#shared/testing/samples.ts'
import { changesSince, deedsOf, deedsSince, withDiary, type DiaryDeed } from './activity.ts'
import { saidNow } from './shown-fields.ts'

const detailOf = (project = {}, more: Parameters<typeof withReferences>[0] = {}) =>
  must(
    ask(
      projectDetail,
      { id: 42_000_017 },
      withReferences({ projects: [aProjectIn('progress', project)], requests: [aRequest()], ...more }),
      contextOf(people.ana),
    ),
  )

describe('who did what', () => {
  test('every kind of row has its sentence, the newest first', () => {
    const detail = detailOf(
      { modifiedDate: '2026-03-05T09:00:00.000Z' },
      {
        approvals: [anApproval({ createDate: '2026-03-03T09:00:00.000Z', comment: 'Within the plan' })],
        amendments: [anAmendment({ createDate: '2026-03-03T10:00:00.000Z' })],
        comments: [
          aComment({ createDate: '2026-03-06T09:00:00.000Z' }),
          aComment({ id: 42_000_099, kind: 'denial', createDate: '2026-03-02T20:00:00.000Z', comment: 'Too early' }),
        ],
        deliverables: [
          aDeliverable({
            ...{ complete: true, createDate: '2026-03-07T08:00:00.000Z', modifiedDate: '2026-03-07T09:00:00.000Z' },
            ...{ name: 'Glossary', createdById: people.mia.id, modifiedById: people.pete.id },
          }),
        ],
        deliverableComments: [aDeliverableComment({ createdAt: '2026-03-07T08:30:00.000Z' })],
        files: [aFile({ createDate: '2026-03-08T09:00:00.000Z' })],
      },
    )
    const deeds = deedsOf(detail)
    expect(deeds.map(({ by, did }) => `${by} ${did}`.replaceAll('T-42-17', 'it'))).toEqual([
      'Ana Whitfield attached agenda.pdf',
      'Pete Okafor completed the deliverable Glossary',
      'Pete Okafor commented on Glossary',
      'Mia Lindqvist added the deliverable Glossary',
      'Pete Okafor commented',
      'Mia Lindqvist accepted it',
      'Pete Okafor amended the request',
      'Adam Kessler approved as interim',
      'Pete Okafor denied it',
      'Ana Whitfield asked for it',
    ])
    expect(deeds.find(({ did }) => did === 'approved as interim')?.words).toBe('Within the plan')
  })

  test('a change of the tasking that left no row of its own is an edit, by whom and when', () => {
    const modified = { modifiedById: people.cora.id, modifiedDate: '2026-03-09T09:00:00.000Z' }
    expect(deedsOf(detailOf(modified))[0]).toMatchObject({ by: 'Cora Benedetti', did: 'edited T-42-17' })
  })
})

describe('since somebody last looked', () => {
  const looked = { at: '2026-03-06T12:00:00.000Z', said: saidNow(detailOf()) }

  test('what others did counts, also what was made before and received since; what is one’s own does not', () => {
    const comments = [
      aComment({ id: 42_000_091, createdById: people.pete.id, createDate: '2026-03-07T09:00:00.000Z' }),
      aComment({ id: 42_000_092, createdById: people.ana.id, createDate: '2026-03-07T10:00:00.000Z' }),
      aComment({
        ...{ id: 42_000_093, createdById: people.mia.id, createDate: '2026-03-05T10:00:00.000Z' },
        receivedDate: '2026-03-08T10:00:00.000Z',
      }),
      aComment({ id: 42_000_094, createdById: people.mia.id, createDate: '2026-03-05T11:00:00.000Z' }),
    ]
    const since = deedsSince(deedsOf(detailOf({}, { comments })), looked, people.ana.id)
    expect(since.map(({ key }) => key).sort()).toEqual(['comment-42000091', 'comment-42000093'])
  })

  test('each changed field is told before → after, unless the last change was one’s own', () => {
    const edited = { assigneeId: people.pete.id, actualCost: 320_000, modifiedById: people.mia.id }
    expect(changesSince(detailOf(edited), looked, people.ana.id)).toEqual([
      { field: 'Actual cost', before: '$0', after: '$3,200' },
      { field: 'Assignee', before: 'Unassigned', after: 'Pete Okafor' },
    ])
    expect(changesSince(detailOf(edited), looked, people.mia.id)).toEqual([])
    expect(changesSince(detailOf(), looked, people.mia.id)).toEqual([])
  })
})

describe('with the diary', () => {
  const entry = (more: Partial<DiaryDeed>): DiaryDeed => ({
    ...{ id: 1, at: '2026-03-09T09:00:00.000Z', received: '2026-03-09T09:00:00.000Z' },
    ...{ byId: people.mia.id, by: people.mia.fullName, table: 'projects', rowId: 42_000_017, what: '' },
    fields: [{ field: 'countryId', before: 1, after: 2 }],
    ...more,
  })
  const sentences = (diary: DiaryDeed[], project = {}, more = {}) =>
    withDiary(deedsOf(detailOf(project, more)), diary, 'it').map(({ by, did, fields }) =>
      `${by} ${did} ${(fields ?? []).map(({ field }) => field).join()}`.trim(),
    )

  test('an edit is told with its fields in place of the last change, and each earlier one too', () => {
    const told = sentences(
      [
        entry({}),
        entry({ id: 2, at: '2026-03-04T09:00:00.000Z', fields: [{ field: 'dueDate', before: 'a', after: 'b' }] }),
      ],
      { modifiedDate: '2026-03-09T09:00:00.000Z', modifiedById: people.mia.id },
    )
    expect(told.filter((line) => line.includes('edited'))).toEqual([
      'Mia Lindqvist edited it countryId',
      'Mia Lindqvist edited it dueDate',
    ])
  })

  test('that somebody kept what another one had made of it is told beside what they changed in the same act (S14)', () => {
    const kept = { fields: [{ field: 'assigneeId', before: 1, after: 2, kept: true as const }] }
    const told = sentences([entry({}), entry({ ...kept, id: 2 })], {
      ...{ modifiedDate: '2026-03-09T09:00:00.000Z', modifiedById: people.mia.id },
    })
    expect(told.slice(0, 2)).toEqual([
      'Mia Lindqvist kept what somebody else had changed on it, over their own assigneeId',
      'Mia Lindqvist edited it countryId',
    ])
    expect(sentences([entry(kept)])[0]).toBe(
      'Mia Lindqvist kept what somebody else had changed on it, over their own assigneeId',
    )
  })

  test('so is what somebody gave up of a deliverable (S14)', () => {
    const fields = [{ field: 'dueDate', before: 'a', after: 'b', kept: true as const }]
    expect(sentences([entry({ table: 'deliverables', rowId: 7, what: 'Draft report', fields })])[0]).toBe(
      'Mia Lindqvist kept what somebody else had changed on the deliverable Draft report, over their own dueDate',
    )
  })

  test('what accepting changed besides stands with accepting', () => {
    const { acceptedDate, acceptedById } = aProjectIn('progress')
    const told = sentences([
      entry({ at: must(acceptedDate), byId: acceptedById, fields: [{ field: 'assigneeId', before: 0, after: 1 }] }),
    ])
    expect(told.filter((line) => line.includes('assigneeId'))).toEqual(['Mia Lindqvist accepted T-42-17 assigneeId'])
  })

  test('a deliverable and a file have each act told, also when the row is gone', () => {
    const of = (id: number, table: 'deliverables' | 'files', field: string, after: unknown, what = 'Glossary') =>
      entry({
        id,
        table,
        rowId: 42_000_060,
        what,
        at: `2026-03-0${id}T09:00:00.000Z`,
        fields: [{ field, before: null, after }],
      })
    const told = sentences([
      of(7, 'deliverables', 'startDate', '2026-03-07'),
      of(8, 'deliverables', 'completedDate', '2026-03-08'),
      of(6, 'deliverables', 'name', 'Glossaries'),
      of(9, 'deliverables', 'active', false, ''),
      of(5, 'files', 'active', false, 'agenda.pdf'),
      of(4, 'files', 'active', true, 'agenda.pdf'),
    ])
    expect(told.filter((line) => /the (deliverable|file)/.test(line))).toEqual([
      'Mia Lindqvist removed the deliverable one that is gone',
      'Mia Lindqvist completed the deliverable Glossary',
      'Mia Lindqvist started the deliverable Glossary',
      'Mia Lindqvist changed the deliverable Glossary name',
      'Mia Lindqvist removed the file agenda.pdf',
      'Mia Lindqvist brought back the file agenda.pdf',
    ])
  })

  test('without anything known the rows tell what they can', () => {
    const rows = deedsOf(detailOf())
    expect(withDiary(rows, [], 'it')).toEqual(rows)
  })
})

test('for whom somebody decided stands behind what they did (C-027)', () => {
  const forCora = { createdById: people.ana.id, forId: people.cora.id, createDate: '2026-03-03T09:00:00.000Z' }
  const accepted = detailOf(
    { acceptedById: people.ana.id, decidedForId: people.mia.id },
    { approvals: [anApproval({ kind: 'authorization', ...forCora })] },
  )
  const said = deedsOf(accepted).map(({ by, did }) => `${by} ${did}`)
  expect(said).toContain('Ana Whitfield authorized for Cora Benedetti')
  expect(said).toContain('Ana Whitfield accepted T-42-17 for Mia Lindqvist')
})

test('who carried something is said of it, whether rows tell of it or the diary', () => {
  const comment = aComment({ createDate: '2026-03-06T09:00:00.000Z' })
  const detail = detailOf({}, { comments: [comment] })
  const entry = {
    received: '2026-03-07T09:00:00.000Z',
    by: 'Pete Okafor',
    what: '',
    table: 'projects',
    rowId: 42_000_017,
  } as const
  const byId = comment.createdById
  const diary: DiaryDeed[] = [
    { ...entry, id: 1, at: comment.createDate, byId, carriedBy: 'Mia Lindqvist', fields: [] },
    {
      ...{ ...entry, id: 2, at: '2026-03-06T10:00:00.000Z', byId, carriedBy: 'Adam Kessler' },
      fields: [{ field: 'description', before: 'a', after: 'b' }],
    },
  ]
  const told = withDiary(deedsOf(detail), diary, 'T-42-17').filter(({ carriedBy }) => carriedBy)
  expect(told.map(({ carriedBy, kind }) => [carriedBy, kind])).toEqual([
    ['Adam Kessler', 'change'],
    ['Mia Lindqvist', 'comment'],
  ])
})
