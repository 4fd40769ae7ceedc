import { create } from 'zustand'
import { ofOnePerson } from '../session/of-one-person.ts'
import { doableNow, type Doable } from './use-doable.ts'

type Overlay = 'palette' | 'shortcuts' | 'outbox'

/** What lies over any page, wherever it was asked for (by a key, in a menu, in the profile), and what could be done on that page. */
export const useOverlay = create<{ open: Overlay | null; doable: readonly Doable[] }>()(() => ({
  open: null,
  doable: [],
}))
// Behind the lock its page is gone, and what could be done there with it.
ofOnePerson(putAway, putAway)

function putAway(): void {
  closeOverlay()
  useOverlay.setState({ doable: [] })
}

export function openOverlay(open: Overlay): void {
  if (open === 'palette') beginCollecting()
  useOverlay.setState({ open, doable: doableNow() })
}
export function closeOverlay(): void {
  stopCollecting()
  useOverlay.setState({ open: null })
}

/** What was typed before the palette was there to take it: the first time it has to be fetched. */
let ahead = ''
let from: Element | null = null
export const typedAhead = (): string => ahead

function beginCollecting(): void {
  ahead = ''
  from = document.activeElement
  document.addEventListener('keydown', collect, true)
  document.addEventListener('pointerdown', closeOverlay, true)
}
export function stopCollecting(): void {
  document.removeEventListener('keydown', collect, true)
  document.removeEventListener('pointerdown', closeOverlay, true)
}

/** Whoever has gone on meanwhile, by Escape, a click or the Tab key, means what they type to be where they are: over a silent link it may never come. */
function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key === 'Escape' || document.activeElement !== from) return closeOverlay()
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return
  ahead += key
  event.preventDefault()
  event.stopPropagation()
}
