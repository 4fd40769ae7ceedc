import { useEffect, useEffectEvent, useState } from 'react'
import { nowOn } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import type { Looked } from '#web/data/device.ts'
import { onDisk } from '#web/data/disk.ts'
import { noteViewed } from '#web/data/note-viewed.ts'
import type { ProjectDetail } from './project-detail.ts'
import { saidNow } from './shown-fields.ts'

const MOST = 100
/** A page that is closed has no time to write; until then it was hardly looked at. */
const SOON_MS = 2_000

/**
 * When this person looked at this tasking before, on this device, and what it said then; null the first time. It stands while they look,
 * and what they see now is kept for the next time, unless some of it is still to come: it would count as news then.
 */
export function useLooked(detail: ProjectDetail, isWhole: boolean): Looked | null {
  const { device } = useDevice()
  const [looked, setLooked] = useState<Looked | null>(null)
  const { id } = detail.project
  const keep = useEffectEvent(() => {
    void onDisk(device, () => noteViewed(device, id, nowOn(device))).catch(() => undefined)
    if (!isWhole) return
    const look: Looked = { at: new Date(nowOn(device)).toISOString(), said: saidNow(detail) }
    // Where this device takes no writes, the next look tells a little more.
    void onDisk(device, () => device.change('looked', (all) => newest({ ...all, [id]: look }))).catch(() => undefined)
  })
  useEffect(() => {
    let current = true
    void device
      .get('looked')
      .catch(() => undefined)
      .then((all) => current && setLooked(all?.[id] ?? null))
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      current = false
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [device, id])
  useEffect(() => {
    const timer = setTimeout(() => keep(), SOON_MS)
    return () => clearTimeout(timer)
  }, [detail, isWhole])
  return looked
}

function newest(all: Record<number, Looked>): Record<number, Looked> {
  const byTime = Object.entries(all).sort(([, a], [, b]) => b.at.localeCompare(a.at))
  return Object.fromEntries(byTime.slice(0, MOST))
}
