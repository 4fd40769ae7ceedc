import type { Instant } from '../lib/day.ts'
import type { Project } from '../model/project.ts'
import type { TabName } from '../model/status.ts'
import type { ProjectAbilities } from './abilities.ts'
import { hasRole, withRolesLent, type Deciding, type Role } from './access.ts'

/** The tabs in which taskings wait for a decision, and whose it is. */
export const queues = { interim: 'AD', cor: 'COR', acceptance: 'Manager' } as const satisfies Partial<
  Record<TabName, Role>
>
export type Queue = keyof typeof queues
/** Who may decide there too: a COR authorizes also what no AD has looked at (C-063). */
const also: Partial<Record<Queue, Role>> = { interim: 'COR' }

/** Where a person decides, their own queue first. */
export function queuesOf(person: Deciding): Queue[] {
  const user = withRolesLent(person)
  const all = Object.keys(queues) as Queue[]
  const second = all.filter((queue) => hasRole(user, ...[also[queue] ?? []].flat()) && !hasRole(user, queues[queue]))
  return [...all.filter((queue) => hasRole(user, queues[queue])), ...second]
}

export const isQueue = (tab: TabName): tab is Queue => tab in queues

/** The queue in which a tasking waits for the decision that these abilities allow. */
export const queueOf = ({ phase }: Pick<Project, 'phase'>, may: Pick<ProjectAbilities, 'accept' | 'approve'>): Queue =>
  may.accept && !may.approve ? 'acceptance' : phase === 'interim' ? 'interim' : 'cor'

/** Approved by an AD only, while a COR is still outstanding (C-063). */
export const isInterim = ({ phase, approved }: Pick<Project, 'phase' | 'approved'>): boolean =>
  phase === 'authorization' && approved

interface Steps {
  project: { createDate: Instant }
  approvals: readonly { createDate: Instant }[]
  amendments: readonly { createDate: Instant }[]
}
/**
 * Since when the present step has been waiting: the last thing that moved the tasking. Of an approval that an edit took away it is known when
 * it was given, and not when it was lost.
 */
export function waitingSince({ project, approvals, amendments }: Steps): Instant {
  return [project, ...approvals, ...amendments].reduce(
    (latest, { createDate }) => (createDate > latest ? createDate : latest),
    '',
  )
}
