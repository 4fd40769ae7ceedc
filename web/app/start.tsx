import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/lib/must.ts'
import { takeAwayLastSeen } from '../parts/last-seen.ts'
import { useSession } from '../session/session.ts'
import { holdNothingAside } from '../data/aside.ts'
import { hangGlobalStyles } from '../theme/global-styles.ts'
import { styles } from '../theme/growing-text.ts'
import { watchInstall } from '../state/install.ts'
import { App } from './app.tsx'
import { PartLost } from '../loading/fetch-part.ts'
import { firstLook, watchFirstLook } from '../loading/first-look.ts'
import { keepApp } from './keep-app.ts'

export function startApp(): void {
  hangGlobalStyles()
  holdNothingAside()
  watchInstall()
  watchFirstLook()
  useSession.subscribe(({ session, locked }) => (session && !locked) || takeAwayLastSeen())
  createRoot(must(document.getElementById('root'), 'the root element'), { onCaughtError: report }).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <App />
      </CacheProvider>
    </StrictMode>,
  )
  // What lies here already waits; what does not is asked for at once.
  if (navigator.serviceWorker?.controller) void firstLook().then(keepApp)
  else void keepApp()
}

/** What the page says in a sentence of its own, such as a file of the app that is still missed, is no error of the app. */
function report(error: unknown): void {
  if (!(error instanceof PartLost)) console.error(error)
}
