import { useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusField } from '#web/ui/error-list.tsx'
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
  const [tried, setTried] = useState(false)
  const [working, setWorking] = useState(false)
  const reasonError = reason.trim().length < 3 ? messages.reason : undefined
  const assigneeError = assigneeId > 0 ? undefined : messages.assignee

  async function deny() {
    setTried(true)
    if (reasonError || assigneeError) return focusField(reasonError ? 'deny-reason' : 'deny-assignee')
    setWorking(true)
    await decide.deny(reason, assigneeId)
    onClose()
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
        <Field id="deny-reason" label="Reason" error={tried ? reasonError : undefined} required>
          <TextArea rows={7} autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field id="deny-assignee" label="Send back to" error={tried ? assigneeError : undefined} required group>
          <PeoplePicker label="Send back to" value={assigneeId} onChange={setAssigneeId} />
        </Field>
      </Stack>
    </Dialog>
  )
}
