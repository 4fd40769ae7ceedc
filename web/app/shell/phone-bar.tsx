import styled from '@emotion/styled'
import { Link, useNavigate } from 'react-router-dom'
import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { SyncPill } from '../../parts/sync-pill.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LogoMark } from '../../parts/logo.tsx'
import { media, textSize, token } from '../../theme/tokens.ts'
import { useAppNames } from '../../theme/app-names.ts'
import { Bell } from './bell.tsx'
import { UserMenuButton } from './user-menu-button.tsx'

interface PhoneBarProps {
  title: string
  back: boolean
  onSignIn: () => void
  onLogOut: () => void
}

export function PhoneBar({ title, back, onSignIn, onLogOut }: PhoneBarProps) {
  const { user } = useDevice()
  const { appName } = useAppNames()
  const goBack = useGoBack(homePathOf(user))
  const isHome = title === 'Dashboard'
  return (
    <Bar data-back={back || undefined}>
      {back && <IconButton icon="arrow-left" label="Back" size="large" onClick={goBack} />}
      {isHome && (
        <Link to={homePathOf(user)} aria-label={`${appName}, home`}>
          <LogoMark />
        </Link>
      )}
      {/* Not a heading: the page has its own. */}
      <Title data-sub={back || undefined}>{title}</Title>
      <SyncPill compact onSignIn={onSignIn} />
      {!back && <Bell phone />}
      {!back && <UserMenuButton compact onLogOut={onLogOut} />}
    </Bar>
  )
}

/** Back to where the person came from in this app; to the dashboard when they came from outside. */
function useGoBack(home: string) {
  const navigate = useNavigate()
  return () => {
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
    void (idx > 0 ? navigate(-1) : navigate(home, { replace: true }))
  }
}

const Bar = styled.header({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  minHeight: 56,
  padding: '0 4px 0 12px',
  borderBottom: `1px solid ${token.divider}`,
  background: token.surface,
  [media.low]: { position: 'relative' },
  '&[data-back]': { paddingLeft: 4 },
  // The mark is pressed around it too.
  '& > a:first-of-type:has(> svg:only-child)': { padding: 8, margin: '0 -8px' },
})
const Title = styled.span({
  flex: 1,
  minWidth: 0,
  paddingLeft: 4,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  ...textSize.page,
  'a + &': { paddingLeft: 8 },
  '&[data-sub]': { fontSize: 16, lineHeight: '24px' },
})
