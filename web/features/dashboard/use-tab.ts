import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { must } from '#shared/lib/must.ts'
import { tabsOf, type Tab, type TabName } from '#shared/model/status.ts'
import type { DashboardName } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'

/**
 * The open tab lives in the address, by the specification's code, so that a reload and a shared link open the same one. An address that names none
 * gets the one that its person had open there last, until the browser's tab is closed (C-053).
 */
export function useTab(name: DashboardName, teamId: number): [TabName, (tab: Tab) => void] {
  const { user } = useDevice()
  const [search, setSearch] = useSearchParams()
  const kept = `fieldpost-tab:${user.id}:${name}`
  const tabs = tabsOf(teamId)
  const called = (code: string | null) => tabs.find((tab) => String(tab.code) === code)
  const told = called(search.get('tab'))
  const tab = told ?? called(sessionStorage.getItem(kept)) ?? must(tabs[0])
  function setTab({ code }: Tab) {
    const changed = new URLSearchParams(search)
    changed.set('tab', String(code))
    setSearch(changed, { replace: true })
  }
  useEffect(() => {
    if (told) sessionStorage.setItem(kept, String(told.code))
    else if (tab !== tabs[0]) setTab(tab)
  })
  return [tab.name, setTab]
}
