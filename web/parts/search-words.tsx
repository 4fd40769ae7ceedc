import { useState } from 'react'
import { Icon } from '../theme/icon.tsx'
import { TextInput } from '../ui/inputs.tsx'

interface SearchWordsProps {
  label: string
  /** As the address has it. */
  words: string
  onWords: (words: string) => void
}

/**
 * The words by which a list is narrowed as they are typed. While somebody types, what they type stands here: the address follows a moment later,
 * and a field that waited for it would lose letters.
 */
export function SearchWords({ label, words, onWords }: SearchWordsProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed ?? words}
      onChange={({ target }) => {
        setTyped(target.value)
        onWords(target.value)
      }}
      onBlur={() => setTyped(null)}
      start={<Icon name="search" size={18} />}
    />
  )
}
