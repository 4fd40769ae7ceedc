import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useDevice } from '../data/device-context.tsx'
import { renamedIn } from '../data/device.ts'
import { useStored } from '../data/use-query.ts'
import { useSteady } from './use-steady.ts'

/**
 * A page that is open while the device gets another number goes on under the new id of what it shows; so does one that is come back to, unless
 * the old id is somebody else's row by then.
 */
export function NewIds(): null {
  const { device } = useDevice()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const renamed = useSteady(useStored((own) => own.get('renamed')))
  const known = useRef(renamed)
  useEffect(() => {
    if (!renamed) return
    const before = known.current
    known.current = renamed
    const [path, query] = [renamedIn(pathname, renamed), renamedIn(search, renamed)]
    if (path === pathname && query === search) return
    let isCurrent = true
    const follow = async () => {
      const old = (`${pathname}${search}`.match(/\d+/g) ?? []).map(Number).filter((id) => renamed[id])
      // One that was given up before is the id of another row by now.
      const wasOpen = before !== undefined && before !== renamed && !old.some((id) => before[id])
      const rows = await Promise.all([device.rows('requests').bulkGet(old), device.rows('projects').bulkGet(old)])
      const isGone = rows.flat().every((row) => row === undefined)
      if (isCurrent && (wasOpen || isGone)) void navigate({ pathname: path, search: query, hash }, { replace: true })
    }
    // A database that is closed just now is asked with the next page.
    void follow().catch(() => undefined)
    return () => void (isCurrent = false)
  }, [device, navigate, renamed, pathname, search, hash])
  return null
}
