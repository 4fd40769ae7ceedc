import { useEffect, useEffectEvent } from 'react'

/** Single letters that do what a button does; silent while somebody types or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()]
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
      return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
