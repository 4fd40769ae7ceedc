import type { ReactNode } from 'react'
import { KeptLine } from '#web/parts/kept-line.tsx'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import type { KeptForm } from '#web/parts/use-kept-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/page.tsx'

interface WordsDialogProps {
  title: string
  subtitle: string
  verb: string
  danger?: boolean | undefined
  width?: number
  form: Pick<KeptForm<object>, 'isReady' | 'busy' | 'isTyped' | 'savedAt' | 'discard'>
  onSend: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for words about a tasking. Closing keeps them: they are there when it opens again. */
export function WordsDialog({ verb, danger = false, form, onSend, onClose, children, ...head }: WordsDialogProps) {
  if (!form.isReady) return null
  return (
    <Dialog
      {...head}
      open
      onClose={onClose}
      onSubmit={onSend}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant={danger ? 'danger-contained' : 'contained'} loading={form.busy}>
            {verb}
          </Button>
        </>
      }
    >
      <Stack>
        {children}
        <KeptLine form={form} />
      </Stack>
    </Dialog>
  )
}

/** What an action may ask for. */
export interface Words {
  content: string
  assigneeId: number
}

interface AssigneeFieldProps {
  id: string
  label: string
  required?: boolean | undefined
  form: KeptForm<Words>
}

export function AssigneeField({ id, label, required = false, form }: AssigneeFieldProps) {
  return (
    <Field id={id} label={label} error={form.errorAt('assigneeId')} required={required} group>
      <PeoplePicker label={label} value={form.values.assigneeId} onChange={(assigneeId) => form.set({ assigneeId })} />
    </Field>
  )
}
