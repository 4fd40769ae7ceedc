import type { User } from '#shared/model/reference.ts'
import type { Device } from '../data/device.ts'
import { toast, type ToastAction } from '../state/toasts.ts'
import { wordsOf } from './command-labels.ts'
import { copyText } from './copy-text.ts'
import { saveCopy } from './save-copy.ts'

interface NotKeptCall {
  input: unknown
  sentence: string
}

/** Says that this device has not taken a call, and offers to get its words to safety. It goes with the next one that is kept. */
export function tellNotKept(device: Device, user: User, name: string, { input, sentence }: NotKeptCall): void {
  const words = wordsOf(input)
  const copy = { label: 'Copy the text', onClick: () => copyText(words), stays: true }
  const actions: ToastAction[] = [
    ...(words.length > 0 ? [copy] : []),
    { label: 'Save a copy', onClick: () => saveCopy(device, user, { name, input }), stays: true },
  ]
  // The newest input is the one to copy.
  closeNotKept()
  standing = toast(sentence, { variant: 'error', duration: null, actions })
}

/** Logging out goes on when the database cannot be reached; that something stays behind must not stay unsaid. */
export const tellNotRemoved = (): void => {
  toast('Your data could not be removed from this device. Sign in again and remove it under “This device”.', {
    variant: 'error',
    duration: null,
  })
}

let standing: (() => void) | null = null

/** Something has been kept since. */
export function closeNotKept(): void {
  standing?.()
  standing = null
}
