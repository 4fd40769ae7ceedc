import styled from '@emotion/styled'
import { useEffect } from 'react'
import { counted } from '#shared/lib/counted.ts'
import { useDevice } from '../../data/device-context.tsx'
import { useMeta, useStored } from '../../data/use-query.ts'
import { useSession } from '../../session/session.ts'
import type { KeptApp } from '../../state/kept-app.ts'
import { missingLine, useReadiness, type Readiness } from '../../state/readiness.ts'
import { useEngine } from '../../sync/engine-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../theme/icon.tsx'
import { LogoMark } from '../../parts/logo.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { radius, token } from '../../theme/tokens.ts'
import { formatBytes, useDeviceSize } from './use-device-size.ts'

const SHOW_READY_MS = 1_500

interface PreparingProps {
  onContinue: () => void
  onSignIn: () => void
  onLogOut: () => void
}

/**
 * After the first sign-in on this device: fetches what is needed offline, and lets the person start after the first page.
 * Only when the app itself is kept too it goes on by itself.
 */
export function Preparing({ onContinue, onSignIn, onLogOut }: PreparingProps) {
  useDocumentTitle('Preparing this device')
  const { device, user } = useDevice()
  const engine = useEngine()
  const position = useMeta('position')
  const contact = useMeta('contact')
  const alive = useSession(({ session }) => session?.alive ?? false)
  const here = useStored((d) => d.rows('projects').count()) ?? 0
  const { readiness, app } = useReadiness()
  const ready = readiness === 'ready'
  const size = useDeviceSize(ready)?.all

  // Also in Field Mode: who signs in to an empty device wants it filled. Else one round begins by itself, and needs no other behind it.
  useEffect(() => {
    const isFieldMode = device.get('fieldMode').catch(() => false)
    void isFieldMode.then((is) => (is ? void engine.sendNow() : engine.ask()))
  }, [device, engine])
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(onContinue, SHOW_READY_MS)
    return () => clearTimeout(timer)
  }, [ready, onContinue])

  if (!position || !contact) return null
  const canStart = position.cursor !== null
  const [done, total] = position.progress ?? [here, 0]
  const share = shareOf(readiness, done, total, app)
  const problem = position.ready ? null : problemOf(contact.problem, alive)
  const missing = missingLine(readiness, app)

  return (
    <Ground>
      <Card aria-busy={(readiness === 'loading' || readiness === 'keeping') && !problem}>
        <LogoMark size={48} />
        <h1>{headingOf(readiness, size)}</h1>
        {ready ? (
          <p>
            What you need is on this device, {user.fullName.split(' ')[0]}. It works without a connection from now on.
          </p>
        ) : (
          <p>{missing ?? 'Fieldpost fetches what you need to work without a connection. It happens once.'}</p>
        )}
        <Meter
          role="progressbar"
          aria-label="Preparing this device"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : Math.round(share * 100)}
        >
          <i style={{ width: `${Math.max(4, (share ?? 0) * 100)}%` }} />
        </Meter>
        <Line role="status">{lineOf({ ready: position.ready, done, total, here, canStart })}</Line>
        {problem && (
          <Trouble role="alert">
            <Icon name="cloud-queue" size={20} />
            <span>{problem}</span>
            <Button size="small" onClick={alive ? () => void engine.sendNow() : onSignIn}>
              {alive ? 'Try again' : 'Sign in'}
            </Button>
          </Trouble>
        )}
        {readiness === 'keeping' && (
          <Button size="large" fullWidth onClick={app.tryNow}>
            Try now
          </Button>
        )}
        {canStart && (
          <Button variant="contained" size="large" fullWidth onClick={onContinue}>
            {ready || readiness === 'online-only' ? 'Continue' : 'Start now'}
          </Button>
        )}
        {!canStart && (
          <Button variant="quiet" onClick={onLogOut}>
            Log out
          </Button>
        )}
      </Card>
    </Ground>
  )
}

function headingOf(readiness: Readiness, used: number | null | undefined): string {
  if (readiness === 'ready')
    return used ? `Ready to work offline\u00a0· ${formatBytes(used).replace(' ', '\u00a0')}` : 'Ready to work offline'
  if (readiness === 'keeping') return 'Almost ready to work offline'
  return readiness === 'online-only' ? 'Your work is on this device' : 'Preparing this device'
}

/** How far it is, from 0 to 1: first the rows, then the app; null while nobody knows. */
function shareOf(readiness: Readiness, done: number, total: number, app: KeptApp): number | null {
  if (readiness === 'keeping') return app.total > 0 ? app.kept / app.total : null
  if (readiness !== 'loading') return 1
  return total > 0 ? Math.min(1, done / total) : null
}

interface Progress {
  ready: boolean
  done: number
  total: number
  here: number
  canStart: boolean
}

function lineOf({ ready, done, total, here, canStart }: Progress): string {
  if (ready) return `${counted(here)} taskings on this device`
  const progress = total > 0 ? `${counted(Math.min(done, total))} of ${counted(total)} taskings` : 'Connecting…'
  return canStart ? `${progress} · You can start now; the rest keeps loading` : progress
}

function problemOf(problem: string | null, alive: boolean): string | null {
  if (!alive) return 'Sign in again to go on. Nothing is lost.'
  if (problem === 'offline') return 'No connection. What has arrived is kept, and the rest goes on from there.'
  if (problem === 'unreachable')
    return "Can't reach the server. What has arrived is kept, and the rest goes on from there."
  if (problem === 'server')
    return 'The server is older than this app. It goes on by itself when the server has been updated.'
  if (problem === 'update') return 'This version of Fieldpost is too old for the server. Reload the page to update it.'
  return null
}

const Ground = styled.main({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  placeItems: 'center',
  minHeight: '100dvh',
  padding: 16,
})
const Card = styled.section({
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  width: 440,
  maxWidth: '100%',
  padding: '40px 32px 32px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.sheet,
  background: token.surface,
  textAlign: 'center',
  fontSize: 14,
  '& h1': { marginTop: 12, fontSize: 24, lineHeight: '32px', fontWeight: 600, letterSpacing: '-0.02em' },
  '& > p': { color: token.text2, textWrap: 'balance' },
})
const Meter = styled.div({
  width: '100%',
  height: 8,
  marginTop: 12,
  borderRadius: 4,
  overflow: 'hidden',
  background: token.barTrack,
  '& i': { display: 'block', height: '100%', background: token.barActual, transition: 'width 180ms' },
})
const Line = styled.div({ fontSize: 13, color: token.text2, fontVariantNumeric: 'tabular-nums', marginBottom: 8 })
const Trouble = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  padding: '10px 12px',
  borderRadius: radius.control,
  background: token.offlineBar,
  color: token.offlineText,
  textAlign: 'left',
  '& span': { flex: 1 },
})
