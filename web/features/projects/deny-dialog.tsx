import { useState } from 'react'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { useErrors } from '#web/parts/use-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { Stack } from '#web/ui/page.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { useDecide } from './use-decide.ts'

interface DenyDialogProps {
  detail: ProjectDetail
  seen: string
  onClose: () => void
}

/** A reason, and who takes it from here: whoever asked, unless told otherwise (C-070). */
export function DenyDialog({ detail, seen, onClose }: DenyDialogProps) {
  const { project } = detail
  const decide = useDecide(detail, seen)
  const [reason, setReason] = useState('')
  const [assigneeId, setAssigneeId] = useState(project.createdById)
  const [working, setWorking] = useState(false)
  const errors = useErrors({ content: 'deny-reason', assigneeId: 'deny-assignee' })

  async function deny() {
    let isShown = false
    setWorking(true)
    await decide.deny(reason, assigneeId, (found) => {
      isShown = true
      errors.show(found)
    })
    setWorking(false)
    if (!isShown) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void deny()}
      title={`Deny ${project.name}`}
      subtitle={project.description}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="danger-contained" loading={working}>
            Deny
          </Button>
        </>
      }
    >
      <Stack>
        <Field id="deny-reason" label="Reason" error={errors.at('content')} required>
          <TextArea
            rows={7}
            autoFocus
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              errors.clear('content')
            }}
          />
        </Field>
        <Field id="deny-assignee" label="Send back to" error={errors.at('assigneeId')} required group>
          <PeoplePicker
            label="Send back to"
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
