import { useState } from 'react'

/** What an input and the eye beside it are given, whichever kit they are of. */
export function usePassword() {
  const [shown, setShown] = useState(false)
  return {
    input: {
      type: shown ? 'text' : 'password',
      autoCapitalize: 'none',
      autoCorrect: 'off',
      spellCheck: false,
    },
    eye: {
      icon: shown ? 'eye-off' : 'eye',
      label: shown ? 'Hide password' : 'Show password',
      'aria-pressed': shown,
      onClick: () => setShown(!shown),
    },
  } as const
}
