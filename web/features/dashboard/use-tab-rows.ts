import { useMemo, useState } from 'react'
import type { TabName } from '#shared/model/status.ts'
import { dashboardTab } from '#shared/queries/dashboard.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { useMeta, useQuery } from '#web/data/use-query.ts'
import { useOwnTaskings } from '#web/state/own-taskings.ts'
import { settleRows } from './settle-rows.ts'
import { NO_TEAM } from './use-team-scope.ts'

interface Shown {
  key: string
  /** What the reader has before the eyes; null until the first answer. */
  rows: TaskingRow[] | null
  /** The answer to the tab before: it stands until the new one is there. */
  stale: TaskingRow[] | undefined
}

/** The rows of a tab, standing still until `apply` takes over what others have changed. */
export function useTabRows(input: { tab: TabName; teamId: number; userId: number }) {
  const key = JSON.stringify(input)
  // Scar: the empty answer about no team came after the team was known, and each of its rows was told as an update.
  const answer = useQuery(dashboardTab, input, input.teamId !== NO_TEAM)
  const own = useOwnTaskings().ever
  const stillFilling = useMeta('position')?.ready === false
  const [shown, setShown] = useState<Shown>({ key, rows: null, stale: undefined })
  if (shown.key !== key) setShown({ key, rows: null, stale: answer })

  const fresh = shown.key === key && answer !== shown.stale ? answer : undefined
  const mustTake = fresh !== undefined && (shown.rows === null || (stillFilling && shown.rows !== fresh))
  if (mustTake) setShown({ ...shown, rows: fresh })

  // The same list until it is another: what else moves on the page does not draw its rows again.
  const settled = useMemo(
    () => (fresh && shown.rows ? settleRows(shown.rows, fresh, own) : { rows: fresh, updates: 0 }),
    [fresh, own, shown.rows],
  )
  return { ...settled, apply: () => fresh && setShown({ ...shown, rows: fresh }) }
}
