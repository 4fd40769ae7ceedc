import { useState } from 'react'
import { useStored } from '../../data/use-query.ts'
import { countOf } from '../../parts/sync-state.ts'
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

/** Deletes this person's database and signs out. Unsent work asks for a typed word. */
export function RemoveDataDialog({ open, onClose, onRemove }: RemoveDataDialogProps) {
  const left = useStored(countWaiting)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  // Not known while this device's database does not open: nothing may be said to have been sent then.
  const waiting = left && left.unsent + left.attention
  const isConfirmed = waiting === 0 || typed.trim() === TYPED

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
          <Button onClick={onClose}>Cancel</Button>
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
      {waiting !== 0 ? (
        <Field
          label={`${waitingWords(waiting)} Type ${TYPED} to remove ${waiting === 1 ? 'it' : 'them'} too.`}
          hint="Unsent work cannot be brought back. Save a copy first if you are not sure."
        >
          <TextInput autoFocus autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      ) : (
        <p>Everything you wrote has been sent. Signing in again brings it back.</p>
      )}
    </Dialog>
  )
}

const waitingWords = (count: number | undefined): string =>
  count === undefined
    ? 'Items that have not been sent cannot be counted at the moment.'
    : `${countOf(count, 'item')} ${count === 1 ? 'has' : 'have'} not been sent.`
