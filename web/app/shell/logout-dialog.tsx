import { useState } from 'react'
import { useDevice } from '../../data/device-context.tsx'
import { useMeta, useStored } from '../../data/use-query.ts'
import { countWaiting } from '../../state/unsent.ts'
import { saveCopyAndFiles } from '../../parts/save-files.ts'
import { isShared } from '../../session/touch.ts'
import { lineOf, sendFiles } from '../../state/send-files.ts'
import { hasNoLink, useOnline } from '../../state/use-online.ts'
import { countOf } from '../../parts/sync-state.ts'
import { halfTyped, lostWords } from '../../parts/unsent-words.ts'
import { useIsHere } from '../../parts/use-busy.ts'
import { useEngine } from '../../sync/engine-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/page.tsx'
import { toast } from '../../state/toasts.ts'

interface LogoutDialogProps {
  /** False when the session is over: then nothing can be sent before logging out. */
  canSend: boolean
  onClose: () => void
  onLeave: (why: 'logout' | 'removed') => Promise<void>
}

interface LeaveProps extends Pick<LogoutDialogProps, 'onClose' | 'onLeave'> {
  isCutOff: boolean
}

const TYPED = 'DELETE'

/** What is to become of work that has not been sent. */
export function LogoutDialog({ canSend, onClose, onLeave }: LogoutDialogProps) {
  const { device, user } = useDevice()
  const engine = useEngine()
  const left = useStored(countWaiting)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [typed, setTyped] = useState('')
  const online = useOnline()
  const contact = useMeta('contact')
  const isCutOff = contact !== undefined && hasNoLink(contact)
  const isHere = useIsHere()
  const waiting = (left?.unsent ?? 0) + (left?.attention ?? 0)

  const sendAll = async () => {
    await engine.sendNow()
    await sendFiles(lineOf(device, user.id))
    return countWaiting(device)
  }
  const sendAndLeave = async () => {
    setBusy(true)
    const { unsent, attention } = await sendAll().catch((error: unknown) => {
      setBusy(false)
      throw error
    })
    // Who has closed this goes on working.
    if (!isHere()) return
    if (unsent + attention === 0 && !isShared()) return onLeave('logout')
    setBusy(false)
    if (unsent + attention === 0) return
    toast(leftoverText(unsent, attention), { variant: 'warning' })
  }

  if (!left) return null
  if (waiting === 0 && !busy) {
    const Leave = isShared() ? LeaveShared : LeaveSent
    return <Leave isCutOff={isCutOff} onClose={onClose} onLeave={onLeave} />
  }
  if (deleting) {
    const isConfirmed = typed.trim() === TYPED
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Delete ${countOf(waiting, 'item')} and log out?`}
        width={480}
        onSubmit={() => isConfirmed && void onLeave('removed')}
        actions={
          <>
            <Button onClick={() => setDeleting(false)}>Back</Button>
            <Button type="submit" variant="danger-contained" disabled={!isConfirmed}>
              Delete and log out
            </Button>
          </>
        }
      >
        <Field
          label={`${lostWords(left).join(' ')} Type ${TYPED} to confirm.`}
          hint="What has not been sent cannot be brought back."
        >
          <TextInput autoFocus autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </Dialog>
    )
  }
  const send = canSend && (
    <Button
      variant={online ? 'contained' : undefined}
      size="large"
      icon="send"
      loading={busy}
      loadingLabel="Sending…"
      onClick={() => void sendAndLeave()}
    >
      Send now and log out
    </Button>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${countOf(waiting, 'item')} ${waiting === 1 ? 'has' : 'have'} not been sent`}
      subtitle={`What should happen before you log out?${isCutOff ? ` ${needsLink}` : ''}`}
      width={480}
    >
      <Stack style={{ gap: 8, paddingBottom: 16 }}>
        {online && send}
        <Button
          variant={send && online ? undefined : 'contained'}
          size="large"
          icon="device"
          onClick={() => void onLeave('logout')}
        >
          Keep them on this device and log out
        </Button>
        {!online && send}
        <Button size="large" icon="download" onClick={() => void saveCopyAndFiles(device, user)}>
          Save a copy
        </Button>
        <Button size="large" variant="danger" icon="trash" onClick={() => setDeleting(true)}>
          Delete them…
        </Button>
      </Stack>
    </Dialog>
  )
}

const needsLink = 'Signing in again needs a connection, and there is none now.'

/** Everything was sent; without a connection there is no way back in for now. */
function LeaveSent({ isCutOff, onClose, onLeave }: LeaveProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isCutOff ? 'Log out without a connection?' : 'Log out?'}
      text={isCutOff ? `${needsLink} Half-typed words wait on this device.` : 'Everything has been sent.'}
      onConfirm={() => void onLeave('logout')}
      confirmLabel="Log out"
      cancelLabel="Stay signed in"
      harmless
    />
  )
}

/** Several people use this device, and everything was sent: nothing of this person need stay. */
function LeaveShared({ isCutOff, onClose, onLeave }: LeaveProps) {
  const texts = useStored((own) => own.forms.count())
  if (texts === undefined) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove your data from this device?"
      subtitle={`Several people use it. Everything you finished has been sent and comes back when you sign in again.${isCutOff ? ` ${needsLink}` : ''}`}
      width={480}
    >
      <Stack style={{ gap: 8, paddingBottom: 16 }}>
        {texts > 0 && <p>{halfTyped(texts)} and would go too.</p>}
        <Button {...(texts === 0 && usual)} size="large" icon="trash" onClick={() => void onLeave('removed')}>
          Remove and log out
        </Button>
        <Button {...(texts > 0 && usual)} size="large" icon="device" onClick={() => void onLeave('logout')}>
          {texts > 0 ? 'Keep half-typed texts and log out' : 'Log out only'}
        </Button>
      </Stack>
    </Dialog>
  )
}

const usual = { variant: 'contained', autoFocus: true } as const

function leftoverText(unsent: number, attention: number): string {
  if (unsent > 0) return `${countOf(unsent, 'item')} could not be sent yet.`
  return `${countOf(attention, 'item')} ${attention === 1 ? 'needs' : 'need'} you. Look at the Outbox.`
}
