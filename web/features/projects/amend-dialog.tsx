import { amendProject } from '#shared/commands/projects.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { aboutTasking, AssigneeField, WordsDialog, type Words } from './words-dialog.tsx'

interface AmendDialogProps {
  detail: ProjectDetail
  onClose: () => void
}

/** Adds to the request; a denied tasking goes back to the step that denied it. */
export function AmendDialog({ detail, onClose }: AmendDialogProps) {
  const { project } = detail
  const amend = useAct(amendProject)
  const form = useKeptForm<Words>(
    `amend:${project.id}`,
    { content: '', assigneeId: project.assigneeId },
    { content: 'amendment', assigneeId: 'amend-assignee' },
  )
  const verb = project.phase === 'denied' ? 'Amend and resubmit' : 'Amend'

  const send = () =>
    form.send(
      (words, options) => amend((newId) => ({ projectId: project.id, amendmentId: newId(), ...words }), options),
      onClose,
    )

  return (
    <WordsDialog {...aboutTasking(verb, detail)} verb={verb} form={form} onSend={() => void send()} onClose={onClose}>
      <Field
        id="amendment"
        label="Amendment"
        hint="It is added below the request; nothing that was written before changes."
        error={form.errorAt('content')}
        required
      >
        <TextArea
          rows={7}
          autoFocus
          value={form.values.content}
          onChange={(event) => form.set({ content: event.target.value })}
        />
      </Field>
      <AssigneeField id="amend-assignee" label="Assignee" form={form} />
    </WordsDialog>
  )
}
