import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { firstLookIsThere } from '#web/loading/first-look.ts'
import { takeAwayLastSeen } from '#web/parts/last-seen.ts'

/** What is shown has settled, and the start is over. */
const SETTLED_MS = 3_000

/** Takes over from the list that was last seen here, and keeps what is shown now for the next start. Returns what goes on the card of the list. */
export function useLastSeen(rows: readonly object[] | undefined) {
  const card = useRef<HTMLDivElement>(null)
  const { user } = useDevice()
  const { pathname, search } = useLocation()
  const isHome = pathname === homePathOf(user) && search === ''

  useLayoutEffect(() => {
    if (!rows) return
    takeAwayLastSeen()
    firstLookIsThere()
  }, [rows])
  useEffect(() => {
    if (!rows || !isHome) return
    const keep = async () => {
      const { keepPictureOf } = await import('./picture-of.ts')
      if (card.current) await keepPictureOf(card.current, user.id)
    }
    // What is not kept is only not shown.
    const timer = setTimeout(() => void keep().catch(() => undefined), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [rows, isHome, user.id])
  return card
}
