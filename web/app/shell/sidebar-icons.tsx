import styled from '@emotion/styled'
import { NavLink } from 'react-router-dom'
import { paths } from '../../parts/paths.ts'
import { CornerBadge } from '../../ui/chip.tsx'
import { Icon } from '../../theme/icon.tsx'
import { radius, token } from '../../theme/tokens.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { NavItem } from './more-sheet.tsx'
import type { NavGroup } from './nav-groups.ts'

/** The menu between 900 and 1199 px: one icon for each place, its name beside it on hover. */
export function SidebarIcons({ groups }: { groups: NavGroup[] }) {
  const items = groups.flatMap((group) => group.items).filter((item) => item.to !== paths.find())
  const find: NavItem = { label: 'Find', to: paths.find(), icon: 'search' }
  return (
    <Nav aria-label="Main">
      {[...items, find, { label: 'This device', to: paths.device, icon: 'device' } satisfies NavItem].map((item) => (
        <IconLink key={item.label} to={item.to} end={!item.deep} title={item.label}>
          <Icon name={item.icon} size={22} />
          <VisuallyHidden>{item.label}</VisuallyHidden>
          <CornerBadge count={item.count ?? 0} warn={item.warn ?? false} />
        </IconLink>
      ))}
    </Nav>
  )
}

const Nav = styled.nav({
  display: 'grid',
  alignContent: 'start',
  justifyItems: 'center',
  gap: 4,
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '12px 0',
})
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
