import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { canSeeDashboard } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { paths } from '../../parts/paths.ts'
import { CountBadge } from '../../ui/chip.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { radius, token } from '../../ui/tokens.ts'
import { DeviceCard } from './device-card.tsx'
import { navGroupsFor, type NavItem } from './nav-groups.ts'
import type { Counts } from './use-counts.ts'

interface MoreSheetProps {
  open: boolean
  onClose: () => void
  onLogOut: () => void
  counts: Counts
}

/** What the bottom bar has no room for. */
export function MoreSheet({ open, onClose, onLogOut, counts }: MoreSheetProps) {
  const { user, organisation } = useDevice()
  const inBar = [paths.drafts, paths.startRequest, paths.find()] as string[]
  const items: NavItem[] = [
    ...navGroupsFor(user, counts)
      .flatMap((group) => group.items)
      .filter((item) => !inBar.includes(item.to))
      .map((item) => (item.icon === 'dashboard' ? { ...item, label: `${item.label} dashboard` } : item)),
    { label: 'This device', to: paths.device, icon: 'device' },
  ]
  const several =
    ['manager', 'operations', 'team'].filter((name) => canSeeDashboard(user, name as 'manager')).length > 1
  return (
    <Sheet open={open} onClose={onClose} title="More">
      <List>
        {items
          .filter((item) => several || item.icon !== 'dashboard')
          .map((item) => (
            <li key={item.label}>
              <Link to={item.to} onClick={onClose}>
                <Icon name={item.icon} size={22} />
                <span>{item.label}</span>
                {item.count ? <CountBadge count={item.count} tone={item.warn ? 'warn' : 'plain'} /> : null}
              </Link>
            </li>
          ))}
        <li>
          <button
            type="button"
            onClick={() => {
              onClose()
              onLogOut()
            }}
          >
            <Icon name="logout" size={22} />
            <span>Logout</span>
          </button>
        </li>
      </List>
      <Card>
        <DeviceCard taskings={counts.taskings} />
      </Card>
      <Foot>
        <span>
          © {new Date().getFullYear()} {organisation.companyLine}
        </span>
        <span>v1.0</span>
      </Foot>
    </Sheet>
  )
}

const List = styled.ul({
  margin: '0 -8px 12px',
  '& a, & button': {
    display: 'flex',
    alignItems: 'center',
    gap: 16,
    width: '100%',
    minHeight: 48,
    padding: '0 8px',
    borderRadius: radius.control,
    color: token.text,
    fontWeight: 500,
    '&:hover': { background: token.hover, textDecoration: 'none' },
  },
  '& svg': { color: token.text2 },
  '& span:first-of-type': { flex: 1 },
})
const Card = styled.div({ margin: '0 -12px' })
const Foot = styled.footer({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '8px 0 16px',
  color: token.text2,
  fontSize: 12,
  lineHeight: '16px',
})
