import { useEffect } from 'react'

/**
 * For what holds the keyboard and goes away, at times with the button that opened it: a keyboard that would be left with nothing goes on
 * from the page.
 */
export function useKeyboardLeft(): void {
  useEffect(
    () => () => {
      // A dialog first gives it back to its button, where that still stands.
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}

/** The same beside an element that goes away with it. */
export function KeyboardLeft(): null {
  useKeyboardLeft()
  return null
}
