import { useEffect, useEffectEvent } from 'react'
import type { User } from '#shared/model/reference.ts'
import { useDevice } from '../data/device-context.tsx'
import { useOverlay } from './overlay.ts'
import { nameOfPress, shortcutNames, shortcuts, switchedOff, type ShortcutName } from './shortcuts.ts'

type ShortcutActions = Readonly<Partial<Record<ShortcutName, (() => void) | undefined>>>
type Asked = (name: ShortcutName) => (() => void) | undefined

/**
 * What the shortcuts do while this component is shown: `useShortcuts({ approve: mayApprove ? open : undefined })`. Of several that know the same one the last
 * shown is asked first. Keys without Ctrl are silent while somebody types; all are while a dialog or menu is open, or switched off (C-255).
 */
export function useShortcuts(actions: ShortcutActions) {
  const { user } = useDevice()
  const actionFor = useEffectEvent<Asked>((name) => (isOn(name, user) ? actions[name] : undefined))
  useEffect(() => {
    const asked: Asked = (name) => actionFor(name)
    if (shown.length === 0) document.addEventListener('keydown', press)
    shown.unshift(asked)
    return () => {
      shown.splice(shown.indexOf(asked), 1)
      if (shown.length === 0) document.removeEventListener('keydown', press)
    }
  }, [])
}

const shown: Asked[] = []
const actionOf: Asked = (name) => {
  for (const asked of shown) {
    const action = asked(name)
    if (action) return action
  }
  return undefined
}

/** Both keys of `g d` within this, or the first was pressed by chance. Of the event's own clock, which nobody sets. */
const PAUSE_MS = 1_500
let before = { name: '', at: 0 }

function press(event: KeyboardEvent): void {
  const name = nameOfPress(event)
  if (name === '' || event.defaultPrevented || event.repeat || isBusy(event.target, name)) return
  const pair = event.timeStamp - before.at < PAUSE_MS ? `${before.name} ${name}` : name
  before = { name, at: event.timeStamp }
  const action = actionFor(pair) ?? actionFor(name)
  if (!action) return
  before = { name: '', at: 0 }
  event.preventDefault()
  action()
}

function actionFor(keys: string): (() => void) | undefined {
  const name = shortcutNames.find((each) => shortcuts[each].keys === keys)
  return name && actionOf(name)
}

/** The one switch is for keys that a hand finds by chance; one with Ctrl is only switched off by its own. */
function isOn(name: ShortcutName, user: Pick<User, 'shortcuts' | 'shortcutsOff'>): boolean {
  const isSingle = !shortcuts[name].keys.startsWith('mod+')
  return !(isSingle && user.shortcuts === 'off') && !switchedOff(user.shortcutsOff).includes(name)
}

const isBusy = (target: EventTarget | null, name: string): boolean =>
  // One that was asked for and is still being fetched takes the keys already.
  useOverlay.getState().open !== null ||
  (!name.startsWith('mod+') &&
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
