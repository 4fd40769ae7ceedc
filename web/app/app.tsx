import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { within } from '../data/within.ts'
import { whatIsToGo } from '../session/kept-session.ts'
import { endSession, openSession, useSession, watchLock, watchSession } from '../session/session.ts'
import { Boundary } from '../loading/boundary.tsx'
import { inPlace } from '../loading/in-place.tsx'
import { lazyPage } from '../ui/on-demand.tsx'
import { useToasts } from '../state/toasts.ts'
import { Broken } from './broken.tsx'
import { Opening } from './opening.tsx'
import { landingWithReturn } from './return-path.ts'
import type { Leave } from './session-life.ts'
import { Waiting } from '../loading/waiting.tsx'

export function App() {
  return (
    <Boundary instead={(_, again) => <Broken onAgain={again} />}>
      <BrowserRouter>
        <Toasts />
        <Door />
      </BrowserRouter>
    </Boundary>
  )
}

const ToastStack = inPlace(() => import('../parts/toast-stack.tsx').then((part) => part.ToastStack))

/** Nothing, until there is something to say, and to whom. */
function Toasts() {
  const isAny = useToasts(({ count }) => count > 0)
  const locked = useSession((state) => state.locked)
  return isAny && !locked && <ToastStack />
}

/** The look takes longest to begin. Asked for by itself too it does so in a turn of its own, and a finger is heard in between. */
function loadSignedIn() {
  import('../theme/theme.ts').catch(() => undefined)
  return import('./signed-in.tsx').then((part) => part.SignedIn)
}
const SignedIn = lazyPage(loadSignedIn)
const LandingPage = lazyPage(() => import('../features/landing/landing-page.tsx').then((part) => part.LandingPage))
const UnreadPage = lazyPage(() => import('../features/landing/unread-page.tsx').then((part) => part.UnreadPage))

/** Where links in letters lead: for everybody, whoever is signed in on this device. */
const pagesOfLinks: Record<string, ComponentType | undefined> = {
  '/reset': lazyPage(() => import('../features/landing/reset-page.tsx').then((part) => part.ResetPage)),
  '/setup': lazyPage(() => import('../features/landing/setup-page.tsx').then((part) => part.SetupPage)),
}

// The app lies on this device already: what comes next is read while the session is.
if (navigator.serviceWorker?.controller) prefetchSignedIn()

/** Everything behind sign-in, Dexie included, is one lazy part: it comes while the person types. */
function Door() {
  const { session, loaded, unread } = useSession()
  const location = useLocation()
  const [left, setLeft] = useState<Parameters<Leave>[0] | null>(null)
  const isCleared = useCleared()

  useEffect(() => {
    const stops = [openSession(), watchSession(), watchLock()]
    return () => stops.forEach((stop) => stop())
  }, [])

  const leave = useCallback<Leave>(async (why) => {
    setLeft(why)
    await endSession(why)
  }, [])

  const PageOfLink = Object.hasOwn(pagesOfLinks, location.pathname) ? pagesOfLinks[location.pathname] : undefined
  if (PageOfLink) {
    return (
      <Waiting fallback={<Opening />}>
        <PageOfLink />
      </Waiting>
    )
  }
  if (!loaded) return null
  if (session) {
    return (
      <Waiting fallback={<Opening />}>
        <SignedIn key={session.user.id} session={session} leave={leave} />
      </Waiting>
    )
  }
  if (unread) {
    return (
      <Waiting fallback={<Opening />}>
        <UnreadPage why={unread} />
      </Waiting>
    )
  }
  if (!isCleared) return <Opening />
  if (location.pathname !== '/') {
    return <Navigate to={left === 'logout' || left === 'removed' ? '/' : landingWithReturn(location)} replace />
  }
  return (
    <Waiting fallback={<Opening />}>
      <LandingPage ended={left === 'expired'} onTyping={prefetchSignedIn} onSignedIn={() => setLeft(null)} />
    </Waiting>
  )
}

/** A device that does not answer keeps nobody from signing in. */
const PATIENCE_MS = 5_000

/** At each start: what a log-out that was cut short has left here goes before anybody signs in. */
function useCleared(): boolean {
  const [isCleared, setCleared] = useState(false)
  useEffect(() => {
    const clear = async () => {
      if ((await whatIsToGo()).length > 0) await (await import('./signed-in.tsx')).clearLeft()
    }
    const done = () => setCleared(true)
    within(PATIENCE_MS, clear(), done).then(done, done)
  }, [])
  return isCleared
}

function prefetchSignedIn(): void {
  // Offline it fails; it is asked for again when it is needed.
  loadSignedIn().catch(() => undefined)
}
