import { printOf, sha256 } from '../lib/sha256.ts'
import { keyOf } from '../lib/words.ts'
import type { ProjectFacts } from '../model/project.ts'
import type { Request } from '../model/request.ts'

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

/** Nobody rewrites an amendment: its id stands for its words. */
type Amendments = readonly { id: number }[]

/**
 * A print of what the person saw when deciding: the tasking's content, its request's text and what was amended. Whoever may edit these must not find two
 * contents with one print: a decision on the one would be carried out on the other (decision 080).
 */
export function fingerprint(project: ProjectFacts, content: string, amendments: Amendments): string {
  const ids = amendments.map(({ id }) => id).sort((a, b) => a - b)
  return sha256(decidedText(project, content) + JSON.stringify(ids)).join()
}

/** Of apps from before, whose decisions may wait in a queue still, the prints are others, and tell of no amendment; no two kinds are alike. */
export function isPrintOf(print: string, project: ProjectFacts, content: string, amendments: Amendments): boolean {
  const before = decidedText(project, content)
  return [fingerprint(project, content, amendments), sha256(before).join(), earlierPrint(before)].includes(print)
}

export const decidedText = (project: ProjectFacts, content: string): string =>
  JSON.stringify([...decidedOn.map((field) => project[field]), content])

const finishedWith = [
  ...['countryId', 'teamId', 'advisorId', 'projectTypeId', 'dueDate', 'blanketTasking', 'category', 'subTaskId'],
  ...['contactDetails', 'taskDetails', 'specialInstructions'],
] as (keyof Request)[]

/** A print of the draft that somebody finishes. Tasks and the pool by what they are known by: how they are written is not the person's. */
export const draftPrint = (request: Request): string =>
  printOf([
    ...finishedWith.map((field) => request[field]),
    keyOf(request.poolCode),
    request.tasks.map(({ taskId }) => taskId),
  ])

/** Short: FNV-1a in two lanes. Two texts that share one are found in seconds. */
export function earlierPrint(text: string): string {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
