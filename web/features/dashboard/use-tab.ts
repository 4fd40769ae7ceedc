import { useSearchParams } from 'react-router-dom'
import { dashboardTabs, type TabCode } from '#shared/model/status.ts'

/** The open tab lives in the address, so that a reload and a shared link open the same one. */
export function useTab(): [TabCode, (tab: TabCode) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = dashboardTabs.find(({ code }) => String(code) === asked)?.code ?? -1
  function setTab(next: TabCode) {
    const changed = new URLSearchParams(search)
    changed.set('tab', String(next))
    setSearch(changed, { replace: true })
  }
  return [tab, setTab]
}
