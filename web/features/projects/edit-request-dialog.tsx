import styled from '@emotion/styled'
import { useState } from 'react'
import { editRequestContent } from '#shared/commands/projects.ts'
import { contentFromText, contentToText } from '#shared/rules/content.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { verbOf } from '#web/parts/faces.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { contentOf, printOf, type ProjectDetail } from './project-detail.ts'
import { withCall } from './refused-calls.ts'
import { WordsDialog } from './words-dialog.tsx'

interface EditRequestDialogProps {
  detail: ProjectDetail
  onClose: () => void
  onWritten: (content: string) => void
}

/**
 * The request's words without tags; what it said before stays in its history. Kept words are about what was seen while they were typed
 * (`seen`): when that has changed since, the person looks at it before they replace it.
 */
export function EditRequestDialog({ detail, onClose, onWritten }: EditRequestDialogProps) {
  const { device } = useDevice()
  const edit = useAct(editRequestContent)
  const [opened] = useState({ text: contentToText(contentOf(detail)), seen: printOf(detail) })
  const now = { text: contentToText(contentOf(detail)), seen: printOf(detail) }
  const form = useKeptForm<{ content: string; seen: string }>(
    `edit-request:${detail.project.id}`,
    { content: opened.text, seen: '' },
    { content: 'request-text' },
  )
  const { content, seen = '' } = form.values
  const over = seen || opened.seen
  const type = (text: string) =>
    form.set(text === opened.text ? { content: text, seen: '' } : { content: text, seen: over })

  const save = () =>
    form.send(async (_, options) => {
      const { id } = detail.project
      const performed = await edit(
        (newId) => ({ projectId: id, revisionId: newId(), content, seen: over }),
        withCall(device, editRequestContent, { id, words: content }, options),
      )
      if (!performed.refusal && performed.call) onWritten(contentFromText(content))
      return performed
    }, onClose)

  return (
    <WordsDialog
      title={verbOf('content', detail)}
      subtitle={detail.project.name}
      width={720}
      verb="Save"
      form={form}
      onSend={() => void save()}
      onClose={onClose}
    >
      {over !== now.seen && (
        <Notice
          icon="warning"
          tone="warn"
          title="This tasking changed since you began to write. The request now says:"
          action={<Button onClick={() => form.set({ content, seen: now.seen })}>Replace it with mine</Button>}
        >
          <Now>{now.text}</Now>
        </Notice>
      )}
      <Field id="request-text" label="Request" error={form.errorAt('content')} required>
        <TextArea rows={12} autoFocus value={content} onChange={(event) => type(event.target.value)} />
      </Field>
    </WordsDialog>
  )
}

const Now = styled.p({ maxHeight: 160, overflowY: 'auto', whiteSpace: 'pre-line' })
