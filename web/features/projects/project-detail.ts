import type { AnswerOf } from '#shared/kernel/query.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'

/** Everything the page shows of one tasking. */
export type ProjectDetail = NonNullable<AnswerOf<typeof projectDetail>>

export const contentOf = (detail: ProjectDetail): string => detail.request?.content ?? ''

/** What a decision about this detail is about. */
export const printOf = (detail: ProjectDetail): string => fingerprint(detail.project, contentOf(detail))
