import { useState } from 'react'
import { pagePart } from '#web/ui/on-demand.tsx'
import { byFor } from '#shared/lib/shown-as.ts'
import { projectAbilities } from '#shared/rules/abilities.ts'
import { contentToText } from '#shared/rules/content.ts'
import { useDevice } from '#web/data/device-context.tsx'
import {
  assigneeAsked,
  saidOf,
  taskingFaces,
  verbOf,
  type Asks,
  type TaskingAction,
  type TaskingFace,
} from '#web/parts/faces.ts'
import type { AttachFilesProps } from '#web/parts/attach-files.tsx'
import { AttachRoom } from '#web/parts/attach-zone.tsx'
import { lastDenial } from '#web/parts/last-decision.ts'
import { Notice } from '#web/parts/notice.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { contentOf, type ProjectDetail } from './project-detail.ts'
import { withCall } from './refused-calls.ts'
import { AssigneeField, WordsDialog, type Words } from './words-dialog.tsx'

const AttachFiles = pagePart<AttachFilesProps>(
  () => import('#web/parts/attach-files.tsx').then((part) => part.AttachFiles),
  AttachRoom,
)

interface ActionDialogProps {
  action: TaskingAction
  detail: ProjectDetail
  seen: string
  onClose: () => void
}

/** Whatever can be done to a tasking, as its face says: it asks for words, or only whether. */
export function ActionDialog(props: ActionDialogProps) {
  const { asks }: TaskingFace = taskingFaces[props.action]
  return asks ? <AskingDialog {...props} asks={asks} /> : <ConfirmingDialog {...props} />
}

const noWords: Words = { content: '', assigneeId: 0 }

function ConfirmingDialog({ action, detail, seen, onClose }: ActionDialogProps) {
  const face: TaskingFace = taskingFaces[action]
  const { project } = detail
  const { device } = useDevice()
  const act = useAct(face.command)
  const hindrance = face.hindrance?.(detail)
  const title = `${verbOf(action, detail)} ${project.name}`
  if (hindrance) return <ConfirmDialog open onClose={onClose} title={title} text={hindrance} />

  async function carryOut() {
    onClose()
    await act(
      (newId) => face.input?.({ detail, seen, newId, typed: noWords }),
      withCall(device, face.command, { id: project.id }, saidOf(face, project.name)),
    )
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void carryOut()}
      title={title}
      text={face.confirm?.text}
      confirmLabel={face.confirm?.verb}
      cancelLabel={face.confirm?.back}
      harmless={!face.danger}
    />
  )
}

function AskingDialog({ action, asks, detail, seen, onClose }: ActionDialogProps & { asks: Asks }) {
  const face: TaskingFace = taskingFaces[action]
  const { project } = detail
  // What comes in behind the dialog was not seen by whoever types; but a denial it tells.
  const [opened, setOpened] = useState(detail)
  if (opened.project.denied !== project.denied) setOpened(detail)
  const act = useAct(face.command)
  const ids = { content: `${action}-content`, assigneeId: `${action}-assignee` }
  const { device, user, organisation } = useDevice()
  const assignee = assigneeAsked(asks, projectAbilities(user, project, organisation))
  // Whoever answers a denial goes on from what was asked, and it goes to whoever denied it.
  const isAnswer = action === 'amend' && project.phase === 'denied'
  const form = useKeptForm<Words>(
    `${action}:${project.id}`,
    isAnswer
      ? { content: contentToText(contentOf(detail)), assigneeId: project.deniedById || project.assigneeId }
      : { ...noWords, ...(assignee && { assigneeId: project[assignee.usual] }) },
    ids,
  )
  const verb = verbOf(action, detail)
  const send = () =>
    form.send((typed, options) => {
      const about = { id: project.id, words: typed.content, seen: face.held === 'decision' ? seen : undefined }
      const how = withCall(device, face.command, about, { ...options, ...saidOf(face, project.name) })
      return act((newId) => face.input?.({ detail: opened, seen, newId, typed }), how)
    }, onClose)

  return (
    <WordsDialog
      title={`${verb} ${project.name}`}
      subtitle={project.description}
      verb={verb}
      danger={face.danger}
      form={form}
      onSend={() => void send()}
      onClose={onClose}
    >
      {isAnswer && (
        <Notice icon="block" tone="danger" title={lastDenial(detail) || 'Denied'}>
          Denied by {byFor(project.deniedBy, project.decidedFor)}
        </Notice>
      )}
      <Field
        id={ids.content}
        label={asks.content.label}
        hint={asks.content.hint}
        error={form.errorAt('content')}
        required
      >
        <TextArea
          rows={7}
          autoFocus
          value={form.values.content}
          onChange={(event) => form.set({ content: event.target.value })}
        />
      </Field>
      {assignee && (
        <AssigneeField id={ids.assigneeId} label={assignee.label} required={assignee.required} form={form} />
      )}
      {action === 'amend' && <AttachFiles place={{ projectId: project.id }} files={detail.files} isAbove />}
    </WordsDialog>
  )
}
