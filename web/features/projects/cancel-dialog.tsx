import { useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import { callApi } from '#web/net/api.ts'
import { useOnline } from '#web/parts/live-line.tsx'
import { useSession } from '#web/session/session.ts'
import { useEngine } from '#web/sync/engine-context.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** Final, so it is done only by the server, and only once it has whatever waits here (C-078, C.7). */
export function CancelDialog({ detail: { project }, onClose }: { detail: ProjectDetail; onClose: () => void }) {
  const cancel = useCancel(project.id)
  const online = useOnline()
  const [working, setWorking] = useState(false)

  if (!online) {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={`Cancel ${project.name}`}
        text="Canceling needs a connection, because it cannot be taken back and others may be working on this tasking. Try again when you are connected."
      />
    )
  }

  async function carryOut() {
    setWorking(true)
    const problem = await cancel()
    setWorking(false)
    if (problem) toast(problem, { variant: 'error' })
    else toast(messages.saved, { variant: 'success' })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void carryOut()}
      loading={working}
      title={`Cancel ${project.name}`}
      text={messages.cancelQuestion}
      confirmLabel="Cancel project"
      cancelLabel="Keep it"
    />
  )
}

/** Answers a sentence when it was not canceled. */
function useCancel(id: number) {
  const engine = useEngine()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  return async (): Promise<string | null> => {
    const before = await engine.sendNow()
    if (before.kind === 'problem') return messages.onlineOnly
    const answer = await callApi(`projects/${id}/cancel`, { token, method: 'POST', body: id })
    if (answer.kind === 'unreachable') return messages.noAnswer
    if (answer.kind === 'refused') return answer.error.message
    // The screen shows it when the round that brings it is in.
    await engine.sendNow()
    return null
  }
}
