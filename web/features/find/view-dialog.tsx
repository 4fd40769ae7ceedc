import { useState } from 'react'
import { savePreferences } from '#shared/commands/preferences.ts'
import { useAct } from '#web/parts/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusField } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'

interface ViewDialogProps {
  open: boolean
  onClose: () => void
  /** The address of the view, without its page. */
  search: string
  /** The name it has. */
  was: string | undefined
  taken: readonly string[]
}

/** Names what is looked at. Key it by the view and by being open. */
export function ViewDialog({ open, onClose, search, was: before, taken }: ViewDialogProps) {
  // It goes on naming what it began with, also while the new name is already there.
  const [was] = useState(before)
  const [name, setName] = useState(was ?? '')
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const act = useAct(savePreferences)
  const isOther = taken.some((one) => one !== was && one.toLowerCase() === name.trim().toLowerCase())
  const wrong =
    name.trim() === ''
      ? 'Please give the view a name'
      : isOther && 'There is another view of this name. Please choose another one'
  async function save() {
    if (wrong) {
      setError(wrong)
      return focusField('view-name')
    }
    if (saving) return
    setSaving(true)
    const { refusal } = await act(() => ({
      view: { name: name.trim(), search, ...(was === undefined ? {} : { was }) },
    }))
    setSaving(false)
    // The name stays where it was typed until the device keeps it.
    if (!refusal) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void save()}
      width={440}
      title={was === undefined ? 'Save view' : 'Rename view'}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="contained" loading={saving}>
            Save
          </Button>
        </>
      }
    >
      <Field id="view-name" label="Name" hint="It stands under Find, on all your devices." error={error}>
        <TextInput autoFocus value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
