import { useYearOnDevice } from '#web/parts/closed-window.ts'
import { useServerAnswer } from '#web/parts/use-server-answer.ts'

/**
 * What was completed this year: by the device's own count when it holds the whole year, else by the server's. `whole` is
 * false while taskings may be missing from the count.
 */
export function useCompleted(teamId: number, onDevice: number): { count: number; whole: boolean } {
  const year = useYearOnDevice()
  // The server's overview is of the whole organisation; about one team it cannot be asked.
  const asks = teamId === 0 && !year.whole
  const answer = useServerAnswer<{ completed: { count: number }[] }>(asks ? 'dashboard/overview' : null, onDevice)
  const counted = answer?.completed[0]?.count
  return { count: counted ?? onDevice, whole: year.whole || counted !== undefined }
}
