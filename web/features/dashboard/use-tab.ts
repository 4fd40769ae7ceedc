import { must } from '#shared/lib/must.ts'
import { useSearchParams } from 'react-router-dom'
import { tabsOf, type Tab, type TabName } from '#shared/model/status.ts'

/** The open tab lives in the address, by the specification's code, so that a reload and a shared link open the same one. */
export function useTab(teamId: number): [TabName, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const tabs = tabsOf(teamId)
  const tab = tabs.find(({ code }) => String(code) === search.get('tab')) ?? must(tabs[0])
  function setTab({ code }: Tab) {
    const changed = new URLSearchParams(search)
    changed.set('tab', String(code))
    setSearch(changed, { replace: true })
  }
  return [tab.name, setTab]
}
