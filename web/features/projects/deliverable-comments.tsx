import styled from '@emotion/styled'
import { commentOnDeliverable } from '#shared/commands/deliverables.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Ago } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { radius, textSize, token } from '#web/theme/tokens.ts'
import { CommentField } from '#web/parts/comment-field.tsx'
import type { Deliverable, ProjectDetail } from './project-detail.ts'

interface DeliverableCommentsProps {
  row: Deliverable
  comments: ProjectDetail['deliverableComments']
  onClose: () => void
}

/** Oldest first, and a place for one more: people may always explain, on closed taskings too (C-074). */
export function DeliverableComments({ row, comments }: DeliverableCommentsProps) {
  const comment = useAct(commentOnDeliverable)
  const field = `deliverable-comment-${row.id}`
  const form = useKeptForm(`deliverable-comment:${row.id}`, { comment: '' }, { comment: field })
  const inOrder = [...comments].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
  const send = () =>
    void form.send((words, options) => comment((newId) => ({ id: newId(), deliverableId: row.id, ...words }), options))
  return (
    <Ground>
      {inOrder.length > 0 && (
        <List aria-label={`Comments on ${row.name}`}>
          {inOrder.map(({ id, createdBy, createdAt, comment: text }) => (
            <li key={id}>
              <Head>
                <b>{createdBy}</b>
                <Ago at={createdAt} />
                <Delivery table="deliverableComments" id={id} />
              </Head>
              <Text>{text}</Text>
            </li>
          ))}
        </List>
      )}
      <CommentField
        id={field}
        label={`Comment on ${row.name}`}
        placeholder="Write a comment on this deliverable"
        rows={2}
        form={form}
        onSend={send}
      >
        <Button size="small" loading={form.busy} onClick={send}>
          Add comment
        </Button>
      </CommentField>
    </Ground>
  )
}

const Ground = styled.div({
  margin: '8px 4px 8px 0',
  padding: 12,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  background: token.sunken,
})
const List = styled.ul({ display: 'grid', gap: 10, marginBottom: 12 })
const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  ...textSize.small,
  color: token.text2,
  '& b': { ...textSize.body, fontWeight: 600, color: token.text },
})
const Text = styled.p({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
