import styled from '@emotion/styled'
import { useState, type FormEvent } from 'react'
import { addComment } from '#shared/commands/comments.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useSavedLine } from '#web/parts/saved-line.ts'
import { useErrors } from '#web/parts/use-errors.ts'
import { timeOf } from '#web/parts/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { media, token } from '#web/ui/tokens.ts'

/** A half-written comment survives leaving the page, a reload and an update of the tasking. */
export function CommentForm({ projectId }: { projectId: number }) {
  const { user } = useDevice()
  const add = useAct(addComment)
  const draft = useFormDraft<string>(`comment:${projectId}`)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? draft.stored ?? ''
  const errors = useErrors({ comment: 'comment' })
  const saved = useSavedLine(draft.savedAt ? `Saved on this device · ${timeOf(draft.savedAt)}` : '')

  function type(value: string) {
    setTyped(value)
    errors.clear('comment')
    draft.save(value)
  }
  async function send(event?: FormEvent) {
    event?.preventDefault()
    const performed = await add((newId) => ({ id: newId(), projectId, comment: text }), { showErrors: errors.show })
    if (performed.refusal) return
    setTyped('')
    await draft.clear()
  }

  return (
    <Form onSubmit={(event) => void send(event)} noValidate>
      <Avatar id={user.id} name={user.fullName} />
      <Words>
        <Field id="comment" label="Comment" hideLabel error={errors.at('comment')}>
          <TextArea
            rows={7}
            placeholder="Write a comment"
            value={text}
            disabled={draft.stored === undefined}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void send()}
          />
        </Field>
        <Foot>
          <span>{text !== '' && saved}</span>
          <Button type="submit" variant="contained">
            Comment
          </Button>
        </Foot>
      </Words>
    </Form>
  )
}

const Form = styled.form({ display: 'flex', gap: 12, [media.phone]: { '& > span:first-of-type': { display: 'none' } } })
const Words = styled.div({ flex: 1, minWidth: 0 })
const Foot = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  marginTop: 8,
  fontSize: 12,
  color: token.text2,
})
