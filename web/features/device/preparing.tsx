import styled from '@emotion/styled'
import { useEffect } from 'react'
import { useDevice } from '../../data/device-context.tsx'
import { useMeta, useStored } from '../../data/use-query.ts'
import { useSession } from '../../session/session.ts'
import { useEngine } from '../../sync/engine-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { radius, token } from '../../ui/tokens.ts'
import { askToKeepStorage } from './keep-storage.ts'
import { formatBytes, useDeviceSize } from './use-device-size.ts'

const SHOW_READY_MS = 1_500

/** After the first sign-in on this device: fetches what is needed offline, and lets the person start after the first page. */
export function Preparing({ onContinue, onLogOut }: { onContinue: () => void; onLogOut: () => void }) {
  useDocumentTitle('Preparing this device')
  const { device, user } = useDevice()
  const engine = useEngine()
  const position = useMeta('position')
  const contact = useMeta('contact')
  const alive = useSession(({ session }) => session?.alive ?? false)
  const here = useStored((d) => d.rows('projects').count()) ?? 0
  const ready = position?.ready ?? false
  const size = useDeviceSize(ready)

  useEffect(() => void askToKeepStorage(device), [device])
  // Also in Field Mode: who signs in to an empty device wants it filled.
  useEffect(() => void engine.sendNow(), [engine])
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(onContinue, SHOW_READY_MS)
    return () => clearTimeout(timer)
  }, [ready, onContinue])

  if (!position || !contact) return null
  const canStart = position.cursor !== null
  const [done, total] = position.progress ?? [here, 0]
  const problem = ready ? null : problemOf(contact.problem, alive)

  return (
    <Ground>
      <Card aria-busy={!ready && !problem}>
        <LogoMark size={48} />
        <h1>{ready ? readyText(size) : 'Preparing this device'}</h1>
        {ready ? (
          <p>
            What you need is on this device, {user.fullName.split(' ')[0]}. It works without a connection from now on.
          </p>
        ) : (
          <p>Fieldpost fetches what you need to work without a connection. It happens once.</p>
        )}
        <Meter
          role="progressbar"
          aria-label="Preparing this device"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={ready ? 100 : total > 0 ? Math.round((done / total) * 100) : undefined}
        >
          <i style={{ width: ready ? '100%' : total > 0 ? `${Math.max(4, (done / total) * 100)}%` : '4%' }} />
        </Meter>
        <Line role="status">{lineOf({ ready, done, total, here, canStart })}</Line>
        {problem && (
          <Trouble role="alert">
            <Icon name="cloud-queue" size={20} />
            <span>{problem}</span>
            <Button size="small" onClick={() => void engine.sendNow()}>
              Try again
            </Button>
          </Trouble>
        )}
        {canStart && (
          <Button variant="contained" size="large" fullWidth onClick={onContinue}>
            {ready ? 'Continue' : 'Start now'}
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

const readyText = (used: number | null): string =>
  used ? `Ready to work offline · ${formatBytes(used)}` : 'Ready to work offline'

interface Progress {
  ready: boolean
  done: number
  total: number
  here: number
  canStart: boolean
}

function lineOf({ ready, done, total, here, canStart }: Progress): string {
  const counted = (n: number) => n.toLocaleString('en-US')
  if (ready) return `${counted(here)} taskings on this device`
  const progress = total > 0 ? `${counted(Math.min(done, total))} of ${counted(total)} taskings` : 'Connecting…'
  return canStart ? `${progress} · You can start now; the rest keeps loading` : progress
}

function problemOf(problem: string | null, alive: boolean): string | null {
  if (!alive) return 'Sign in again to go on. Nothing is lost.'
  if (problem === 'offline') return 'No connection. What has arrived is kept, and the rest goes on from there.'
  if (problem === 'unreachable')
    return "Can't reach the server. What has arrived is kept, and the rest goes on from there."
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
