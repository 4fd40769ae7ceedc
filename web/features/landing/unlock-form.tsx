import styled from '@emotion/styled'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { pinOpens, unlock, waitLeft, type Outcome, type Secret } from '../../session/unlock.ts'
import { useSession } from '../../session/session.ts'
import { usePhone } from '../../theme/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput, TextInput } from '../../ui/inputs.tsx'
import { toast } from '../../state/toasts.ts'
import { PIN_LENGTH, PinKeys } from './pin-keys.tsx'
import { Problem } from './problem.tsx'

interface UnlockFormProps {
  kind: Secret
  email: string
  onOnlyPassword: () => void
}

/** Compares on this device; the server is not asked. */
export function UnlockForm({ kind, email, onOnlyPassword }: UnlockFormProps) {
  const [given, setGiven] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const seconds = useWait()
  const input = useRef<HTMLInputElement>(null)
  const onKeys = usePhone()
  const blocked = busy || seconds > 0

  const attempt = async (secret: string) => {
    if (blocked || secret === '') return
    setBusy(true)
    const next = await unlock(secret, kind)
    if (next === 'not-kept') toast(notKept, { variant: 'warning', duration: null })
    setBusy(false)
    setGiven('')
    setOutcome(next)
    if (next === 'password-only') onOnlyPassword()
    input.current?.focus()
  }
  const type = (text: string) => {
    if (blocked) return
    setGiven(text)
    if (kind === 'pin' && text.length === PIN_LENGTH) void attempt(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(given)
  }
  const problem = problemOf(kind, outcome)
  const button = (
    <Button
      type="submit"
      variant="contained"
      size="large"
      fullWidth
      disabled={seconds > 0 && !busy}
      loading={busy}
      loadingLabel="Unlocking…"
    >
      {seconds > 0 ? `Wait ${waitWords(seconds)}` : 'Unlock'}
    </Button>
  )
  return (
    <Form noValidate onSubmit={submit}>
      {problem && <Problem>{problem}</Problem>}
      {kind === 'pin' ? (
        <>
          <Field label="PIN" id="unlock-pin">
            <TextInput
              large
              ref={input}
              type="password"
              inputMode={onKeys ? 'none' : 'numeric'}
              autoComplete="off"
              autoFocus
              maxLength={PIN_LENGTH}
              style={{ textAlign: 'center', letterSpacing: '0.5em' }}
              value={given}
              onChange={(event) => type(event.target.value.replace(/\D/g, ''))}
            />
          </Field>
          {onKeys && <PinKeys value={given} onChange={type} />}
          {(!onKeys || seconds > 0 || busy) && button}
        </>
      ) : (
        <>
          {/* For whoever keeps passwords. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field label="Password" id="unlock-password">
            <PasswordInput
              large
              ref={input}
              autoFocus={hasKeyboard}
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
          </Field>
          {button}
        </>
      )}
    </Form>
  )
}

/** On the phone the focus would raise the keyboard over half the page. */
const hasKeyboard = !matchMedia('(pointer: coarse)').matches
const notKept = 'Unlocked, but this device is full and did not keep that: after a reload it asks again. Free some room.'

const problemOf = (kind: Secret, outcome: Outcome | null): string | null => {
  const lock = useSession.getState().session?.lock
  if (outcome === 'unreadable') return 'What is kept here to compare with is damaged. Sign in again, with a connection.'
  if (outcome === 'wait') return 'It was tried in another window. Wait before the next try.'
  if (outcome === 'wrong') return kind === 'pin' ? 'That is not the PIN.' : 'That is not the password last given here.'
  // Also after a reload.
  return kind === 'password' && lock?.pin && !pinOpens(lock)
    ? 'The PIN was wrong too often. Only the password opens it now.'
    : null
}

const waitWords = (seconds: number): string => (seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

/** Whole seconds until the next try is taken. */
function useWait(): number {
  const left = () => {
    const lock = useSession.getState().session?.lock
    return lock ? Math.ceil(waitLeft(lock) / 1000) : 0
  }
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const look = () => setSeconds(left())
    const timer = setInterval(look, 250)
    const stop = useSession.subscribe(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return seconds
}

const Form = styled.form({ display: 'grid', gap: 16, alignSelf: 'stretch', marginTop: 24, textAlign: 'start' })
