import type { TaskingAction } from '#web/parts/faces.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { ProjectDetail } from './project-detail.ts'

const ActionDialog = onDemand(() => import('./action-dialog.tsx').then((part) => part.ActionDialog))
const CancelDialog = onDemand(() => import('./cancel-dialog.tsx').then((part) => part.CancelDialog))
const EditRequestDialog = onDemand(() => import('./edit-request-dialog.tsx').then((part) => part.EditRequestDialog))

interface ProjectDialogsProps {
  dialog: TaskingAction | null
  detail: ProjectDetail
  seen: string
  onClose: () => void
  /** Hears the request's text as it has been rewritten. */
  onWritten: (content: string) => void
}

/** At most one is open; each starts afresh when it opens. What is no more than its face needs no component of its own. */
export function ProjectDialogs({ dialog, detail, seen, onClose, onWritten }: ProjectDialogsProps) {
  switch (dialog) {
    case 'content':
      return <EditRequestDialog detail={detail} onClose={onClose} onWritten={onWritten} />
    case 'cancel':
      return <CancelDialog detail={detail} onClose={onClose} />
    case null:
      return null
    default:
      return <ActionDialog key={dialog} action={dialog} detail={detail} seen={seen} onClose={onClose} />
  }
}
