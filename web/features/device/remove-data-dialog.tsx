import { useState } from 'react'
import { useStored } from '../../data/use-query.ts'
import { lostWords } from '../../parts/unsent-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { countWaiting } from '../../state/unsent.ts'

const TYPED = 'DELETE'

interface RemoveDataDialogProps {
  open: boolean
  onClose: () => void
  /** Signs out and removes it. */
  onRemove: () => Promise<void>
}

/** Deletes this person's database and signs out. Unsent work, and words that are only half-typed, ask for a typed word. */
export function RemoveDataDialog({ open, onClose, onRemove }: RemoveDataDialogProps) {
  // Not known while this device's database does not open: nothing may be said to have been sent then.
  const lost = lostWords(useStored(countWaiting))
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const isConfirmed = lost.length === 0 || typed.trim() === TYPED

  const remove = async () => {
    if (!isConfirmed) return
    setBusy(true)
    await onRemove()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Remove data from this device?"
      width={480}
      onSubmit={() => void remove()}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            type="submit"
            variant="danger-contained"
            disabled={!isConfirmed}
            loading={busy}
            loadingLabel="Removing…"
          >
            Remove and sign out
          </Button>
        </>
      }
    >
      {lost.length > 0 ? (
        <Field
          label={`${lost.join(' ')} Type ${TYPED} to remove this too.`}
          hint="It cannot be brought back. Save a copy first if you are not sure."
        >
          <TextInput autoFocus autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      ) : (
        <p>Everything you wrote has been sent. Signing in again brings it back.</p>
      )}
    </Dialog>
  )
}
