import type { Instant } from '#shared/lib/day.ts'
import { byFor } from '#shared/lib/shown-as.ts'
import { isStandingReason } from '#shared/rules/denial.ts'
import type { Looked } from '#web/data/device.ts'
import { decisions, didOf } from '#web/parts/faces.ts'
import type { ProjectDetail } from './project-detail.ts'
import { saidNow } from './shown-fields.ts'

/** Something somebody did to a tasking. */
export interface Deed {
  key: string
  /** When it was done, and when the server heard of it where that is known. */
  at: Instant
  received: Instant | null
  /** Who brought it in their place. */
  carriedBy?: string
  byId: number
  by: string
  /** "accepted the tasking": what follows the name. */
  did: string
  kind: 'change' | 'comment' | 'text'
  /** The words that came with it. */
  words?: string
  /** What it changed, as rows have it: ids, cents, days. */
  fields?: readonly ChangedField[]
}

export interface ChangedField {
  field: string
  before: unknown
  after: unknown
  /** It was not changed: `after` stood, and `before` is what was given up for it. */
  kept?: true
}

/** What the diary says of a tasking (`GET /api/projects/{id}/activity`). */
export interface DiaryDeed {
  id: number
  at: Instant
  received: Instant
  byId: number
  by: string
  /** Empty when it came from their own device; a server of before does not say. */
  carriedBy?: string
  table: 'projects' | 'deliverables' | 'files'
  rowId: number
  /** The deliverable or the file. */
  what: string
  fields: ChangedField[]
}

interface Change {
  field: string
  before: string
  after: string
}

/**
 * With what the server's diary knows: each edit with its fields. What rows tell of the last change only gives way to it; an act that changed fields
 * besides, as accepting does with the assignee, has them beside its own sentence.
 */
export function withDiary(deeds: readonly Deed[], diary: readonly DiaryDeed[], name: string): Deed[] {
  const isSame = (deed: Deed, { at, byId }: DiaryDeed) => deed.at === at && deed.byId === byId
  const ofRows = deeds
    .filter(
      (deed) =>
        !diary.some((entry) => isSame(deed, entry) && deed.key === lastChangeOf(entry) && entry.fields.length > 0),
    )
    .map((deed) => {
      const entry = diary.find((one) => one.table === 'projects' && isSame(deed, one) && isAct(deed))
      return entry && entry.fields.length > 0 ? { ...deed, fields: entry.fields } : deed
    })
  const told = new Set(ofRows.flatMap(({ fields }) => (fields ? [fields] : [])))
  const more = diary
    // Without fields it says no more than who carried what rows tell.
    .filter(({ fields }) => fields.length > 0 && !told.has(fields))
    .map((entry): Deed => {
      const { id, at, received, byId, by } = entry
      const isLate = received !== at
      return {
        key: `diary-${id}`,
        at,
        received: isLate ? received : null,
        byId,
        by,
        kind: 'change',
        ...saidOf(entry, name),
      }
    })
  const carrierOf = (deed: Deed) => diary.find((entry) => entry.carriedBy && isSame(deed, entry))?.carriedBy
  return newestFirst(
    [...ofRows, ...more].map((deed) => {
      const carriedBy = carrierOf(deed)
      return carriedBy ? { ...deed, carriedBy } : deed
    }),
  )
}

/** Approved, accepted, amended, denied, completed, canceled: what has a sentence of its own. */
const isAct = ({ key, kind }: Deed): boolean => kind === 'change' && !/^(made|modified|file|deliverable)/.test(key)
const lastChangeOf = ({ table, rowId }: DiaryDeed): string =>
  table === 'projects' ? 'modified' : `deliverable-${rowId}-now`

/** The sentence of a change, and which of its fields it does not say itself. */
function saidOf({ table, what, fields }: DiaryDeed, name: string): Pick<Deed, 'did' | 'fields'> {
  const became = (field: string, value: (after: unknown) => boolean) =>
    fields.some((one) => one.field === field && value(one.after))
  const thing = what || 'one that is gone'
  const rest = (...said: string[]) => fields.filter(({ field }) => !said.includes(field))
  if (table === 'files')
    return {
      did: `${didOf(became('active', (after) => after === true) ? 'restoreFile' : 'removeFile')} the file ${thing}`,
    }
  if (fields.some(({ kept }) => kept)) {
    const on = table === 'projects' ? name : `the deliverable ${thing}`
    return { did: `kept what somebody else had changed on ${on}, over their own`, fields }
  }
  if (table === 'projects') return { did: `${didOf('editProject')} ${name}`, fields }
  const onDeliverable = (command: string) => `${didOf(command)} the deliverable ${thing}`
  if (became('active', (after) => after === false)) return { did: onDeliverable('removeDeliverable') }
  if (became('completedDate', (after) => after !== null))
    return { did: onDeliverable('completeDeliverable'), fields: rest('completedDate', 'startDate') }
  if (became('startDate', (after) => after !== null))
    return { did: onDeliverable('startDeliverable'), fields: rest('startDate') }
  return { did: onDeliverable('editDeliverable'), fields }
}

const newestFirst = (deeds: Deed[]): Deed[] =>
  deeds.sort((a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key))

