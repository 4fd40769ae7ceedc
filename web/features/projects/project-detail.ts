import type { AnswerOf } from '#shared/kernel/query.ts'
import type { Cents } from '#shared/lib/money.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import { belowWith } from '#shared/rules/funding.ts'
import { isInterim } from '#shared/rules/queues.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'
import { oldestFirst } from '#web/parts/last-decision.ts'

/** Everything the page shows of one tasking. */
export type ProjectDetail = NonNullable<AnswerOf<typeof projectDetail>>
export type Deliverable = ProjectDetail['deliverables'][number]

export const contentOf = (detail: ProjectDetail): string => detail.request?.content ?? ''

/** What a tasking takes from its pool, spent or not. */
export const costOf = ({ share }: NonNullable<ProjectDetail['funding']>): Cents => share.actual + share.estimated

/** What deciding it needs; `seen`: what was read. */
export const decidedOf = ({ project, funding }: ProjectDetail, seen: string) => ({
  id: project.id,
  name: project.name,
  seen,
  interim: isInterim(project),
  below: funding ? belowWith(costOf(funding), funding.balance) : 0,
})

/** It came back to whoever denied it (an answer to a denial goes to them), who need not be who does the work. */
export const isWithDenier = ({ project, comments }: ProjectDetail): boolean =>
  project.assigneeId > 0 &&
  oldestFirst(comments.filter(({ kind }) => kind === 'denial')).at(-1)?.createdById === project.assigneeId

/** Whoever accepts it is asked who does the work: nobody has it, or not who will. */
export const needsAssignee = (detail: ProjectDetail): boolean =>
  detail.project.assigneeId === 0 || detail.inactive.includes('assignee') || isWithDenier(detail)

/** What a decision about this detail is about. */
export const printOf = (detail: ProjectDetail): string =>
  fingerprint(detail.project, contentOf(detail), detail.amendments)
