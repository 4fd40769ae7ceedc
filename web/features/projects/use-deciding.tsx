import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { projectAbilities } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import type { TaskingAction } from '#web/parts/faces.ts'
import type { ProjectDetail } from './project-detail.ts'
import { ProjectDialogs } from './project-dialogs.tsx'
import { useSeen } from './use-seen.ts'

/** A tasking that somebody may have to decide, on its page and in the queue: what they may do, what they have read of it, and the dialogs of its actions. */
export function useDeciding(detail: ProjectDetail) {
  const { user, organisation } = useDevice()
  const mayNow = projectAbilities(user, detail.project, organisation)
  const abilities = { ...mayNow, editContent: mayNow.editContent && detail.textKeptFor === null }
  const decidable = abilities.approve || abilities.accept || abilities.approveOwnBlocked
  const seen = useSeen(detail)
  const [dialog, setDialog] = useState<TaskingAction | null>(null)
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = hash === '#amend' && abilities.amend && detail.project.phase === 'denied'
  if (isAsked && dialog === null) setDialog('amend')
  // Once: neither a reload nor the way back opens what was closed.
  useEffect(() => {
    if (isAsked) void navigate({ search }, { replace: true })
  }, [isAsked, navigate, search])
  return {
    abilities,
    /** The tasking for which the text stays as it is, when nothing else keeps this person from editing it (C-246). */
    keptFor: mayNow.editContent ? detail.textKeptFor : null,
    decidable,
    seen,
    /** It has been read as it is now. */
    mayDecide: decidable && !seen.changed,
    openDialog: setDialog,
    dialogs: (
      <ProjectDialogs
        dialog={dialog}
        detail={detail}
        seen={seen.print}
        onClose={() => setDialog(null)}
        onWritten={seen.wrote}
      />
    ),
  }
}
