import { completeProject } from '#shared/commands/projects.ts'
import { useAct } from '#web/parts/use-act.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { ProjectDetail } from './project-detail.ts'

export function CompleteDialog({ detail, onClose }: { detail: ProjectDetail; onClose: () => void }) {
  const complete = useAct(completeProject)
  const { project } = detail
  const open = detail.deliverables.filter((deliverable) => !deliverable.complete).length

  if (open > 0) {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={`Complete ${project.name}`}
        text={`${open === 1 ? 'One deliverable is' : `${open} deliverables are`} still open. Complete or delete them first.`}
      />
    )
  }

  async function carryOut() {
    onClose()
    await complete(() => ({ id: project.id }), { undoable: `Completed ${project.name}` })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void carryOut()}
      title={`Complete ${project.name}`}
      text="It leaves everybody's queue, and its deliverables become read-only."
      confirmLabel="Complete"
      cancelLabel="Back"
      harmless
    />
  )
}
