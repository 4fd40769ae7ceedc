import { useState } from 'react'
import { useBusy } from '../../parts/use-busy.ts'
import { choosePin, isGuessable, type Outcome } from '../../session/unlock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusField } from '../../ui/error-list.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput, TextInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/page.tsx'
import { toast } from '../../state/toasts.ts'

type Faults = { password?: string; pin?: string; again?: string }

/** A PIN for this device. Asks for the password: whoever finds it open must not make a key of their own. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { busy, run } = useBusy()

  const show = (found: Faults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) focusField(`pin-${first}`)
    return first !== undefined
  }
  const save = () =>
    run(async () => {
      if (show(faultsOf(password, pin, again))) return
      const outcome = await choosePin(password, pin)
      if (outcome !== 'right') return void show({ password: sentences[outcome] })
      toast('The PIN opens this device from now on.', { variant: 'success' })
      onClose()
    })
  const digits = { large: true, type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  return (
    <Dialog
      open
      onClose={onClose}
      title="A PIN for this device"
      subtitle="Six digits that open Fieldpost here when it has locked. They are good for nothing else."
      width={440}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="contained" loading={busy}>
            Save the PIN
          </Button>
        </>
      }
    >
      <Stack>
        <Field label="Your password" id="pin-password" error={faults.password}>
          <PasswordInput large autoFocus value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <Field label="PIN" id="pin-pin" error={faults.pin}>
          <TextInput {...digits} value={pin} onChange={(event) => setPin(onlyDigits(event.target.value))} />
        </Field>
        <Field label="PIN once more" id="pin-again" error={faults.again}>
          <TextInput {...digits} value={again} onChange={(event) => setAgain(onlyDigits(event.target.value))} />
        </Field>
      </Stack>
    </Dialog>
  )
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

function faultsOf(password: string, pin: string, again: string): Faults {
  return {
    ...(password === '' ? { password: 'Enter your password' } : {}),
    ...(pin.length < 6
      ? { pin: 'A PIN has six digits' }
      : isGuessable(pin)
        ? { pin: 'Too easy to guess: take digits that are not alike and not in a row' }
        : {}),
    ...(again === pin ? {} : { again: 'These are other digits than above' }),
  }
}

const sentences: Record<Exclude<Outcome, 'right'>, string> = {
  wrong: 'That is not the password last given here',
  wait: 'Wrong too often. Wait a while before you try again',
  'password-only': 'That is not the password last given here',
  'not-kept': 'This device is full and did not keep the PIN. Free some room',
  unreadable: 'What is kept here to compare with is damaged. Sign in again first',
}
