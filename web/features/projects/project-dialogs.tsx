import { onDemand } from '#web/ui/on-demand.tsx'
import type { ProjectDetail } from './project-detail.ts'

const AmendDialog = onDemand(() => import('./amend-dialog.tsx').then((part) => part.AmendDialog))
const CancelDialog = onDemand(() => import('./cancel-dialog.tsx').then((part) => part.CancelDialog))
const CompleteDialog = onDemand(() => import('./complete-dialog.tsx').then((part) => part.CompleteDialog))
const DenyDialog = onDemand(() => import('./deny-dialog.tsx').then((part) => part.DenyDialog))
const EditRequestDialog = onDemand(() => import('./edit-request-dialog.tsx').then((part) => part.EditRequestDialog))

export type DialogName = 'deny' | 'amend' | 'content' | 'cancel' | 'complete'

interface ProjectDialogsProps {
  dialog: DialogName | null
  detail: ProjectDetail
  seen: string
  onClose: () => void
  onOwnChange: () => void
}

/** At most one is open; each starts afresh when it opens. */
export function ProjectDialogs({ dialog, detail, seen, onClose, onOwnChange }: ProjectDialogsProps) {
  switch (dialog) {
    case 'deny':
      return <DenyDialog detail={detail} seen={seen} onClose={onClose} />
    case 'amend':
      return <AmendDialog detail={detail} onClose={onClose} />
    case 'content':
      return <EditRequestDialog detail={detail} onClose={onClose} onOwnChange={onOwnChange} />
    case 'cancel':
      return <CancelDialog detail={detail} onClose={onClose} />
    case 'complete':
      return <CompleteDialog detail={detail} onClose={onClose} />
    case null:
      return null
  }
}
