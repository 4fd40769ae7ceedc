import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { useDecide } from './use-decide.ts'
import { aboutTasking, AssigneeField, WordsDialog, type Words } from './words-dialog.tsx'

interface DenyDialogProps {
  detail: ProjectDetail
  seen: string
  onClose: () => void
}

/** A reason, and who takes it from here: whoever asked, unless told otherwise (C-070). */
export function DenyDialog({ detail, seen, onClose }: DenyDialogProps) {
  const { project } = detail
  const decide = useDecide(detail, seen)
  const form = useKeptForm<Words>(
    `deny:${project.id}`,
    { content: '', assigneeId: project.createdById },
    { content: 'deny-reason', assigneeId: 'deny-assignee' },
  )
  return (
    <WordsDialog
      {...aboutTasking('Deny', detail)}
      verb="Deny"
      danger
      form={form}
      onSend={() => void form.send(decide.deny, onClose)}
      onClose={onClose}
    >
      <Field id="deny-reason" label="Reason" error={form.errorAt('content')} required>
        <TextArea
          rows={7}
          autoFocus
          value={form.values.content}
          onChange={(event) => form.set({ content: event.target.value })}
        />
      </Field>
      <AssigneeField id="deny-assignee" label="Send back to" required form={form} />
    </WordsDialog>
  )
}
