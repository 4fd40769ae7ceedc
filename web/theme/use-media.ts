import { useCallback, useSyncExternalStore } from 'react'
import { growing } from './growing-text.ts'

export function useMedia(words: string): boolean {
  const query = growing(words)
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Below this width there is a bottom bar, and rows are cards; on paper they are a table. */
export const usePhone = () => useMedia('screen and (max-width: 899.95px)')
