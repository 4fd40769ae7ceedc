import { useState } from 'react'
import { cancelProject } from '#shared/commands/projects.ts'
import * as messages from '#shared/model/messages.ts'
import { useOnline } from '#web/parts/live-line.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** Final, so it is done only against the server (C-078). */
export function CancelDialog({ detail: { project }, onClose }: { detail: ProjectDetail; onClose: () => void }) {
  const cancel = useAct(cancelProject)
  const online = useOnline()
  const [working, setWorking] = useState(false)

  if (!online) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Cancel ${project.name}`}
        width={420}
        actions={
          <Button variant="contained" onClick={onClose}>
            OK
          </Button>
        }
      >
        Canceling needs a connection, because it cannot be taken back and others may be working on this tasking. Try
        again when you are connected.
      </Dialog>
    )
  }

  async function carryOut() {
    setWorking(true)
    await cancel(() => ({ id: project.id }))
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
