import styled from '@emotion/styled'
import { useState } from 'react'
import { editComment, hideComment } from '#shared/commands/comments.ts'
import { verdictOn } from '#shared/rules/abilities.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { Delivery } from '#web/parts/delivery.tsx'
import { editingComment, hidingComment } from '#web/parts/faces.ts'
import { KeptLine } from '#web/parts/kept-line.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Ago, capturedWords } from '#web/parts/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useKeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import type { MenuEntry } from '#web/ui/menu-list.tsx'
import { MoreMenu } from '#web/ui/menu.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

type Comment = ProjectDetail['comments'][number]

/** `stays`: it can be edited, and not hidden. */
export function CommentItem({ comment, stays }: { comment: Comment; stays: boolean }) {
  const { user: actor, organisation } = useDevice()
  const now = useNow()
  const hide = useAct(hideComment)
  const [editing, setEditing] = useState(false)
  const [hiding, setHiding] = useState(false)
  const captured = capturedWords(comment.createDate, comment.receivedDate, now)
  const entries: MenuEntry[] = [
    ...(verdictOn('editComment', comment, { actor, organisation }) === null
      ? [{ ...editingComment, id: 'edit', onSelect: () => setEditing(true) }]
      : []),
    ...(!stays && verdictOn('hideComment', comment, { actor, organisation }) === null
      ? [{ ...hidingComment, id: 'hide', onSelect: () => setHiding(true) }]
      : []),
  ]

  async function carryOutHide() {
    setHiding(false)
    await hide(() => ({ id: comment.id }), { undoable: 'Comment hidden' })
  }

  return (
    <Row data-denial={comment.kind === 'denial' || undefined}>
      <Avatar id={comment.createdById} name={comment.createdBy} />
      <Words>
        <Head>
          <b>{comment.createdBy}</b>
          <Small>
            {captured ?? <Ago at={comment.createDate} />}
            {comment.editedDate && ' (edited)'}
          </Small>
          {comment.kind === 'denial' && <Tag>Reason for denial</Tag>}
          <Delivery table="comments" id={comment.id} />
        </Head>
        {editing ? <EditForm comment={comment} onClose={() => setEditing(false)} /> : <Text>{comment.comment}</Text>}
      </Words>
      {entries.length > 0 && !editing && (
        <MoreMenu label={`More for the comment by ${comment.createdBy}`} size="small" entries={entries} />
      )}
      <ConfirmDialog
        open={hiding}
        onClose={() => setHiding(false)}
        onConfirm={() => void carryOutHide()}
        title="Hide comment"
        text={hidingComment.confirm.text}
        confirmLabel={hidingComment.confirm.verb}
      />
    </Row>
  )
}

function EditForm({ comment: { id, comment }, onClose }: { comment: Comment; onClose: () => void }) {
  const edit = useAct(editComment)
  useKeyboardLeft()
  const form = useKeptForm(`edit-comment:${id}`, { comment }, { comment: `comment-${id}` })
  if (!form.isReady) return null
  return (
    <>
      <Field id={`comment-${id}`} label="Edit comment" hideLabel error={form.errorAt('comment')}>
        <TextArea
          rows={4}
          autoFocus
          value={form.values.comment}
          onChange={(event) => form.set({ comment: event.target.value })}
        />
      </Field>
      <Buttons>
        <KeptLine form={form} />
        <Button size="small" onClick={onClose}>
          Back
        </Button>
        <Button
          size="small"
          variant="contained"
          loading={form.busy}
          onClick={() => void form.send((words, options) => edit(() => ({ id, ...words }), options), onClose)}
        >
          Save
        </Button>
      </Buttons>
    </>
  )
}

const Row = styled.li({
  display: 'flex',
  gap: 12,
  '&[data-denial]': { paddingLeft: 12, borderLeft: `3px solid ${token.danger}` },
})
const Words = styled.div({ flex: 1, minWidth: 0 })
const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  minHeight: 24,
  '& b': { fontWeight: 600 },
})
const Small = styled.span({ ...textSize.small, color: token.text2 })
const Text = styled.p({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 8,
  '& > span': { marginRight: 'auto' },
})
