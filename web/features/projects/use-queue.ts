import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { must } from '#shared/lib/must.ts'
import { dashboardTabs } from '#shared/model/status.ts'
import { queue as queueQuery, type QueueRow } from '#shared/queries/queue.ts'
import { queuesOf, type Queue } from '#shared/rules/queues.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { useOwnTaskings } from '#web/state/own-taskings.ts'

/**
 * Which queue is looked at and which tasking is open, both in the address. When the open one was decided here, the next one, which
 * has moved up into its place, is opened; what others decide stays open and says so.
 */
export function useQueue(opensFirst: boolean) {
  const { user } = useDevice()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const tabs = queuesOf(user).map((name) => must(dashboardTabs.find((tab) => tab.name === name)))
  const tab = must(tabs.find(({ code }) => String(code) === search.get('tab')) ?? tabs[0])
  const rows = useQuery(queueQuery, { queue: tab.name as Queue })
  const own = useOwnTaskings().ever
  const asked = Number(search.get('open')) || 0
  const [place, setPlace] = useState({ id: 0, at: 0 })

  const at = rows?.findIndex(({ id }) => id === asked) ?? -1
  if (at >= 0 && (place.id !== asked || place.at !== at)) setPlace({ id: asked, at })
  const openId = rows === undefined || at >= 0 ? asked : idNow(rows)
  function idNow(all: QueueRow[]): number {
    if (asked > 0 && !(own.has(asked) && place.id === asked)) return asked
    const next = all[Math.min(place.at, all.length - 1)]
    return asked > 0 || opensFirst ? (next?.id ?? 0) : 0
  }

  function go(change: Record<string, number>, replace: boolean) {
    const next = new URLSearchParams({ tab: String(tab.code) })
    for (const [name, value] of Object.entries(change)) next.set(name, String(value))
    setSearch(next, { replace })
  }
  // The address follows: otherwise what comes back, by Undo or a refusal, would take the place of what is read.
  const follow = useEffectEvent(() => {
    // Whoever has gone on meanwhile is not called back.
    if (window.location.pathname === pathname) go(openId > 0 ? { open: openId } : {}, true)
  })
  useEffect(() => {
    if (openId !== asked) follow()
  }, [openId, asked])

  return {
    tabs,
    tab,
    rows,
    openId,
    /** From 0; -1 when it waits here no more. */
    at: rows?.findIndex(({ id }) => id === openId) ?? -1,
    own,
    setTab: (code: number) => setSearch({ tab: String(code) }, { replace: true }),
    open: (id: number, replace = true) => go({ open: id }, replace),
  }
}
