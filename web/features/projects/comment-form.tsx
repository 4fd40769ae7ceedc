import styled from '@emotion/styled'
import type { FormEvent } from 'react'
import { addComment } from '#shared/commands/comments.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { useShortcuts } from '#web/parts/use-shortcuts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { media } from '#web/theme/tokens.ts'
import { CommentField } from '#web/parts/comment-field.tsx'

export function CommentForm({ projectId }: { projectId: number }) {
  const { user } = useDevice()
  const add = useAct(addComment)
  const form = useKeptForm(`comment:${projectId}`, { comment: '' }, { comment: 'comment' })

  useShortcuts({ comment: () => document.getElementById('comment')?.focus() })

  function send(event?: FormEvent) {
    event?.preventDefault()
    void form.send(({ comment }, options) => add((newId) => ({ id: newId(), projectId, comment }), options))
  }

  return (
    <Form onSubmit={send} noValidate>
      <Avatar id={user.id} name={user.fullName} />
      <Words>
        <CommentField
          id="comment"
          label="Comment"
          placeholder="Write a comment"
          rows={7}
          form={form}
          onSend={() => send()}
        >
          <Button type="submit" variant="contained" loading={form.busy}>
            Comment
          </Button>
        </CommentField>
      </Words>
    </Form>
  )
}

const Form = styled.form({
  display: 'flex',
  gap: 12,
  [media.phone]: { '& > span:first-of-type': { display: 'none' } },
  '@media print': { display: 'none' },
})
const Words = styled.div({ flex: 1, minWidth: 0 })
