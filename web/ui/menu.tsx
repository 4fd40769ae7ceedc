import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import type { IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { onDemand } from './on-demand.tsx'

const MenuList = onDemand(() => import('./menu-list.tsx').then((part) => part.MenuList))

export interface MenuEntry {
  id: string
  label: ReactNode
  icon?: IconName
  /** Either goes somewhere or does something. */
  to?: string
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  selected?: boolean
  /** A hairline above. */
  divided?: boolean
}

export interface MenuTrigger {
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (event: MouseEvent<HTMLElement>) => void
}

export interface MenuProps {
  label: string
  entries: readonly MenuEntry[]
  /** Any button; spread the given attributes on it. */
  trigger: (attributes: MenuTrigger) => ReactNode
  /** Above the entries: who is signed in. */
  header?: ReactNode
}

export function Menu({ label, entries, trigger, header }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [triggerId, menuId] = [useId(), useId()]
  const [used, setUsed] = useState(false)
  const open = anchor !== null

  return (
    <>
      {trigger({
        id: triggerId,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? menuId : undefined,
        onClick: (event) => {
          setAnchor(event.currentTarget)
          setUsed(true)
        },
      })}
      {used && (
        <MenuList
          id={menuId}
          label={label}
          open={open}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          header={header}
          entries={entries}
        />
      )}
    </>
  )
}

/** The three dots at the end of a row or a title. */
export function MoreMenu({
  label = 'More',
  size,
  entries,
}: {
  label?: string
  size?: 28 | 36 | 44
  entries: readonly MenuEntry[]
}) {
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={(attributes) => <IconButton icon="dots" label={label} size={size} {...attributes} />}
    />
  )
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  entries,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'children'> & { label: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={(attributes) => (
        <Button endIcon="chevron-down" {...rest} {...attributes}>
          {label}
        </Button>
      )}
    />
  )
}
