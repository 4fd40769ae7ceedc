import { brokenFields } from '#shared/commands/tasking.ts'
import type { User } from '#shared/model/reference.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import type { projectDetail } from '#shared/queries/projects.ts'

type Detail = Pick<NonNullable<AnswerOf<typeof projectDetail>>, 'project' | 'approvals'>

export interface Broken {
  fields: ReturnType<typeof brokenFields>
  /** Who gave the approvals that saving would void; none where the tasking is accepted and is marked instead. */
  voids: string[]
}

/** What saving does to the approvals of a tasking (C-069). */
export function brokenBy({ project, approvals }: Detail, facts: Partial<Detail['project']>, actor: User): Broken {
  const fields = brokenFields(project, { ...project, ...facts }, actor)
  const standing = approvals.filter((approval) => !approval.voided)
  return { fields, voids: fields.length > 0 && !project.accepted ? standing.map((row) => row.createdBy) : [] }
}
