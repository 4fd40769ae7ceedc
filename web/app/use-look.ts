import { useColorScheme } from '@mui/material/styles'
import { useEffect } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { useStored } from '../data/use-query.ts'

/** Whose theme this browser followed last: what it was told itself since then stays, until the person chooses anew (C-255). */
const FOLLOWED = 'fieldpost-theme'

/** How the app looks to whoever is signed in, on each of their devices. */
export function useLook(): void {
  const { user } = useDevice()
  // Not the session's copy: it says how it was when they signed in.
  const own = useStored((device) => device.rows('users').get(user.id), [user.id])
  const { setMode } = useColorScheme()
  useEffect(() => {
    if (own?.density)
      Object.assign(document.documentElement.dataset, { density: own.density, shortcuts: own.shortcuts })
  }, [own?.density, own?.shortcuts])
  useEffect(() => {
    if (!own?.theme) return
    const followed = followedHere()
    const chosen = `${own.id} ${own.theme}`
    if (followed === chosen) return
    note(chosen)
    // Who has never chosen keeps what this browser shows.
    if (followed !== null || own.theme !== 'system') setMode(own.theme)
  }, [own?.id, own?.theme, setMode])
}

function followedHere(): string | null {
  try {
    return localStorage.getItem(FOLLOWED)
  } catch {
    return null
  }
}
function note(chosen: string): void {
  try {
    localStorage.setItem(FOLLOWED, chosen)
  } catch {
    // A browser that keeps nothing follows again at the next start.
  }
}
