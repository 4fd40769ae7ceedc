import type { Instant } from '#shared/lib/day.ts'
import type { ProjectDetail } from './project-detail.ts'

/** Since when the present step has been waiting: the last thing that moved the tasking forward. */
export function waitingSince({ project, approvals, amendments }: ProjectDetail): Instant {
  const standing = approvals.filter((approval) => !approval.voided)
  return [project, ...standing, ...amendments].reduce(
    (latest, { createDate }) => (createDate > latest ? createDate : latest),
    '',
  )
}
