import styled from '@emotion/styled'
import MuiMenu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'
import type { MenuEntry } from './menu.tsx'
import { token } from './tokens.ts'

interface MenuListProps {
  id: string
  label: string
  entries: readonly MenuEntry[]
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
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': label, 'aria-labelledby': undefined },
        paper: { sx: { minWidth: 184, maxWidth: 'min(320px, calc(100vw - 32px))' } },
      }}
    >
      {header && <Header role="presentation">{header}</Header>}
      {entries.map((entry) => (
        <MuiMenuItem
          key={entry.id}
          disabled={entry.disabled}
          selected={entry.selected}
          sx={{
            ...(entry.danger && { color: token.danger }),
            ...(entry.divided && {
              marginTop: '9px',
              '&::before': {
                content: '""',
                position: 'absolute',
                top: -5,
                left: 0,
                right: 0,
                borderTop: `1px solid ${token.divider}`,
              },
            }),
          }}
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
