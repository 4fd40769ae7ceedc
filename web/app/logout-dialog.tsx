import { useState } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { useStored } from '../data/use-query.ts'
import { countUnsent, forgetCopies, removeEverything } from '../features/device/forget.ts'
import { callApi } from '../net/api.ts'
import { countOf } from '../parts/sync-state.ts'
import { saveCopy } from '../parts/save-copy.ts'
import { readSession } from '../session/session.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Stack } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import type { Leave } from './app.tsx'

interface LogoutDialogProps {
  open: boolean
  isAlive: boolean
  onClose: () => void
  leave: Leave
}

const TYPED = 'DELETE'

/** Nothing unsent: one question. Unsent work: what is to become of it (C-093). */
export function LogoutDialog({ open, isAlive, onClose, leave }: LogoutDialogProps) {
  const { device, user } = useDevice()
  const engine = useEngine()
  const left = useStored(countUnsent)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [typed, setTyped] = useState('')
  const waiting = (left?.unsent ?? 0) + (left?.attention ?? 0)

  const logOut = async (clear: (d: typeof device) => Promise<void>) => {
    setBusy(true)
    const session = await readSession()
    if (session?.alive) void callApi('logout', { method: 'POST', token: session.token, body: {}, timeoutMs: 10_000 })
    await leave('logout')
    await clear(device)
  }
  const sendAndLogOut = async () => {
    setBusy(true)
    await engine?.sendNow()
    const { unsent, attention } = await countUnsent(device)
    if (unsent + attention === 0) return logOut(removeEverything)
    setBusy(false)
    toast(
      unsent > 0
        ? `${countOf(unsent, 'item')} could not be sent yet.`
        : `${countOf(attention, 'item')} ${attention === 1 ? 'needs' : 'need'} you. Look at the Outbox.`,
      { variant: 'warning' },
    )
  }
  const close = () => {
    setDeleting(false)
    setTyped('')
    onClose()
  }

  if (deleting) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title={`Delete ${countOf(waiting, 'item')} and log out?`}
        width={480}
        onSubmit={() => typed.trim() === TYPED && void logOut(removeEverything)}
        actions={
          <>
            <Button onClick={() => setDeleting(false)}>Back</Button>
            <Button type="submit" variant="danger-contained" disabled={typed.trim() !== TYPED} loading={busy}>
              Delete them and log out
            </Button>
          </>
        }
      >
        <Field label={`Type ${TYPED} to confirm`} hint="They have not been sent and cannot be brought back.">
          <TextInput autoFocus autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </Dialog>
    )
  }
  if (waiting === 0) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Log out?"
        subtitle={user.email}
        width={440}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="contained"
              loading={busy}
              loadingLabel="Logging out…"
              onClick={() => void logOut(forgetCopies)}
            >
              Logout
            </Button>
          </>
        }
      >
        <p>Everything you wrote has been sent. What is on this device to read is removed; signing in brings it back.</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`${countOf(waiting, 'item')} ${waiting === 1 ? 'has' : 'have'} not been sent`}
      subtitle="What should happen before you log out?"
      width={480}
    >
      <Stack style={{ gap: 8, paddingBottom: 16 }}>
        {isAlive && (
          <Button variant="contained" size="large" icon="send" loading={busy} loadingLabel="Sending…" onClick={() => void sendAndLogOut()}>
            Send now and log out
          </Button>
        )}
        <Button size="large" icon="device" onClick={() => void logOut(forgetCopies)}>
          Keep them on this device and log out
        </Button>
        <Button size="large" icon="download" onClick={() => void saveCopy(device, user)}>
          Save a copy
        </Button>
        <Button size="large" variant="danger" icon="trash" onClick={() => setDeleting(true)}>
          Delete them…
        </Button>
      </Stack>
    </Dialog>
  )
}
