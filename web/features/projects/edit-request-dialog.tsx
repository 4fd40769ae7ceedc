import { useState } from 'react'
import { editRequestContent } from '#shared/commands/projects.ts'
import { contentToText } from '#shared/rules/content.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useErrors } from '#web/parts/use-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { contentOf, printOf, type ProjectDetail } from './project-detail.ts'

interface EditRequestDialogProps {
  detail: ProjectDetail
  onClose: () => void
  onOwnChange: () => void
}

/** The request's words without tags; what it said before stays in its history. */
export function EditRequestDialog({ detail, onClose, onOwnChange }: EditRequestDialogProps) {
  const edit = useAct(editRequestContent)
  const [opened] = useState({ text: contentToText(contentOf(detail)), print: printOf(detail) })
  const [text, setText] = useState(opened.text)
  const [working, setWorking] = useState(false)
  const errors = useErrors({ content: 'request-text' })

  async function save() {
    setWorking(true)
    const { project } = detail
    const performed = await edit(
      (newId) => ({ projectId: project.id, revisionId: newId(), content: text, seen: opened.print }),
      { showErrors: errors.show },
    )
    setWorking(false)
    if (performed.refusal) return
    if (performed.call) onOwnChange()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void save()}
      title="Edit Request"
      subtitle={detail.project.name}
      width={720}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="contained" loading={working}>
            Save
          </Button>
        </>
      }
    >
      <Field id="request-text" label="Request" error={errors.at('content')} required>
        <TextArea
          rows={12}
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            errors.clear('content')
          }}
        />
      </Field>
    </Dialog>
  )
}
