import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Why something cannot be done now, and what to do first. */
export function CannotDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={420}
      actions={
        <Button variant="contained" onClick={onClose}>
          OK
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
