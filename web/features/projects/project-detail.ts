import type { AnswerOf } from '#shared/kernel/query.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'

/** Everything the page shows of one tasking. */
export type ProjectDetail = NonNullable<AnswerOf<typeof projectDetail>>

export const contentOf = (detail: ProjectDetail): string => detail.request?.content ?? ''

/** Ids of different devices say nothing about time; what people read in order is ordered by when it was made. */
export const oldestFirst = <Row extends { createDate: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.createDate < b.createDate ? -1 : a.createDate > b.createDate ? 1 : 0))

/** What a decision about this detail is about. */
export const printOf = (detail: ProjectDetail): string => fingerprint(detail.project, contentOf(detail))
