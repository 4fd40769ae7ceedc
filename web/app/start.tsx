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
import { firstLook, watchFirstLook } from '../loading/first-look.ts'
import { keepApp } from './keep-app.ts'

export function startApp(): void {
  hangGlobalStyles()
  holdNothingAside()
  watchInstall()
  watchFirstLook()
  useSession.subscribe(({ session, locked }) => (session && !locked) || takeAwayLastSeen())
  createRoot(must(document.getElementById('root'), 'the root element')).render(
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
