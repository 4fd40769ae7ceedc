import { useDisk } from '../data/disk.ts'

/** What stands under a form that is kept as it is typed: `words` when it is, and that it is not when this device takes no writes. */
export function useSavedLine(words: string): string {
  const trouble = useDisk((disk) => disk.trouble)
  if (!trouble) return words
  return trouble === 'full' ? 'Not saved: this device is full' : 'Not saved: this browser cannot write to this device'
}
