import type { AnswerOf } from '#shared/kernel/query.ts'
import type { Refusal, RefusalCode } from '#shared/kernel/refusal.ts'
import { byFor } from '#shared/lib/shown-as.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import { decisions, taskingFaces } from './faces.ts'
import { atWords } from './when.tsx'

type Detail = NonNullable<AnswerOf<typeof projectDetail>>

export interface LastDecision {
  /** As its face says it: "Denied". */
  verb: string
  by: string
  byId: number
  /** Who was away, where they decided for somebody. */
  away: string
  at: string
  /** In the words of whoever decided; empty where they gave none. */
  why: string
}

/** How the last decision about a tasking went; null when nothing has been decided. */
export function lastDecision(detail: Detail): LastDecision | null {
  const { project } = detail
  const { acceptedDate, canceledDate, completedDate, deniedDate } = project
  if (project.phase === 'canceled' && canceledDate)
    return {
      verb: taskingFaces.cancel.done,
      by: project.canceledBy,
      byId: project.canceledById,
      away: '',
      at: canceledDate,
      why: project.cancelReason,
    }
  if (project.phase === 'completed' && completedDate)
    return {
      verb: taskingFaces.complete.done,
      by: project.completedBy,
      byId: project.completedById,
      away: '',
      at: completedDate,
      why: '',
    }
  if (project.phase === 'denied' && deniedDate)
    return {
      verb: taskingFaces.deny.done,
      by: project.deniedBy,
      byId: project.deniedById,
      away: project.decidedFor,
      at: deniedDate,
      why: lastDenial(detail),
    }
  if (project.accepted && acceptedDate)
    return {
      verb: decisions.accept.done,
      by: project.acceptedBy,
      byId: project.acceptedById,
      away: project.decidedFor,
      at: acceptedDate,
      why: '',
    }
  const approval = oldestFirst(detail.approvals.filter((row) => !row.voided)).at(-1)
  if (!approval) return null
  const verb = (approval.kind === 'authorization' ? decisions.authorize : decisions.approve).done
  const { createdBy: by, createdById: byId, for: away, createDate: at, comment: why } = approval
  return { verb, by, byId, away, at, why }
}

/** "Denied by Cora Benedetti at 09:31", as this reader is told it. */
export const decidedWords = ({ verb, by, byId, away, at }: LastDecision, reader: { id: number }, now: number): string =>
  `${verb} by ${byFor(byId === reader.id ? 'you' : by || 'somebody else', away)} ${atWords(at, now)}`

/** Refused because somebody was faster. */
export const isLate = ({ refused }: Refusal): boolean => late.includes(refused)
const late: RefusalCode[] = ['already-decided', 'moved-on', 'closed']

/** The reason of the last denial. */
export const lastDenial = ({ comments }: Pick<Detail, 'comments'>): string =>
  oldestFirst(comments.filter((comment) => comment.kind === 'denial')).at(-1)?.comment ?? ''

/** Ids of different devices say nothing about time; what people read in order is ordered by when it was made. */
export const oldestFirst = <Row extends { createDate: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.createDate < b.createDate ? -1 : a.createDate > b.createDate ? 1 : 0))
