import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { CompanyLine } from '../../parts/company-line.tsx'
import { openOverlay } from '../../parts/overlay.ts'
import { CountBadge } from '../../ui/chip.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../theme/icon.tsx'
import { radius, token } from '../../theme/tokens.ts'
import { DeviceCard } from '../../features/device/device-card.tsx'

/** A place in the menu. */
export interface NavItem {
  label: string
  to: string
  icon: IconName
  count?: number
  /** What is counted needs the person. */
  warn?: boolean
  /** The pages below its address are it too. */
  deep?: boolean
}

interface MoreSheetProps {
  items: readonly NavItem[]
  onClose: () => void
  onLogOut: () => void
}

/** What the phone's bottom bar has no room for. */
export function MoreSheet({ items, onClose, onLogOut }: MoreSheetProps) {
  const leave = () => {
    onClose()
    onLogOut()
  }
  const search = () => {
    onClose()
    openOverlay('palette')
  }
  return (
    <Sheet open onClose={onClose} title="More">
      <List>
        <li>
          <button type="button" onClick={search}>
            <Icon name="search" size={22} />
            <span>Search this device</span>
          </button>
        </li>
        {items.map((item) => (
          <li key={item.label}>
            <Link to={item.to} onClick={onClose}>
              <Icon name={item.icon} size={22} />
              <span>{item.label}</span>
              {item.count ? <CountBadge count={item.count} tone={item.warn ? 'warn' : 'plain'} /> : null}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={leave}>
            <Icon name="logout" size={22} />
            <span>Logout</span>
          </button>
        </li>
      </List>
      <Card>
        <DeviceCard />
      </Card>
      <Foot>
        <CompanyLine />
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
const Foot = styled.footer({ padding: '8px 0 16px' })
