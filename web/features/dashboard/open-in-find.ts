import { paths } from '#web/parts/paths.ts'

/** Find with these filters, within the team that a dashboard shows (0 = all). */
export const openInFind = (teamId: number, filters: Record<string, string | number>) =>
  paths.find(teamId > 0 ? { teams: teamId, ...filters } : filters)
