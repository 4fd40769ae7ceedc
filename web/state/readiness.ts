import { useMeta } from '../data/use-query.ts'
import { useKeptApp, type KeptApp } from './kept-app.ts'

/**
 * How far this device is: its rows are still `loading`, the app itself is still being `keeping`, all is there (`ready`), or all
 * that can be (`online-only`: this browser keeps no app). `looking` says nothing yet.
 */
export type Readiness = 'looking' | 'loading' | 'keeping' | 'ready' | 'online-only'

export function useReadiness(): { readiness: Readiness; app: KeptApp } {
  const position = useMeta('position')
  const app = useKeptApp()
  return { readiness: position ? readinessOf(position.ready, app.state) : 'looking', app }
}

/** Ready for offline is both: the rows, and an app that opens. */
export function readinessOf(hasRows: boolean, app: KeptApp['state']): Readiness {
  if (!hasRows) return 'loading'
  return ({ looking: 'looking', keeping: 'keeping', kept: 'ready', cannot: 'online-only' } as const)[app]
}

export const readinessTitles: Record<Readiness, string> = {
  looking: 'On this device',
  loading: 'Preparing for offline',
  keeping: 'Almost ready for offline',
  ready: 'Ready for offline',
  'online-only': 'Opens with a connection only',
}

/** What is missing, and what that means; null where nothing is. */
export function missingLine(readiness: Readiness, { kept, total }: Pick<KeptApp, 'kept' | 'total'>): string | null {
  if (readiness === 'online-only')
    return 'This browser cannot keep the app itself, so it does not open without a connection here. What you write is kept.'
  if (readiness !== 'keeping') return null
  return `The app is still being kept${total > 0 ? `: ${kept} of ${total} files` : ''}. Without the rest, Fieldpost may not open when there is no connection.`
}
