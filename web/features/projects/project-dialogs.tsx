import { AmendDialog } from './amend-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { EditRequestDialog } from './edit-request-dialog.tsx'
import type { ProjectDetail } from './project-detail.ts'

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
