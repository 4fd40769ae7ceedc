import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import type { MenuListProps } from './menu-list.tsx'
import { onDemand } from './on-demand.tsx'

const MenuList = onDemand(() => import('./menu-list.tsx').then((part) => part.MenuList))

interface Trigger {
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (event: MouseEvent<HTMLElement>) => void
}

interface MenuProps extends Pick<MenuListProps, 'label' | 'entries' | 'header'> {
  /** Any button; spread the given attributes on it. */
  trigger: (attributes: Trigger) => ReactNode
}

export function Menu({ trigger, ...list }: MenuProps) {
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
      {used && <MenuList {...list} id={menuId} open={open} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

interface MoreMenuProps extends Pick<MenuProps, 'label' | 'entries'> {
  size?: 'small' | 'large'
}

/** The three dots at the end of a row or a title. */
export function MoreMenu({ size, ...list }: MoreMenuProps) {
  return (
    <Menu
      {...list}
      trigger={(attributes) => <IconButton icon="dots" label={list.label} size={size} {...attributes} />}
    />
  )
}
