import { toast } from '../state/toasts.ts'

/** Puts words into the clipboard, with what each was called when there are several, and says so. */
export async function copyText(words: readonly { label: string; text: string }[]): Promise<void> {
  const [only, ...more] = words
  const text = more.length === 0 ? (only?.text ?? '') : words.map((word) => `${word.label}\n${word.text}`).join('\n\n')
  await navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser does not allow copying here. Select the text instead.', { variant: 'warning' }),
  )
}
