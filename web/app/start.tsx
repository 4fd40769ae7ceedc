import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/lib/must.ts'
import { takeAwayLastSeen } from '../parts/last-seen.ts'
import { useSession } from '../session/session.ts'
import { holdNothingAside } from '../data/aside.ts'
import { hangGlobalStyles } from '../theme/global-styles.ts'
import { watchInstall } from '../state/install.ts'
import { App } from './app.tsx'
import { keepApp } from './keep-app.ts'

export function startApp(): void {
  hangGlobalStyles()
  holdNothingAside()
  watchInstall()
  useSession.subscribe(({ session, locked }) => (session && !locked) || takeAwayLastSeen())
  createRoot(must(document.getElementById('root'), 'the root element')).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void keepApp()
}
