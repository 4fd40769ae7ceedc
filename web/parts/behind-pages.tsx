import { useEffect } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { useMeta } from '../data/use-query.ts'
import { lookAtPinned } from '../state/pinned-files.ts'
import { NewIds } from './new-ids.ts'
import { SendingFiles } from './sending-files.tsx'
import { ThrownAway } from './thrown-away.ts'
// Scar: on a full disk no more of the app arrived, so that *Not saved yet* could not be said.
import './toast-stack.tsx'
import { ToastTrace } from './toast-trace.ts'

/** What goes on behind every page, and no page waits for. */
export function BehindPages() {
  usePinnedOfNow()
  return (
    <>
      <NewIds />
      <SendingFiles />
      <ToastTrace />
      <ThrownAway />
    </>
  )
}

/** At the start and after each contact: whoever sees a file no more keeps it no more. */
function usePinnedOfNow(): void {
  const { device } = useDevice()
  const lastOk = useMeta('contact')?.lastOk
  useEffect(() => void lookAtPinned(device).catch(() => undefined), [device, lastOk])
}
