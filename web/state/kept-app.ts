import { create } from 'zustand'
import type { KeptFiles } from '../sync/app-files.ts'

/** Whether the app itself opens on this device without a connection. Only `app/keep-app.ts` writes it. */
export interface KeptApp extends KeptFiles {
  /** `kept`: an active worker holds every file. `cannot`: this browser has no worker to hold them. */
  state: 'looking' | 'keeping' | 'kept' | 'cannot'
  /** Ends the wait before the next try. */
  tryNow: () => void
}

/** Without `https` and in some private windows there are none; the development server has none either. */
const canKeep = import.meta.env.PROD && typeof navigator === 'object' && 'serviceWorker' in navigator

export const useKeptApp = create<KeptApp>()(() => ({
  state: canKeep ? 'looking' : 'cannot',
  kept: 0,
  total: 0,
  tryNow: () => undefined,
}))
