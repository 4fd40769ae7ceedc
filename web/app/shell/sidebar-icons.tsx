import styled from '@emotion/styled'
import { NavLink } from 'react-router-dom'
import type { NavItem } from '../../features/device/more-sheet.tsx'
import { paths } from '../../parts/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { radius, token } from '../../ui/tokens.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { NavGroup } from './nav-groups.ts'

/** The menu between 900 and 1199 px: one icon for each place, its name beside it on hover. */
export function SidebarIcons({ groups }: { groups: NavGroup[] }) {
  const items = groups.flatMap((group) => group.items).filter((item) => item.to !== paths.find())
  const find: NavItem = { label: 'Find', to: paths.find(), icon: 'search' }
  return (
    <Nav aria-label="Main">
      {[...items, find, { label: 'This device', to: paths.device, icon: 'device' } satisfies NavItem].map((item) => (
        <IconLink key={item.label} to={item.to} end title={item.label}>
          <Icon name={item.icon} size={22} />
          <VisuallyHidden>{item.label}</VisuallyHidden>
          {item.count ? <Badge data-warn={item.warn || undefined}>{item.count > 99 ? '99+' : item.count}</Badge> : null}
        </IconLink>
      ))}
    </Nav>
  )
}

const Nav = styled.nav({ display: 'grid', justifyItems: 'center', gap: 4, padding: '12px 0' })
const IconLink = styled(NavLink)({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 44,
  borderRadius: radius.control,
  color: token.text2,
  '&:hover': { background: token.hover },
  '&[aria-current="page"]': { background: token.primarySoft, color: token.primary },
})
const Badge = styled.span({
  position: 'absolute',
  top: 4,
  right: 2,
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 8,
  background: token.primary,
  color: token.onPrimary,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  textAlign: 'center',
  '&[data-warn]': { background: token.warn, color: token.surface },
})
