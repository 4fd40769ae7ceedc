import styled from '@emotion/styled'
import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import { can, homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { paths } from '../../parts/paths.ts'
import { CornerBadge } from '../../ui/chip.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Icon, type IconName } from '../../theme/icon.tsx'
import { media, token } from '../../theme/tokens.ts'
import { moreItemsFor } from './nav-groups.ts'
import { useCounts } from './use-counts.ts'

const MoreSheet = onDemand(() => import('./more-sheet.tsx').then((part) => part.MoreSheet))

export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  const { user } = useDevice()
  const counts = useCounts()
  const [more, setMore] = useState(false)
  const home = homePathOf(user)
  const hasHome = home !== paths.find()
  return (
    <>
      <Bar aria-label="Main">
        {hasHome && <Slot to={home} icon="home" label="Home" />}
        <Slot to={paths.find()} icon="search" label="Find" />
        {can(user, 'startRequestButton') && (
          <Middle to={paths.startRequest} end aria-label="Start a Request">
            <Raised>
              <Icon name="plus" size={24} />
            </Raised>
            Request
          </Middle>
        )}
        <Slot to={paths.drafts} icon="drafts" label="Drafts" badge={counts.drafts} />
        <MoreButton type="button" aria-haspopup="dialog" aria-expanded={more} onClick={() => setMore(true)}>
          More
          <Face icon="dots" badge={counts.attention} warn />
        </MoreButton>
      </Bar>
      {more && <MoreSheet items={moreItemsFor(user, counts)} onClose={() => setMore(false)} onLogOut={onLogOut} />}
    </>
  )
}

function Slot({ to, icon, label, badge = 0 }: { to: string; icon: IconName; label: string; badge?: number }) {
  return (
    <SlotLink to={to} end>
      {label}
      <Face icon={icon} badge={badge} />
    </SlotLink>
  )
}

function Face({ icon, badge, warn }: { icon: IconName; badge: number; warn?: boolean }) {
  return (
    <Corner>
      <Icon name={icon} size={22} />
      <Badge count={badge} warn={warn} />
    </Corner>
  )
}

const Bar = styled.nav({
  position: 'fixed',
  left: 0,
  right: 0,
  bottom: 0,
  zIndex: 10,
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  height: 'calc(72px + env(safe-area-inset-bottom))',
  padding: '0 4px calc(8px + env(safe-area-inset-bottom))',
  borderTop: `1px solid ${token.divider}`,
  background: token.surface,
  [media.low]: { height: 'calc(48px + env(safe-area-inset-bottom))', paddingBottom: 'env(safe-area-inset-bottom)' },
})
const slot = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  color: token.text2,
  // Five words beside each other grow no further than the screen has room for.
  fontSize: 'min(12px, 4.3vw)',
  lineHeight: 'min(14px, 5vw)',
  fontWeight: 500,
  '&:hover': { textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -4, borderRadius: 8 },
  '&[aria-current="page"]': { color: token.primary, fontWeight: 600 },
  [media.low]: { gap: 0 },
  // Where five words have room beside their icons.
  [`${media.low} and (min-width: 560px)`]: { flexDirection: 'row', gap: 10 },
} as const
const SlotLink = styled(NavLink)(slot)
const MoreButton = styled.button(slot)
const Middle = styled(NavLink)(slot, {
  justifyContent: 'flex-end',
  paddingBottom: 7,
  gap: 1,
  color: token.text,
  [media.low]: { justifyContent: 'center', paddingBottom: 0 },
})
const Raised = styled.span({
  display: 'grid',
  placeItems: 'center',
  boxSizing: 'content-box',
  width: 56,
  height: 56,
  marginTop: -22,
  border: `4px solid ${token.surface}`,
  borderRadius: 18,
  background: token.primary,
  color: token.onPrimary,
  [media.low]: { width: 44, height: 32, marginTop: 0, border: 0, borderRadius: 10 },
})
// Heard after the word it counts for, seen above or before it.
const Corner = styled.span({ position: 'relative', display: 'grid', order: -1 })
const Badge = styled(CornerBadge)({
  top: -4,
  left: 'calc(50% + 4px)',
  boxShadow: 'none',
  // It grows away from the word.
  [media.low]: { left: 'auto', right: -6 },
})
