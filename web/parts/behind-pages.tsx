import { SendingFiles } from './sending-files.tsx'
import { ThrownAway } from './thrown-away.ts'
import { ToastTrace } from './toast-trace.ts'

/** What goes on behind every page, and no page waits for. */
export function BehindPages() {
  return (
    <>
      <SendingFiles />
      <ToastTrace />
      <ThrownAway />
    </>
  )
}
