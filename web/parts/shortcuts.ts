/**
 * Every shortcut, said once: the listener, the sheet behind `?`, the switches in the profile and the hints on buttons read it here. `keys` is what is
 * pressed: one key, two after each other (`g d`), or one with Ctrl or ⌘ (`mod+k`) or with ⇧ (`shift+a`). `where` is the heading it stands under.
 */
export const shortcuts = {
  palette: { keys: 'mod+k', does: 'Go to or do anything', where: 'Everywhere' },
  search: { keys: '/', does: 'Search', where: 'Everywhere' },
  help: { keys: '?', does: 'Show the shortcuts', where: 'Everywhere' },
  request: { keys: 'c', does: 'Start a Request', where: 'Everywhere' },
  project: { keys: 'n', does: 'Add a Project', where: 'Everywhere' },
  goHome: { keys: 'g d', does: 'Go to the dashboard', where: 'Everywhere' },
  goFind: { keys: 'g f', does: 'Go to Find', where: 'Everywhere' },
  goDrafts: { keys: 'g r', does: 'Go to the drafts', where: 'Everywhere' },
  goOutbox: { keys: 'g o', does: 'Go to the outbox', where: 'Everywhere' },
  approve: { keys: 'a', does: 'Approve, authorize or accept', where: 'On a tasking' },
  deny: { keys: 'd', does: 'Deny', where: 'On a tasking' },
  edit: { keys: 'e', does: 'Edit', where: 'On a tasking' },
  comment: { keys: 'm', does: 'Comment', where: 'On a tasking' },
  next: { keys: 'j', does: 'Next tasking', where: 'In the queue' },
  previous: { keys: 'k', does: 'Previous tasking', where: 'In the queue' },
  select: { keys: 'x', does: 'Select', where: 'In the queue' },
  approveSelected: { keys: 'shift+a', does: 'Decide all that are selected', where: 'In the queue' },
  denySelected: { keys: 'shift+d', does: 'Deny all that are selected', where: 'In the queue' },
  clearSelected: { keys: 'escape', does: 'Clear the selection', where: 'In the queue' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts
export const shortcutNames = Object.keys(shortcuts) as ShortcutName[]

interface Shortcut {
  keys: string
  does: string
  where: string
}

/** Those that somebody has switched off one by one, out of their own row (C-255). What only a newer app knows is left alone. */
export const switchedOff = (list: string): string[] => list.split(';').filter(Boolean)

/** What a press is called in the table; `''` for what can be no shortcut. */
export function nameOfPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (key === 'Escape') return 'escape'
  if (altKey || key.length !== 1 || key === ' ') return ''
  const lower = key.toLowerCase()
  if (ctrlKey || metaKey) return shiftKey ? '' : `mod+${lower}`
  // A sign that takes ⇧ on one keyboard takes none on another.
  return shiftKey && lower !== lower.toUpperCase() ? `shift+${lower}` : lower
}
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'repeat' | 'target' | 'currentTarget'>
/**
 * Ctrl or ⌘ with Enter sends the form that hears it. What is pressed in a dialog over the form is heard there too, and means the dialog; a key that is held
 * is one press.
 */
export const sendsForm = ({ key, ctrlKey, metaKey, repeat, target, currentTarget }: Press): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat && (currentTarget as Node).contains(target as Node)
/** On this machine: "⌘ K" or "Ctrl K", "⇧ A", "G D". */
export const keysInWords = (keys: string): string[] =>
  keys.split(/[ +]/).map((key) => {
    if (key === 'mod') return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
    if (key === 'escape') return 'Esc'
    return key === 'shift' ? '⇧' : key.toUpperCase()
  })
