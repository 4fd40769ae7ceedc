import styled from '@emotion/styled'
import { useEffect, useRef } from 'react'
import { matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { Boundary } from '../../loading/boundary.tsx'
import { firstLookIsNear } from '../../loading/first-look.ts'
import { CompanyLine } from '../../parts/company-line.tsx'
import { takeAwayLastSeen } from '../../parts/last-seen.ts'
import { ShutNotice } from '../../parts/shut-notice.tsx'
import { media, radius, token } from '../../theme/tokens.ts'
import { useMedia, usePhone } from '../../theme/use-media.ts'
import { Broken } from '../broken.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CutOffBar } from './cut-off-bar.tsx'
import { FollowingBar } from './following-bar.tsx'
import { PageSkeleton, type Shape } from './page-skeleton.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Overlays } from './overlays.tsx'
import { StandInBar } from './stand-in-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { UpdateNote } from './update-note.tsx'
import { Waiting } from '../../loading/waiting.tsx'

/** What the shell knows of a screen. */
export interface Screen {
  path: string
  title: string | ((id: string) => string)
  /** On the phone: a sub-page with a back arrow and no bottom bar. */
  back?: boolean
  /** What stands there while its code comes. */
  shape?: Shape
}

interface ShellProps {
  screens: readonly Screen[]
  onSignIn: () => void
  onLogOut: () => void
}

export function Shell({ screens, onSignIn, onLogOut }: ShellProps) {
  const phone = usePhone()
  const narrow = useMedia('(max-width: 1199.95px)')
  const { pathname } = useLocation()
  const main = useTopOfPage(pathname)
  const { title, back, shape } = screenAt(screens, pathname)
  const bottomBar = phone && !back

  return (
    <Frame data-phone={phone || undefined} data-narrow={narrow || undefined}>
      <SkipLink href="#main">Skip to content</SkipLink>
      {!phone && <Sidebar narrow={narrow} />}
      <Column>
        {phone ? (
          <PhoneBar title={title} back={back} onSignIn={onSignIn} onLogOut={onLogOut} />
        ) : (
          <TopBar onSignIn={onSignIn} onLogOut={onLogOut} />
        )}
        <FollowingBar />
        {phone && <CutOffBar />}
        <StandInBar />
        <UpdateNote />
        <ShutNotice />
        <Main ref={main} id="main" tabIndex={-1} data-bar={bottomBar || undefined}>
          <Boundary key={pathname} instead={(_, again) => <Broken onAgain={again} />}>
            <Waiting fallback={<PageSkeleton title={title} shape={shape} />}>
              <Outlet />
              {shape !== 'dashboard' && <Near />}
            </Waiting>
          </Boundary>
        </Main>
        {narrow && !phone && (
          <Foot>
            <CompanyLine />
          </Foot>
        )}
      </Column>
      {bottomBar && <BottomBar onLogOut={onLogOut} />}
      <Overlays />
    </Frame>
  )
}

/** Only with the page itself, whose code may still have to come. A dashboard says when its rows are there. */
function Near() {
  useEffect(firstLookIsNear, [])
  return null
}

function screenAt(screens: readonly Screen[], pathname: string) {
  for (const screen of screens) {
    const match = matchPath(screen.path, pathname)
    if (!match) continue
    const { title, back = false, shape } = screen
    return { title: typeof title === 'string' ? title : title(match.params['id'] ?? ''), back, shape }
  }
  return { title: 'Page not found', back: true, shape: undefined }
}

/** A new page starts at its top, with the keyboard's focus in it; going back finds the old place. */
function useTopOfPage(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  const how = useNavigationType()
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    takeAwayLastSeen()
    // What the page has put the focus on is its own matter.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    if (how !== 'POP') window.scrollTo(0, 0)
  }, [pathname, how])
  return main
}

const Frame = styled.div({
  display: 'grid',
  gridTemplateColumns: '248px minmax(0, 1fr)',
  minHeight: '100dvh',
  '&[data-narrow]': { gridTemplateColumns: '72px minmax(0, 1fr)' },
  '&[data-phone]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '@media print': { display: 'block', '& aside, & nav, & > div > header': { display: 'none' } },
})
const Column = styled.div({ minWidth: 0, display: 'flex', flexDirection: 'column' })
const Main = styled.main({
  flex: 1,
  minWidth: 0,
  '&:has([data-desktop="bar"])': { display: 'flex', flexDirection: 'column' },
  // So much more that the last row can be pushed out from under a toast, which stands at the foot.
  [media.phone]: { paddingBottom: 'calc(var(--fp-foot, 0px) + 48px)' },
})
/** Beside the icons of the narrow menu there is no room for it. */
const Foot = styled.footer({
  padding: '8px 24px',
  '@media print': { display: 'none' },
})
const SkipLink = styled.a({
  position: 'fixed',
  top: -80,
  left: 16,
  zIndex: 1300,
  padding: '8px 16px',
  borderRadius: radius.control,
  background: token.primary,
  color: token.onPrimary,
  fontWeight: 500,
  '&:focus': { top: 8 },
})
