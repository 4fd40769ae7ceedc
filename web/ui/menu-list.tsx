import styled from '@emotion/styled'
import MuiMenu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '../theme/icon.tsx'
import { token } from '../theme/tokens.ts'

export interface MenuEntry {
  id: string
  label: ReactNode
  icon?: IconName
  /** Either goes somewhere or does something. */
  to?: string
  onSelect?: () => void
  danger?: boolean
  selected?: boolean
  /** A hairline above. */
  divided?: boolean
}

export interface MenuListProps {
  id: string
  label: string
  entries: readonly MenuEntry[]
  /** Above the entries: who is signed in. */
  header?: ReactNode
  open: boolean
  /** The button it hangs on; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** The open half of a Menu. Most menus of a page are never opened, so it is fetched when the first one is. */
export function MenuList({ id, label, entries, header, open, anchor, onClose }: MenuListProps) {
  return (
    <MuiMenu
      id={id}
      open={open}
      // The keyboard begins at the first entry, also where another one is the chosen one.
      variant="menu"
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': label, 'aria-labelledby': undefined } }}
    >
      {header && <Header role="presentation">{header}</Header>}
      {entries.map((entry) => (
        <MuiMenuItem
          key={entry.id}
          selected={entry.selected}
          data-danger={entry.danger}
          data-divided={entry.divided}
          onClick={() => {
            onClose()
            entry.onSelect?.()
          }}
          {...(entry.to !== undefined && { component: Link, to: entry.to })}
        >
          {entry.icon && <Icon name={entry.icon} size={18} />}
          {entry.label}
        </MuiMenuItem>
      ))}
    </MuiMenu>
  )
}

const Header = styled.li({ padding: '8px 12px', borderBottom: `1px solid ${token.divider}`, marginBottom: 4 })
