import { useEffect, useState } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { onDisk } from '../data/disk.ts'
import { doubtLink } from '../state/doubt-link.ts'
import { useOnline } from '../state/use-online.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { fetchTasking } from '../sync/fetch-tasking.ts'

/** Fetches a tasking with all that belongs to it while it is `needed`, and whenever the connection is back; what comes is laid on the device. */
export function useFetched(id: number, needed: boolean) {
  const { device } = useDevice()
  const { ask } = useEngine()
  const online = useOnline()
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<'not-found' | 'unreachable'>()
  useEffect(() => {
    let current = true
    const fetch = async () => {
      const result = await onDisk(device, () => fetchTasking(device, id)).catch(() => 'unreachable' as const)
      if (current && result !== 'found') setFailed(result)
      if (result === 'unreachable') await doubtLink(device, ask)
    }
    if (online && needed) void fetch()
    return () => {
      current = false
    }
  }, [ask, device, id, online, needed, tries])
  const again = () => {
    setFailed(undefined)
    setTries((count) => count + 1)
  }
  return { failed, again, isComing: needed && online && failed === undefined }
}
