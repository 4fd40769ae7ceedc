import { useSearchParams } from 'react-router-dom'
import type { DashboardName } from '#shared/rules/access.ts'
import { findChoices } from '#shared/queries/find-choices.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'

/** 0 = the whole organisation. A person without a team picks one; until then it is the first (C-054). */
export function useTeamScope(name: DashboardName): { teamId: number; mustPick: boolean } {
  const { user } = useDevice()
  const [search] = useSearchParams()
  const mustPick = name === 'team' && user.teamId === 0
  const choices = useQuery(findChoices, {}, mustPick)
  if (name !== 'team') return { teamId: 0, mustPick: false }
  if (user.teamId > 0) return { teamId: user.teamId, mustPick: false }
  return { teamId: teamIn(search, choices?.teams ?? []), mustPick }
}

/** The team that the address names, if there is one of that number; else the first. */
export function teamIn(search: URLSearchParams, teams: readonly { id: number }[]): number {
  const asked = teams.find(({ id }) => String(id) === search.get('team'))
  return (asked ?? teams[0])?.id ?? NO_TEAM
}

/** While the teams are not known yet, nothing may be shown or asked: 0 would mean everything. */
export const NO_TEAM = Number.MAX_SAFE_INTEGER
