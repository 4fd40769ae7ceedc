import { paintLastSeen } from '../parts/last-seen.ts'
import { showKeptMode } from '../theme/kept-mode.ts'
import { hangLastNet } from './last-net.ts'

/** A device that does not answer keeps nobody waiting. */
const PATIENCE_MS = 400

/** First the list that was last seen here, from one small record; the app, which is fetched meanwhile, begins once that is on the screen. */
export async function begin(): Promise<void> {
  hangLastNet()
  showKeptMode()
  await Promise.race([paintLastSeen().catch(() => undefined), new Promise((late) => setTimeout(late, PATIENCE_MS))])
  const { startApp } = await import('./start.tsx')
  startApp()
}
