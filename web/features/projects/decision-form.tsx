import styled from '@emotion/styled'
import { useState, type FormEvent } from 'react'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { media } from '#web/ui/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'
import { doubtsAbout, useDecide, type DecisionWords } from './use-decide.ts'

interface DecisionFormProps {
  words: DecisionWords
  detail: ProjectDetail
  seen: string
  onClose: () => void
}

/** The last step before a decision, in the place of the buttons: a comment or an assignee, then Enter. */
export function DecisionForm({ words, detail, seen, onClose }: DecisionFormProps) {
  const { project } = detail
  const decide = useDecide(detail, seen)
  const [comment, setComment] = useState('')
  const [assigneeId, setAssigneeId] = useState(project.assigneeId)
  const [asking, setAsking] = useState(false)
  const [working, setWorking] = useState(false)
  const doubts = doubtsAbout(words, detail)

  async function carryOut() {
    setAsking(false)
    setWorking(true)
    await (words.kind === 'approve' ? decide.approve(words, comment) : decide.accept(assigneeId))
    setWorking(false)
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (doubts.length > 0) setAsking(true)
    else void carryOut()
  }

  return (
    <>
      <Form onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        {words.kind === 'approve' ? (
          <Field label="Comment" optional>
            <TextInput autoFocus value={comment} onChange={(event) => setComment(event.target.value)} />
          </Field>
        ) : (
          <Field label="Assign to" group>
            <PeoplePicker label="Assign to" value={assigneeId} onChange={setAssigneeId} clearable />
          </Field>
        )}
        <Buttons>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="contained" icon="check" loading={working} autoFocus={words.kind === 'accept'}>
            {words.verb}
          </Button>
        </Buttons>
      </Form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void carryOut()}
        title={`${words.verb} ${project.name}?`}
        text={doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
        confirmLabel={words.verb}
        cancelLabel="Back"
        harmless
      />
    </>
  )
}

const Form = styled.form({
  display: 'flex',
  alignItems: 'flex-end',
  gap: 12,
  width: '100%',
  '& > :first-of-type': { flex: 1, minWidth: 0 },
  [media.phone]: { flexDirection: 'column', alignItems: 'stretch' },
})
const Buttons = styled.div({
  display: 'flex',
  gap: 8,
  [media.desktop]: { '& > button': { minHeight: 40 } },
  [media.phone]: { '& > button': { flex: 1, minHeight: 48 } },
})
