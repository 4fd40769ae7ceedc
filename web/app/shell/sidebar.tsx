import styled from '@emotion/styled'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { afterFirstLook } from '../../loading/first-look.ts'
import { inPlace } from '../../loading/in-place.tsx'
import { paths } from '../../parts/paths.ts'
import { CountBadge } from '../../ui/chip.tsx'
import { Icon } from '../../theme/icon.tsx'
import { Logo, LogoMark } from '../../parts/logo.tsx'
import { radius, token } from '../../theme/tokens.ts'
import type { NavItem } from './more-sheet.tsx'
import { navGroupsFor, type NavGroup } from './nav-groups.ts'
import { SavedViews } from './saved-views.tsx'
import { CompanyLine } from '../../parts/company-line.tsx'
import { useAppNames } from '../../theme/app-names.ts'
import { SidebarIcons } from './sidebar-icons.tsx'
import { useCounts, type Counts } from './use-counts.ts'

// A phone has no room for it, and should not wait for its switch.
const DeviceCard = inPlace(
  afterFirstLook(() => import('../../features/device/device-card.tsx').then((part) => part.DeviceCard)),
)

/** 248 px with groups, or 72 px with icons. */
export function Sidebar({ narrow }: { narrow: boolean }) {
  const { user } = useDevice()
  const { appName } = useAppNames()
  const counts = useCounts()
  const home = homePathOf(user)
  if (narrow) {
    return (
      <Side>
        <LogoLink to={home} aria-label={`${appName}, home`} data-narrow>
          <LogoMark />
        </LogoLink>
        <SidebarIcons groups={navGroupsFor(user, counts)} />
      </Side>
    )
  }
  return (
    <Side>
      <LogoLink to={home} aria-label={`${appName}, home`}>
        <Logo />
      </LogoLink>
      <Groups groups={navGroupsFor(user, counts)} counts={counts} />
      <DeviceCard />
      <Footer>
        <CompanyLine />
      </Footer>
    </Side>
  )
}

function Groups({ groups, counts }: { groups: NavGroup[]; counts: Counts }) {
  const { user } = useDevice()
  const { pathname } = useLocation()
  const segment = pathname.split('/')[1] ?? ''
  // What the person has opened or closed by hand, until they move to another part of the app.
  const [byHand, setByHand] = useState<{ segment: string; open: Record<string, boolean> }>({ segment, open: {} })
  const choices = byHand.segment === segment ? byHand.open : {}
  return (
    <Nav aria-label="Main">
      {groups.map((group) => {
        const isOpen = choices[group.label] ?? group.segments.includes(segment)
        return (
          <div key={group.label}>
            <GroupButton
              type="button"
              aria-expanded={isOpen}
              onClick={() => setByHand({ segment, open: { ...choices, [group.label]: !isOpen } })}
            >
              <Icon name={group.icon} />
              <span>{group.label}</span>
              {!isOpen && group.label === 'Projects' && <ClosedCount counts={counts} />}
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={18} />
            </GroupButton>
            {isOpen && (
              <ul>
                {group.items.map((item) => (
                  <li key={item.label}>
                    <SubItem item={item} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
      <TopLink to={paths.find()}>
        <Icon name="search" />
        <span>Find</span>
      </TopLink>
      <SavedViews user={user} />
    </Nav>
  )
}

function SubItem({ item }: { item: NavItem }) {
  const { count = 0, warn } = item
  // Taskings is Find by another name; only one of the two is marked as the current page.
  const isFind = item.to === paths.find()
  const face = (
    <>
      <span>{item.label}</span>
      {count > 0 && <CountBadge count={count} tone={warn ? 'warn' : 'plain'} />}
    </>
  )
  return isFind ? (
    <PlainSubLink to={item.to}>{face}</PlainSubLink>
  ) : (
    <SubLink to={item.to} end={!item.deep}>
      {face}
    </SubLink>
  )
}

function ClosedCount({ counts: { drafts, outbox, attention } }: { counts: Counts }) {
  if (attention > 0) return <CountBadge count={attention} tone="warn" />
  return drafts + outbox > 0 ? <CountBadge count={drafts + outbox} /> : null
}

const Side = styled.aside({
  position: 'sticky',
  top: 0,
  display: 'flex',
  flexDirection: 'column',
  height: '100dvh',
  borderRight: `1px solid ${token.divider}`,
  background: token.surface,
})
const LogoLink = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: 56,
  padding: '4px 20px',
  borderBottom: `1px solid ${token.divider}`,
  color: token.text,
  '&:hover': { textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -4 },
  '&[data-narrow]': { justifyContent: 'center', padding: 0 },
})
const Nav = styled.nav({ flex: 1, minHeight: 0, overflowY: 'auto', padding: 12 })
const navRow = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 36,
  marginBottom: 2,
  padding: '0 8px',
  borderRadius: radius.control,
  color: token.text2,
  fontWeight: 500,
  '& > span:first-of-type': { flex: 1, color: token.text },
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current="page"]': {
    background: token.primarySoft,
    color: token.primary,
    '& > span:first-of-type': { color: token.primary, fontWeight: 600 },
  },
  '@media (pointer: coarse)': { minHeight: 44 },
} as const
const GroupButton = styled.button(navRow)
const TopLink = styled(NavLink)(navRow)
const subRow = {
  ...navRow,
  minHeight: 32,
  paddingLeft: 40,
  fontWeight: 400,
  '& > span:first-of-type': { flex: 1, color: token.text2 },
}
const SubLink = styled(NavLink)(subRow)
const PlainSubLink = styled(Link)(subRow)
const Footer = styled.footer({ flex: 'none', padding: '12px 20px', borderTop: `1px solid ${token.divider}` })
