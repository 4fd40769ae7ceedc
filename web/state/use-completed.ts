import { overview } from '#shared/queries/dashboard.ts'
import { useMeta, useQuery } from '../data/use-query.ts'
import { useYearOnDevice } from './closed-window.ts'
import { useServerAnswer } from './use-server-answer.ts'

/**
 * What was completed this year, in the whole organisation (0) or one team: by the device's own count when it holds the whole
 * year, else by the server's. `whole` is false while taskings may be missing from the count.
 */
export function useCompleted(teamId: number): { count: number | undefined; whole: boolean } {
  const year = useYearOnDevice()
  const own = useQuery(overview, { teamId })
  const position = useMeta('position')
  const path = teamId > 0 ? `dashboard/overview?team=${teamId}` : 'dashboard/overview'
  const answer = useServerAnswer<{ completed: { count: number }[] }>(
    position?.ready && year.partial ? path : null,
    position?.cursor ?? '',
  )
  const counted = answer.body?.completed[0]?.count
  return { count: counted ?? own?.completed, whole: year.whole || counted !== undefined }
}
