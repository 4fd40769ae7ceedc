import { addDeliverable } from '#shared/commands/deliverables.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { toast } from '#web/state/toasts.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** All the standard ones of the sub-service that are not there yet, at once. */
export function StandardDeliverables({ detail, onClose }: { detail: ProjectDetail; onClose: () => void }) {
  const add = useAct(addDeliverable)
  const { busy, run } = useBusy()
  const names = detail.standardDeliverables
  const addAll = () =>
    run(async () => {
      // Each looks at the numbers of those before it.
      for (const [at, name] of names.entries()) {
        const isLast = at === names.length - 1
        const { refusal } = await add((newId) => ({ id: newId(), projectTaskId: detail.project.id, name }), {
          ...(isLast ? { done: messages.saved } : { quiet: true }),
        })
        // The last one says it itself.
        if (refusal && !isLast) toast(sentenceOf(refusal), { variant: 'error' })
        if (refusal) break
      }
      onClose()
    })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void addAll()}
      title={names.length === 1 ? 'Add one standard deliverable' : `Add ${names.length} standard deliverables`}
      text={names.join(' · ')}
      confirmLabel="Add"
      loading={busy}
      harmless
    />
  )
}
