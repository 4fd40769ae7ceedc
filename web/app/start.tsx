import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/lib/must.ts'
import { watchInstall } from '../state/install.ts'
import { App } from './app.tsx'
import { keepApp } from './keep-app.ts'
import { hangLastNet } from './last-net.ts'

export function startApp(): void {
  hangLastNet()
  watchInstall()
  createRoot(must(document.getElementById('root'), 'the root element')).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void keepApp()
}
