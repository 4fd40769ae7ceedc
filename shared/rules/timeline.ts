import type { Approval, Project } from '../model/project.ts'
import type { Instant } from '../lib/day.ts'

type StepName = 'Internal' | 'Requested' | 'Approved' | 'Accepted' | 'Completed' | 'Denied' | 'Canceled'
interface StepLine {
  label: 'Interim' | 'Authorized' | ''
  byId: number
  /** Who was away, where somebody decided for them. */
  forId: number
  at: Instant | null
  /** When the server heard of it, where that is known. */
  received: Instant | null
  done: boolean
}
interface TimelineStep {
  name: StepName
  state: 'done' | 'now' | 'todo' | 'ended'
  lines: StepLine[]
}

const line = (byId: number, at: Instant | null, more: Partial<StepLine> = {}): StepLine => ({
  label: '',
  byId,
  forId: 0,
  at,
  received: null,
  done: true,
  ...more,
})

/** Internal, or Requested → Approved → Accepted; then Completed. Denied and canceled end the line (C-161). */
export function timelineOf(project: Project, approvals: Approval[]): TimelineStep[] {
  const start: TimelineStep = {
    name: project.requested ? 'Requested' : 'Internal',
    state: 'done',
    lines: [line(project.createdById, project.createDate)],
  }
  const middle = project.requested ? [approvedStep(project, approvals), acceptedStep(project)] : []
  if (project.phase === 'canceled') {
    const done = middle.filter((step) => step.state === 'done')
    return [
      start,
      ...done,
      { name: 'Canceled', state: 'ended', lines: [line(project.canceledById, project.canceledDate)] },
    ]
  }
  if (project.phase === 'denied') {
    const done = middle.filter((step) => step.state === 'done')
    return [
      start,
      ...done,
      {
        name: 'Denied',
        state: 'ended',
        lines: [
          line(project.deniedById, project.deniedDate, {
            forId: project.decidedForId,
            received: project.deniedReceivedDate,
          }),
        ],
      },
    ]
  }
  const completed: TimelineStep = {
    name: 'Completed',
    state: project.completed ? 'done' : project.phase === 'progress' ? 'now' : 'todo',
    lines: project.completed
      ? [line(project.completedById, project.completedDate, { received: project.completedReceivedDate })]
      : [],
  }
  return [start, ...middle, completed]
}

function approvedStep(project: Project, approvals: Approval[]): TimelineStep {
  const standing = approvals.filter((approval) => !approval.voided)
  const interim = standing.find((approval) => approval.kind === 'interim')
  const authorized = standing.find((approval) => approval.kind === 'authorization')
  const lines: StepLine[] = []
  const given = ({ createdById, forId, createDate, receivedDate }: Approval, label: StepLine['label']) =>
    line(createdById, createDate, { label, forId, received: receivedDate })
  if (interim) lines.push(given(interim, 'Interim'))
  else if (!authorized) lines.push(line(0, null, { label: 'Interim', done: project.interim }))
  lines.push(authorized ? given(authorized, 'Authorized') : line(0, null, { label: 'Authorized', done: false }))
  const waiting = project.phase === 'interim' || project.phase === 'authorization'
  return { name: 'Approved', state: waiting ? 'now' : project.approved ? 'done' : 'todo', lines }
}

function acceptedStep(project: Project): TimelineStep {
  if (project.accepted)
    return {
      name: 'Accepted',
      state: 'done',
      lines: [
        line(project.acceptedById, project.acceptedDate, {
          forId: project.decidedForId,
          received: project.acceptedReceivedDate,
        }),
      ],
    }
  return { name: 'Accepted', state: project.phase === 'acceptance' ? 'now' : 'todo', lines: [] }
}
