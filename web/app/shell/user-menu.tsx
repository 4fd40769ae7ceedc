import styled from '@emotion/styled'
import { useColorScheme } from '@mui/material/styles'
import { useDevice } from '../../data/device-context.tsx'
import { openOverlay } from '../../parts/overlay.ts'
import { paths } from '../../parts/paths.ts'
import type { MenuEntry } from '../../ui/menu-list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { textSize, token } from '../../theme/tokens.ts'
import { UserFace } from './user-face.tsx'

const schemes = [
  { mode: 'light', label: 'Light', icon: 'sun' },
  { mode: 'dark', label: 'Dark', icon: 'moon' },
  { mode: 'system', label: 'Like the system', icon: 'contrast' },
] as const

export function UserMenu({ onLogOut, compact }: { onLogOut: () => void; compact: boolean }) {
  const { user } = useDevice()
  const { mode, setMode } = useColorScheme()
  const entries: MenuEntry[] = [
    { id: 'profile', label: 'Profile', icon: 'person', to: paths.profile(user.id) },
    { id: 'device', label: 'This device', icon: 'device', to: paths.device },
    { id: 'shortcuts', label: 'Shortcuts', icon: 'help', onSelect: () => openOverlay('shortcuts') },
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
      trigger={(attributes) => <UserFace compact={compact} {...attributes} />}
    />
  )
}

const Email = styled.div({ color: token.text2, ...textSize.small })
