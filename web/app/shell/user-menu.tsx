import styled from '@emotion/styled'
import { useColorScheme } from '@mui/material/styles'
import { useDevice } from '../../data/device-context.tsx'
import { paths } from '../../parts/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { media, radius, token } from '../../ui/tokens.ts'

const schemes = [
  { mode: 'light', label: 'Light', icon: 'sun' },
  { mode: 'dark', label: 'Dark', icon: 'moon' },
  { mode: 'system', label: 'Like the system', icon: 'contrast' },
] as const

export function UserMenu({ onLogOut, compact = false }: { onLogOut: () => void; compact?: boolean }) {
  const { user } = useDevice()
  const { mode, setMode } = useColorScheme()
  const entries: MenuEntry[] = [
    { id: 'device', label: 'This device', icon: 'device', to: paths.device },
    ...schemes.map((scheme, at) => ({
      id: scheme.mode,
      label: scheme.label,
      icon: scheme.icon,
      selected: mode === scheme.mode,
      divided: at === 0,
      onSelect: () => setMode(scheme.mode),
    })),
    { id: 'logout', label: 'Logout', icon: 'logout', divided: true, onSelect: onLogOut },
  ]
  return (
    <Menu
      label="You and this device"
      entries={entries}
      header={
        <>
          <b>{user.fullName}</b>
          <Email>{user.email}</Email>
        </>
      }
      trigger={(attributes) => (
        <Trigger
          type="button"
          aria-label={compact ? user.fullName : undefined}
          data-compact={compact || undefined}
          {...attributes}
        >
          <Avatar id={user.id} name={user.fullName} />
          {!compact && (
            <>
              <span>{user.fullName}</span>
              <Icon name="chevron-down" size={18} />
            </>
          )}
        </Trigger>
      )}
    />
  )
}

const Trigger = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '0 4px',
  borderRadius: radius.control,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&:hover': { background: token.hover },
  '&[data-compact]': { width: 44, height: 44, justifyContent: 'center', padding: 0 },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 180 },
  [media.coarse]: { minHeight: 44 },
})
const Email = styled.div({ color: token.text2, fontSize: 12, lineHeight: '16px' })
