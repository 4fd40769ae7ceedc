import styled from '@emotion/styled'
import { useEffect, type FormEvent } from 'react'
import { addComment } from '#shared/commands/comments.ts'
import { CommentField } from '#web/parts/comment-field.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Button } from '#web/ui/button.tsx'

interface ReplyFormProps {
  id: string
  projectId: number
  onSent: () => void
}

/** A comment on the tasking, without going there. */
export function ReplyForm({ id, projectId, onSent }: ReplyFormProps) {
  const add = useAct(addComment)
  const form = useKeptForm(`reply:${projectId}`, { comment: '' }, { comment: id })

  function send(event?: FormEvent) {
    event?.preventDefault()
    void form.send(({ comment }, options) => add((newId) => ({ id: newId(), projectId, comment }), options), onSent)
  }

  const { isReady } = form
  // It was opened to write in it.
  useEffect(() => {
    if (isReady) document.getElementById(id)?.focus()
  }, [id, isReady])

  return (
    <Form onSubmit={send} noValidate>
      <CommentField id={id} label="Reply" placeholder="Write a comment" rows={3} form={form} onSend={() => send()}>
        <Button type="submit" size="small" variant="contained" loading={form.busy}>
          Send reply
        </Button>
      </CommentField>
    </Form>
  )
}

const Form = styled.form({ flex: '1 0 100%', minWidth: 0, padding: '4px 0 4px 8px' })
