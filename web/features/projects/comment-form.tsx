import styled from '@emotion/styled'
import type { FormEvent } from 'react'
import { addComment } from '#shared/commands/comments.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { KeptLine } from '#web/parts/kept-line.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { media } from '#web/ui/tokens.ts'

/** A half-written comment survives leaving the page, a reload and an update of the tasking. */
export function CommentForm({ projectId }: { projectId: number }) {
  const { user } = useDevice()
  const add = useAct(addComment)
  const form = useKeptForm(`comment:${projectId}`, { comment: '' }, { comment: 'comment' })

  function send(event?: FormEvent) {
    event?.preventDefault()
    void form.send(({ comment }, options) => add((newId) => ({ id: newId(), projectId, comment }), options))
  }

  return (
    <Form onSubmit={send} noValidate>
      <Avatar id={user.id} name={user.fullName} />
      <Words>
        <Field id="comment" label="Comment" hideLabel error={form.errorAt('comment')}>
          <TextArea
            rows={7}
            placeholder="Write a comment"
            value={form.values.comment}
            disabled={!form.isReady}
            onChange={(event) => form.set({ comment: event.target.value })}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
          />
        </Field>
        <Foot>
          <KeptLine form={form} />
          <Button type="submit" variant="contained" loading={form.busy}>
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
  gap: 8,
  marginTop: 8,
  '& > button:last-of-type': { marginLeft: 'auto' },
})
