import { queues } from '#shared/rules/queues.ts'
import { lastDenial } from '#web/parts/last-decision.ts'
import type { ProjectDetail } from './project-detail.ts'

type Step = ProjectDetail['timeline'][number]
type Line = Step['lines'][number]

/** Who gave an approval, or what became of it: the same on the screen and on paper. */
export function standingOf(line: Line, detail: Pick<ProjectDetail, 'project'>): string {
  if (line.done) return line.by || 'documented on the request'
  if (isWaitedFor(line, detail))
    return `waiting for ${line.label === 'Interim' ? `an ${queues.interim}` : `a ${queues.cor}`}`
  // Who accepts without the COR, or cancels, no longer waits for one.
  return isApprovable(detail) ? 'not yet' : 'not given'
}

export const isWaitedFor = ({ label, done }: Line, { project }: Pick<ProjectDetail, 'project'>): boolean =>
  !done &&
  ((label === 'Interim' && project.phase === 'interim') ||
    (label === 'Authorized' && project.phase === 'authorization'))

/** Why it went no further than this step. */
export const endedBecause = ({ name }: Step, detail: ProjectDetail): string =>
  name === 'Denied' ? lastDenial(detail) : name === 'Canceled' ? detail.project.cancelReason : ''

const isApprovable = ({ project }: Pick<ProjectDetail, 'project'>): boolean =>
  project.phase === 'interim' || project.phase === 'authorization' || project.phase === 'denied'
