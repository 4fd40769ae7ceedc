import styled from '@emotion/styled'
import type { FormEvent } from 'react'
import { namedOver, type Decision } from '#web/parts/faces.ts'
import { KeptLine } from '#web/parts/kept-line.tsx'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { unbroken } from '#web/parts/unbroken.tsx'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { useKeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { media, token } from '#web/theme/tokens.ts'
import { decidedOf, type ProjectDetail } from './project-detail.ts'
import { doubtsAbout, useDecide } from './use-decide.ts'

interface DecisionFormProps {
  words: Decision
  detail: ProjectDetail
  seen: string
  onClose: () => void
}

/**
 * The last step before a decision, in the place of the buttons: a comment or an assignee, then Enter. What would make one think twice
 * stands here, and the button says it is done all the same: nothing is asked a second time.
 */
export function DecisionForm({ words, detail, seen, onClose }: DecisionFormProps) {
  const { project } = detail
  const { decide } = useDecide()
  const about = decidedOf(detail, seen)
  const kept = useKeptForm(decisionKey(words, detail), { comment: '', assigneeId: project.assigneeId }, ids)
  const doubts = doubtsAbout(words, about)
  useKeyboardLeft()

  function submit(event: FormEvent) {
    event.preventDefault()
    void kept.send(
      ({ comment, ...typed }, options) =>
        decide(words, about, { comment, assigneeId: namedOver(project.assigneeId, typed.assigneeId) }, options),
      onClose,
    )
  }

  if (!kept.isReady) return null
  return (
    <Form onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {doubts.length > 0 && (
        <Doubts role="status">
          {doubts.map((doubt) => (
            <p key={doubt}>{unbroken(doubt)}</p>
          ))}
        </Doubts>
      )}
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
            // Without a name accepting leaves the assignee as they are.
            clearable={project.assigneeId === 0}
          />
        </Field>
      )}
      <Buttons>
        <Button onClick={onClose}>Back</Button>
        <Button type="submit" variant="contained" icon="check" loading={kept.busy} autoFocus={words.kind === 'accept'}>
          {doubts.length > 0 ? `${words.verb} all the same` : words.verb}
        </Button>
      </Buttons>
      <KeptLine form={kept} />
    </Form>
  )
}

/** The name of its half-typed words. */
export const decisionKey = ({ kind }: Decision, { project }: ProjectDetail): string => `${kind}:${project.id}`

const ids = { comment: 'decision-comment', assigneeId: 'decision-assignee' }

const Form = styled.form({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 12,
  width: '100%',
  '& > div:not(:last-of-type)': { flex: 1, minWidth: 0 },
  '& > div[role="status"]': { flex: '1 0 100%' },
  [media.desktop]: { '& > span': { flexBasis: '100%' } },
  [media.phone]: {
    flexDirection: 'column',
    // In a footer of a given height it would go on in a second column, beside the screen.
    flexWrap: 'nowrap',
    alignItems: 'stretch',
    gap: 8,
    '& > div[role="status"]': { flex: 'none' },
  },
})
const Doubts = styled.div({ color: token.warn, fontWeight: 500 })
const Buttons = styled.div({
  display: 'flex',
  gap: 8,
  [media.desktop]: { '& > button': { minHeight: 40 } },
  // The verb may need all the room that Back leaves it.
  [media.phone]: { '& > button': { minHeight: 48, padding: '4px 12px' }, '& > [type="submit"]': { flex: 1 } },
})
