import { ThemeProvider } from '@mui/material/styles'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Device, deviceName } from '../data/device.ts'
import { watched } from '../data/disk.ts'
import { DeviceProvider } from '../data/device-context.tsx'
import { useMeta } from '../data/use-query.ts'
import { useSecondCopy } from '../state/second-copy.ts'
import { ShutNotice } from '../parts/shut-notice.tsx'
import type { KeptSession } from '../session/kept-session.ts'
import { useSession } from '../session/session.ts'
import { EngineProvider } from '../sync/engine-context.tsx'
import { afterFirstLook, firstLookIsThere, useFirstLook } from '../loading/first-look.ts'
import { inPlace } from '../loading/in-place.tsx'
import { lazyPage, onDemand } from '../ui/on-demand.tsx'
import { learnAppNames } from '../theme/app-names.ts'
import { theme } from '../theme/theme.ts'
import type { Leave } from './session-life.ts'
import { Opening } from './opening.tsx'
import { AppRoutes } from './routes.tsx'
import { useCourier } from './use-courier.ts'
import { useLogOut } from './use-log-out.tsx'
import { useLook } from './use-look.ts'
import { useLookForUpdate } from './use-look-for-update.ts'
import { useSessionLife } from './use-session-life.ts'
import { Waiting } from '../loading/waiting.tsx'

/** For a start that has to finish what was cut short (`app.tsx`): in this part of the app, that there is no file more. */
export { clearLeft } from './clear-left.ts'

const Preparing = lazyPage(() => import('../features/device/preparing.tsx').then((part) => part.Preparing))
const LockPage = lazyPage(() => import('../features/landing/lock-page.tsx').then((part) => part.LockPage))
const BehindPages = inPlace(afterFirstLook(() => import('../parts/behind-pages.tsx').then((part) => part.BehindPages)))
const SignInAgain = onDemand(() => import('../features/landing/sign-in-again.tsx').then((part) => part.SignInAgain))

/** Everything a signed-in person works with, over their own database on this device. */
export function SignedIn({ session, leave }: { session: KeptSession; leave: Leave }) {
  const device = useMemo(() => watched(new Device(deviceName(session.user.id))), [session.user.id])
  return (
    <ThemeProvider theme={theme} defaultMode="system">
      <DeviceProvider device={device} session={session}>
        <WithCopy>
          <Sending device={device}>
            <BehindPages />
            <Work session={session} leave={leave} />
          </Sending>
        </WithCopy>
      </DeviceProvider>
    </ThemeProvider>
  )
}

/** Nothing is asked of the server before what lay beside a new database is in it. The copy that there is waits for the first screen. */
function WithCopy({ children }: { children: ReactNode }) {
  const isSettled = useSecondCopy(useFirstLook())
  return isSettled ? children : <WaitForDevice />
}

function Sending({ device, children }: { device: Device; children: ReactNode }) {
  return (
    <EngineProvider device={device} when={useFirstLook()}>
      {children}
    </EngineProvider>
  )
}

function WaitForDevice() {
  return (
    <>
      <ShutNotice />
      <Opening />
    </>
  )
}

function Work({ session, leave }: { session: KeptSession; leave: Leave }) {
  const locked = useSession((state) => state.locked)
  const position = useMeta('position')
  // Every page says how fresh it is: known here, that line has its words from the first moment.
  const contact = useMeta('contact')
  const [preparing, setPreparing] = useState(false)
  // The same one each time: *Ready* stands for a moment, which would begin anew whenever something is drawn.
  const goOn = useCallback(() => setPreparing(false), [])
  const { logOut, logOutKeeping, removeData, dialog } = useLogOut(session, leave)
  const prompt = useSessionLife(session, leave)
  useEffect(() => learnAppNames(session.organisation), [session.organisation])
  useCourier(session, contact?.lastOk)
  useLookForUpdate()
  useLook()

  // An empty device waits for nothing else, and neither does one that is locked.
  const isWaiting = locked || position?.cursor === null
  useEffect(() => {
    if (isWaiting) firstLookIsThere()
  }, [isWaiting])

  // In place of everything, so that no dialog, key or link behind it is left.
  if (locked) {
    return (
      <Waiting fallback={<Opening />}>
        <LockPage session={session} isOver={prompt.asking} onLogOut={logOutKeeping} />
      </Waiting>
    )
  }
  if (!position || !contact) return <WaitForDevice />
  // A device that already holds its first page opens at once; the rest keeps loading behind the screens.
  const isEmpty = position.cursor === null
  if (isEmpty && !preparing) setPreparing(true)

  return (
    <>
      {isEmpty || preparing ? (
        <Waiting fallback={<Opening />}>
          <Preparing onContinue={goOn} onSignIn={prompt.ask} onLogOut={logOut} />
        </Waiting>
      ) : (
        <AppRoutes onSignIn={prompt.ask} onLogOut={logOut} onRemove={removeData} />
      )}
      {prompt.asking && <SignInAgain session={session} onClose={prompt.dismiss} onLogOut={logOut} />}
      {dialog}
    </>
  )
}