/** Who did what, the newest first, as far as the rows of this device tell: without a connection too. */
export function deedsOf(detail: ProjectDetail): Deed[] {
  const { project, approvals, amendments, comments, deliverables, deliverableComments, files, revisions } = detail
  const ended = (key: string, byId: number, by: string, at: Instant | null, did: string, more: Partial<Deed> = {}) =>
    at ? [{ key, byId, by, at, received: null, did, kind: 'change' as const, ...more }] : []
  const made = (key: string, row: Made, did: string, more: Partial<Deed> = {}): Deed => ({
    ...{ key, did, byId: row.createdById, by: row.createdBy, at: row.createDate, kind: 'change' },
    received: row.receivedDate ?? null,
    ...more,
  })
  const { name } = project
  const onIt = (command: string) => `${didOf(command)} ${name}`
  const deeds: Deed[] = [
    made('made', project, project.requested ? `asked for ${name}` : onIt('addProject')),
    ...approvals.map((row) =>
      made(
        `approval-${row.id}`,
        row,
        `${byFor(row.kind === 'interim' ? `${didOf('approveProject')} as interim` : decisions.authorize.done.toLowerCase(), row.for)}${row.voided ? ', no longer valid' : ''}`,
        { words: row.comment },
      ),
    ),
    ...ended(
      'accepted',
      project.acceptedById,
      project.acceptedBy,
      project.acceptedDate,
      byFor(onIt('acceptProject'), project.decidedFor),
      {
        received: project.acceptedReceivedDate,
      },
    ),
    ...ended('completed', project.completedById, project.completedBy, project.completedDate, onIt('completeProject'), {
      received: project.completedReceivedDate,
    }),
    ...ended('canceled', project.canceledById, project.canceledBy, project.canceledDate, onIt('cancelProject'), {
      words: project.cancelReason,
    }),
    ...amendments.map((row) =>
      made(`amendment-${row.id}`, row, `${didOf('amendProject')} the request`, { words: row.amendment }),
    ),
    ...comments.map((row) =>
      row.kind === 'denial'
        ? made(
            `comment-${row.id}`,
            row,
            byFor(onIt('denyProject'), isStandingReason(row, project) ? project.decidedFor : ''),
            { words: row.comment },
          )
        : made(`comment-${row.id}`, row, didOf('addComment'), { kind: 'comment', words: row.comment }),
    ),
    ...revisions.map((row) =>
      made(`revision-${row.id}`, row, `${didOf('editRequestContent')} the text of the request`, { kind: 'text' }),
    ),
    // What is on its way is attached once it is there.
    ...files.filter((row) => row.stored).map((row) => made(`file-${row.id}`, row, `${didOf('addFile')} ${row.name}`)),
    ...deliverables.flatMap((row) => [
      made(`deliverable-${row.id}`, row, `${didOf('addDeliverable')} the deliverable ${row.name}`),
      ...(row.modifiedDate > row.createDate
        ? ended(
            `deliverable-${row.id}-now`,
            row.modifiedById,
            row.modifiedBy,
            row.modifiedDate,
            `${lastDid(row)} the deliverable ${row.name}`,
          )
        : []),
    ]),
    ...deliverableComments.map((row) => ({
      ...made(
        `remark-${row.id}`,
        { ...row, createDate: row.createdAt },
        `${didOf('commentOnDeliverable')} on ${nameOf(detail, row)}`,
      ),
      kind: 'comment' as const,
      words: row.comment,
    })),
  ]
  // Whatever changed the tasking itself last and has left no row of its own.
  if (!deeds.some(({ at }) => at === project.modifiedDate) && project.modifiedDate > project.createDate)
    deeds.push(
      ...ended('modified', project.modifiedById, project.modifiedBy, project.modifiedDate, onIt('editProject')),
    )
  return newestFirst(deeds)
}

/** The row alone does not tell whether it was started or changed after. */
function lastDid({ complete, startDate }: ProjectDetail['deliverables'][number]): string {
  if (complete) return didOf('completeDeliverable')
  return startDate ? `${didOf('startDeliverable')} or ${didOf('editDeliverable')}` : didOf('editDeliverable')
}

interface Made {
  createdById: number
  createdBy: string
  createDate: Instant
  receivedDate?: Instant | null
}

const nameOf = ({ deliverables }: ProjectDetail, { deliverableId }: { deliverableId: number }): string =>
  deliverables.find((row) => row.id === deliverableId)?.name ?? 'a deliverable'

/** What others did since, by when it could be seen here: what was done offline before and came later counts. */
export const deedsSince = (deeds: readonly Deed[], { at: since }: Looked, userId: number): Deed[] =>
  deeds.filter(({ byId, at, received }) => byId !== userId && (received ?? at) > since)

/** Field by field, before → after; nothing where this person made the last change. */
export function changesSince(detail: ProjectDetail, { said }: Looked, userId: number): Change[] {
  if (detail.project.modifiedById === userId) return []
  return Object.entries(saidNow(detail)).flatMap(([field, after]) => {
    const before = said[field]
    return before === undefined || before === after ? [] : [{ field, before, after }]
  })
}
