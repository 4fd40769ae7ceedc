import styled from '@emotion/styled'
import MuiMenu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { token } from './tokens.ts'

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
  const close = () => setAnchor(null)
  const open = anchor !== null

  return (
    <>
      {trigger({
        id: triggerId,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? menuId : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <MuiMenu
        id={menuId}
        open={open}
        anchorEl={anchor}
        onClose={close}
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
              close()
              entry.onSelect?.()
            }}
            {...(entry.to !== undefined && { component: Link, to: entry.to })}
          >
            {entry.icon && <Icon name={entry.icon} size={18} />}
            {entry.label}
          </MuiMenuItem>
        ))}
      </MuiMenu>
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

const Header = styled.li({ padding: '8px 12px', borderBottom: `1px solid ${token.divider}`, marginBottom: 4 })
