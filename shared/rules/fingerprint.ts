import { shortHash } from '../lib/text.ts'
import type { ProjectFacts } from '../model/project.ts'

/** What a decision is about, besides the request's text. If any of it changed after it was seen, the decision is not about this any more. */
export const decidedOn = [
  'description',
  'countryId',
  'teamId',
  'advisorId',
  'bocId',
  'taskId',
  'projectTypeId',
  'poolCode',
  'shipNumber',
  'blanketTasking',
  'dueDate',
  'taskingCostEstimate',
  'initialCostEstimate',
  'actualCost',
] as const satisfies (keyof ProjectFacts)[]

/** A short print of what the person saw when deciding: the tasking's content and its request's text. */
export const fingerprint = (project: ProjectFacts, content: string): string =>
  shortHash(JSON.stringify([...decidedOn.map((field) => project[field]), content]))
