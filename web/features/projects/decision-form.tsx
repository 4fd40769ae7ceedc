import styled from '@emotion/styled'
import { useState, type FormEvent } from 'react'
import { KeptLine } from '#web/parts/kept-line.tsx'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
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
  const kept = useKeptForm(`${words.kind}:${project.id}`, { comment: '', assigneeId: project.assigneeId }, ids)
  const [asking, setAsking] = useState(false)
  const doubts = doubtsAbout(words, detail)

  function carryOut() {
    setAsking(false)
    void kept.send(
      ({ comment, assigneeId }, options) =>
        words.kind === 'approve' ? decide.approve(words, comment, options) : decide.accept(assigneeId, options),
      onClose,
    )
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (doubts.length > 0) setAsking(true)
    else carryOut()
  }

  if (!kept.isReady) return null
  return (
    <>
      <Form onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        {words.kind === 'approve' ? (
          <Field id={ids.comment} label="Comment" optional error={kept.errorAt('comment')}>
            <TextInput
              autoFocus
              value={kept.values.comment}
              onChange={(event) => kept.set({ comment: event.target.value })}
            />
          </Field>
        ) : (
          <Field id={ids.assigneeId} label="Assign to" group error={kept.errorAt('assigneeId')}>
            <PeoplePicker
              label="Assign to"
              value={kept.values.assigneeId}
              onChange={(assigneeId) => kept.set({ assigneeId })}
              clearable
            />
          </Field>
        )}
        <Buttons>
          <Button onClick={onClose}>Back</Button>
          <Button
            type="submit"
            variant="contained"
            icon="check"
            loading={kept.busy}
            autoFocus={words.kind === 'accept'}
          >
            {words.verb}
          </Button>
        </Buttons>
        <KeptLine form={kept} />
      </Form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={carryOut}
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

const ids = { comment: 'decision-comment', assigneeId: 'decision-assignee' }

const Form = styled.form({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 12,
  width: '100%',
  '& > :first-of-type': { flex: 1, minWidth: 0 },
  [media.desktop]: { '& > span': { flexBasis: '100%' } },
  [media.phone]: { flexDirection: 'column', alignItems: 'stretch', gap: 8 },
})
const Buttons = styled.div({
  display: 'flex',
  gap: 8,
  [media.desktop]: { '& > button': { minHeight: 40 } },
  [media.phone]: { '& > button': { flex: 1, minHeight: 48 } },
})
