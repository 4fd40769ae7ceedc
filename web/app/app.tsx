import { ThemeProvider } from '@mui/material/styles'
import { Suspense, useCallback, useEffect, useState, type ComponentType } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { endSession, loadSession, useSession, watchSession } from '../session/session.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Broken } from '../ui/broken.tsx'
import { GlobalStyles } from '../ui/global-styles.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Opening } from './opening.tsx'
import { landingWithReturn } from './return-path.ts'
import { theme } from './theme.ts'

export function App() {
  return (
    <ThemeProvider theme={theme} defaultMode="system">
      <GlobalStyles />
      <Boundary instead={() => <Broken />}>
        <BrowserRouter>
          <Toasts />
          <Door />
        </BrowserRouter>
      </Boundary>
    </ThemeProvider>
  )
}

/** Why a session on this page has ended: decides what the sign-in page says and whether it leads back. */
export type Leave = (why: 'logout' | 'expired') => Promise<void>

const loadSignedIn = () => import('./signed-in.tsx').then((part) => part.SignedIn)
const SignedIn = lazyPart(loadSignedIn)
const LandingPage = lazyPart(() => import('../features/landing/landing-page.tsx').then((part) => part.LandingPage))

/** Where links in letters lead: for everybody, whoever is signed in on this device. */
const pagesOfLinks: Record<string, ComponentType | undefined> = {
  '/reset': lazyPart(() => import('../features/landing/reset-page.tsx').then((part) => part.ResetPage)),
  '/setup': lazyPart(() => import('../features/landing/setup-page.tsx').then((part) => part.SetupPage)),
}

/** Everything behind sign-in, Dexie included, is one lazy part: it comes while the person types. */
function Door() {
  const { session, loaded } = useSession()
  const location = useLocation()
  const [left, setLeft] = useState<'logout' | 'expired' | null>(null)

  useEffect(() => {
    // Without IndexedDB nobody can be signed in here; the sign-in page says so when it cannot keep a session.
    loadSession().catch(() => useSession.setState({ loaded: true }))
    return watchSession()
  }, [])

  const leave = useCallback<Leave>(async (why) => {
    setLeft(why)
    await endSession()
  }, [])

  const PageOfLink = Object.hasOwn(pagesOfLinks, location.pathname) ? pagesOfLinks[location.pathname] : undefined
  if (PageOfLink) {
    return (
      <Suspense fallback={<Opening />}>
        <PageOfLink />
      </Suspense>
    )
  }
  if (!loaded) return null
  if (session) {
    return (
      <Suspense fallback={<Opening />}>
        <SignedIn key={session.user.id} session={session} leave={leave} />
      </Suspense>
    )
  }
  if (location.pathname !== '/') {
    return <Navigate to={left === 'logout' ? '/' : landingWithReturn(location)} replace />
  }
  return (
    <Suspense fallback={<Opening />}>
      <LandingPage ended={left === 'expired'} onTyping={prefetchSignedIn} onSignedIn={() => setLeft(null)} />
    </Suspense>
  )
}

function prefetchSignedIn(): void {
  // Offline it fails; it is asked for again when it is needed.
  loadSignedIn().catch(() => undefined)
}
