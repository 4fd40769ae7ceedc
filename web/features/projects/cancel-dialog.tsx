import { useState } from 'react'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { useMeta } from '#web/data/use-query.ts'
import { taskingFaces, verbOf } from '#web/parts/faces.ts'
import { useIsHere } from '#web/parts/use-busy.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { useDoubt, useSaving } from '#web/parts/use-saving.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { Stack } from '#web/ui/page.tsx'
import { toast } from '#web/state/toasts.ts'
import type { ProjectDetail } from './project-detail.ts'

const ids = { reason: 'cancel-reason' }

/** Final, so it is done only by the server, and only once it has whatever waits here (C-078, C.7). */
export function CancelDialog({ detail, onClose }: { detail: ProjectDetail; onClose: () => void }) {
  const { project } = detail
  const { confirm } = taskingFaces.cancel
  const title = `${verbOf('cancel', detail)} ${project.name}`
  const call = { method: 'POST', path: `projects/${project.id}/cancel` } as const
  const { online, save } = useSaving()
  const isInDoubt = useDoubt(call)
  const fieldMode = useMeta('fieldMode')
  const form = useKeptForm(`cancel:${project.id}`, { reason: '' }, ids)
  const [working, setWorking] = useState(false)
  const isHere = useIsHere()

  if (!online) {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={title}
        text={`${isInDoubt ? `${messages.noAnswer} ` : ''}Canceling needs a connection, because it cannot be taken back and others may be working on this tasking. ${fieldMode ? 'Switch Field Mode off first.' : 'Try again when you are connected.'}`}
      />
    )
  }

  async function carryOut() {
    setWorking(true)
    const reason = form.values.reason.trim()
    const body = reason ? { id: project.id, reason } : project.id
    const { refusal } = await save({ ...call, body, afterQueue: true, isWanted: isHere })
    setWorking(false)
    // The reason stays where it was typed until the server has it.
    if (refusal) return void toast(sentenceOf(refusal), { variant: isHere() ? 'error' : 'info' })
    form.discard()
    if (isHere()) onClose()
  }
  if (!form.isReady) return null
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void carryOut()}
      loading={working}
      title={title}
      text={
        <Stack>
          <p>{confirm?.text}</p>
          <Field id={ids.reason} label="Reason" optional hint="The requester, the assignee and the recipients read it.">
            <TextArea
              rows={3}
              value={form.values.reason}
              onChange={(event) => form.set({ reason: event.target.value })}
            />
          </Field>
        </Stack>
      }
      confirmLabel={confirm?.verb}
      cancelLabel={confirm?.back}
    />
  )
}
