import { useEffect, useEffectEvent } from 'react'
import type { IconName } from '../theme/icon.tsx'

/** Something that can be done on the page that is open, for the palette: what its buttons do, and nothing that they do not. */
export interface Doable {
  label: string
  /** What it is done to: T-42-17. */
  about?: string
  icon: IconName
  /** Either goes somewhere or does something. */
  to?: string
  onSelect?: () => void
}

/** A component with buttons says what they do; for as long as it is shown the palette offers the same. */
export function useDoable(doable: readonly Doable[]) {
  const now = useEffectEvent(() => doable)
  useEffect(() => {
    const asked = () => now()
    shown.add(asked)
    return () => void shown.delete(asked)
  }, [])
}

export const doableNow = (): Doable[] => [...shown].flatMap((asked) => asked())

const shown = new Set<() => readonly Doable[]>()
