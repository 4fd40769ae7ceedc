import { useState } from 'react'
import { amendProject } from '#shared/commands/projects.ts'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useErrors } from '#web/parts/use-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { Stack } from '#web/ui/page.tsx'
import type { ProjectDetail } from './project-detail.ts'

interface AmendDialogProps {
  detail: ProjectDetail
  onClose: () => void
}

/** Adds to the request; a denied tasking goes back to the step that denied it. */
export function AmendDialog({ detail: { project }, onClose }: AmendDialogProps) {
  const amend = useAct(amendProject)
  const draft = useFormDraft<string>(`amend:${project.id}`)
  const [typed, setTyped] = useState<string | null>(null)
  const [assigneeId, setAssigneeId] = useState(project.assigneeId)
  const [working, setWorking] = useState(false)
  const text = typed ?? draft.stored ?? ''
  const errors = useErrors({ content: 'amendment', assigneeId: 'amend-assignee' })
  const denied = project.phase === 'denied'

  function type(value: string) {
    setTyped(value)
    errors.clear('content')
    draft.save(value)
  }
  async function send() {
    setWorking(true)
    const performed = await amend(
      (newId) => ({ projectId: project.id, amendmentId: newId(), content: text, assigneeId }),
      { showErrors: errors.show },
    )
    setWorking(false)
    if (performed.refusal) return
    await draft.clear()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={denied ? `Amend and resubmit ${project.name}` : `Amend ${project.name}`}
      subtitle={project.description}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="contained" loading={working}>
            {denied ? 'Amend and resubmit' : 'Amend'}
          </Button>
        </>
      }
    >
      <Stack>
        <Field
          id="amendment"
          label="Amendment"
          hint="It is added below the request; nothing that was written before changes."
          error={errors.at('content')}
          required
        >
          <TextArea rows={7} autoFocus value={text} onChange={(event) => type(event.target.value)} />
        </Field>
        <Field id="amend-assignee" label="Assignee" error={errors.at('assigneeId')} group>
          <PeoplePicker
            label="Assignee"
            value={assigneeId}
            onChange={(id) => {
              setAssigneeId(id)
              errors.clear('assigneeId')
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  )
}
