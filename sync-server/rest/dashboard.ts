import * as z from 'zod/mini'
import { line } from '#shared/model/fields.ts'
import { dashboardTabs, type TabName } from '#shared/model/status.ts'
import { dashboardTab, overview, recentlyCompleted } from '#shared/queries/dashboard.ts'
import { monthsOfWork } from '#shared/queries/months.ts'
import { drafts } from '#shared/queries/requests.ts'
import { assignees, statistics, teamGroups } from '#shared/queries/statistics.ts'
import { notFound } from '../execute/errors.ts'
import { idOf, type PhraseBook } from './mount.ts'
import {
  assignee,
  draft,
  group,
  months,
  overview as overviewShape,
  statistics as statisticsShape,
  taskingRows,
} from './shapes.ts'

export function mountDashboard({ read }: PhraseBook): void {
  // Arrays whose first item has the count, as the specification gives them (C-049).
  read(
    '/dashboard/overview',
    {
      says: 'The four numbers of the dashboard, each the length of the list its card opens.',
      search: z.object({ team: z.optional(line) }),
      answer: overviewShape,
    },
    overview,
    ({ search }) => ({ teamId: search.team ? idOf(search.team) : 0 }),
    (counts) => Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, [{ count }]])),
  )
  read(
    '/dashboard/months',
    {
      says: 'What was begun and what was completed in each of the last twelve months, the present one last.',
      search: z.object({ team: z.optional(line) }),
      answer: months,
    },
    monthsOfWork,
    ({ search }) => ({ teamId: search.team ? idOf(search.team) : 0 }),
  )
  read(
    '/dashboard/status/:status',
    { says: 'The taskings of one status tab, at most 200.', answer: taskingRows },
    dashboardTab,
    ({ params, actor }) => ({ tab: tabOf(params.status), teamId: 0, userId: actor.id }),
  )
  read(
    '/dashboard/user/:id',
    { says: 'The open taskings that a person made or is assigned to.', answer: taskingRows },
    dashboardTab,
    ({ params }) => ({ tab: 'mine' as const, teamId: 0, userId: idOf(params.id) }),
  )
  read(
    '/dashboard/team/:id',
    { says: 'The open taskings of a team.', answer: taskingRows },
    dashboardTab,
    ({ params, actor }) => ({ tab: 'team' as const, teamId: idOf(params.id), userId: actor.id }),
  )
  read(
    '/dashboard/team/:id/status/:status',
    { says: 'The taskings of one status tab of a team.', answer: taskingRows },
    dashboardTab,
    ({ params, actor }) => ({ tab: tabOf(params.status), teamId: idOf(params.id), userId: actor.id }),
  )
  // `teams/{id}` are its people, `team/{id}` its taskings (C-056).
  read(
    '/dashboard/users',
    { says: 'The people work is assigned to, with their open taskings counted.', answer: z.array(assignee) },
    assignees,
    () => ({ teamId: 0 }),
  )
  read(
    '/dashboard/teams',
    { says: 'The teams, with their open taskings counted.', answer: z.array(group) },
    teamGroups,
    () => ({}),
  )
  read(
    '/dashboard/teams/:id',
    { says: 'The people of a team, with their open taskings counted.', answer: z.array(assignee) },
    assignees,
    ({ params }) => ({ teamId: idOf(params.id) }),
  )
  read(
    '/dashboard/user/:id/stats',
    { says: 'What a person began this year, by team, person, advisor and country.', answer: statisticsShape },
    statistics,
    ({ params }) => ({ userId: idOf(params.id) }),
  )
  read(
    '/dashboard/team/:id/stats',
    { says: 'What a team began this year, by team, person, advisor and country.', answer: statisticsShape },
    statistics,
    ({ params }) => ({ teamId: idOf(params.id) }),
  )
  read(
    '/dashboard/completed',
    { says: 'The last taskings that were completed.', answer: taskingRows },
    recentlyCompleted,
    () => ({ teamId: 0 }),
  )
  read(
    '/dashboard/team/:id/completed',
    { says: 'The last taskings of a team that were completed.', answer: taskingRows },
    recentlyCompleted,
    ({ params }) => ({ teamId: idOf(params.id) }),
  )
  read(
    '/dashboard/requests/:id/drafts',
    { says: 'Your own unfinished requests, newest first.', who: 'seeDrafts', answer: z.array(draft) },
    drafts,
    () => ({}),
  )
}

/** The tab of a code in an address. */
function tabOf(code = ''): TabName {
  const tab = dashboardTabs.find((one) => one.code >= 0 && String(one.code) === code)
  if (!tab) throw notFound()
  return tab.name
}
