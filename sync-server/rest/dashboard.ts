import { HTTPException } from 'hono/http-exception'
import { dashboardTabs } from '#shared/model/status.ts'
import { dashboardTab, overview, recentlyCompleted } from '#shared/queries/dashboard.ts'
import { drafts } from '#shared/queries/requests.ts'
import { assignees, statistics, teamGroups } from '#shared/queries/statistics.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import { notFound } from './errors.ts'
import { idOf, type PhraseBook } from './mount.ts'

const MY_TASKINGS = -1

export function mountDashboard({ read }: PhraseBook): void {
  // Arrays whose first item has the count, as the specification gives them (C-049).
  read(
    '/dashboard/overview',
    overview,
    () => ({ teamId: 0 }),
    (counts) => Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, [{ count }]])),
  )
  read('/dashboard/status/:status', dashboardTab, ({ params, actor }) => ({
    tab: tabOf(params.status),
    teamId: 0,
    userId: actor.id,
  }))
  read('/dashboard/user/:id', dashboardTab, ({ params }) => ({ tab: MY_TASKINGS, teamId: 0, userId: idOf(params.id) }))
  read('/dashboard/team/:id', dashboardTab, ({ params, actor }) => ({
    tab: MY_TASKINGS,
    teamId: idOf(params.id),
    userId: actor.id,
  }))
  read('/dashboard/team/:id/status/:status', dashboardTab, ({ params, actor }) => ({
    tab: tabOf(params.status),
    teamId: idOf(params.id),
    userId: actor.id,
  }))
  // `teams/{id}` are its people, `team/{id}` its taskings (C-056).
  read('/dashboard/users', assignees, () => ({ teamId: 0 }))
  read('/dashboard/teams', teamGroups, () => ({}))
  read('/dashboard/teams/:id', assignees, ({ params }) => ({ teamId: idOf(params.id) }))
  read('/dashboard/user/:id/stats', statistics, ({ params }) => ({ userId: idOf(params.id) }))
  read('/dashboard/team/:id/stats', statistics, ({ params }) => ({ teamId: idOf(params.id) }))
  read('/dashboard/completed', recentlyCompleted, () => ({ teamId: 0 }))
  read('/dashboard/team/:id/completed', recentlyCompleted, ({ params }) => ({ teamId: idOf(params.id) }))
  read('/dashboard/requests/:id/drafts', drafts, ({ params, actor }) => {
    if (idOf(params.id) !== actor.id) throw new HTTPException(403, { message: refusals['not-allowed'].sentence })
    return {}
  })
}

function tabOf(text: string | undefined): number {
  const tab = Number(text)
  const known = /^\d$/.test(text ?? '') && dashboardTabs.some(({ code }) => code === tab)
  if (!known) throw notFound()
  return tab
}
