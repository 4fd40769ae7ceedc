import type { AnswerOf } from '#shared/kernel/query.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import { isInterim } from '#shared/rules/queues.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'

/** Everything the page shows of one tasking. */
export type ProjectDetail = NonNullable<AnswerOf<typeof projectDetail>>
export type Deliverable = ProjectDetail['deliverables'][number]

export const contentOf = (detail: ProjectDetail): string => detail.request?.content ?? ''

/** What deciding it needs; `seen`: what was read. */
export const decidedOf = ({ project, funding }: ProjectDetail, seen: string) => ({
  id: project.id,
  name: project.name,
  seen,
  interim: isInterim(project),
  balance: funding?.balance ?? null,
})

/** What a decision about this detail is about. */
export const printOf = (detail: ProjectDetail): string =>
  fingerprint(detail.project, contentOf(detail), detail.amendments)
