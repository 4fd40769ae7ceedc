import styled from '@emotion/styled'
import { useState } from 'react'
import { useMeta, useStored } from '../../data/use-query.ts'
import { nightSky } from '../../parts/backdrop-svg.ts'
import { Backdrop } from '../../parts/backdrop.tsx'
import { countOf } from '../../parts/sync-state.ts'
import type { KeptSession } from '../../session/kept-session.ts'
import { pinOpens } from '../../session/unlock.ts'
import { countUnsent } from '../../state/unsent.ts'
import { Icon } from '../../theme/icon.tsx'
import { fontFamily, media, textSize, token } from '../../theme/tokens.ts'
import { initialsOf } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { SignInForm } from './sign-in-form.tsx'
import { UnlockForm } from './unlock-form.tsx'

type Way = 'pin' | 'password' | 'sign-in' | 'log-out'

interface LockPageProps {
  session: KeptSession
  /** The server has said that this session is over, so there is a connection to sign in by. */
  isOver: boolean
  /** Ends the session on this device; what has not been sent stays. */
  onLogOut: () => Promise<void>
}

/** In place of the app while it is locked: says who and how many, and never what. Always dark. */
export function LockPage({ session, isOver, onLogOut }: LockPageProps) {
  useDocumentTitle('Locked')
  const [chosen, choose] = useState<Way | null>(null)
  const unsent = useStored(countUnsent) ?? 0
  const problem = useMeta('contact')?.problem ?? null
  // Without a session the server is not asked for rows, and so nothing is known of the link.
  const isOffline = problem !== null && problem !== 'sign-in'
  const { alive, lock, user } = session
  const withPin = lock !== undefined && pinOpens(lock)
  const local = withPin ? 'pin' : 'password'
  const usual = isOver && !isOffline ? 'sign-in' : local
  // A PIN that opens nothing any more is not asked for.
  const way = chosen === 'pin' ? local : (chosen ?? usual)
  const state = [...(isOffline ? ['Offline'] : []), ...(unsent > 0 ? [`${unsent} saved on this device`] : [])]

  return (
    <Ground data-theme="dark">
      <Scenery>
        <Backdrop index="night" />
      </Scenery>
      <Top>
        {state.length > 0 && <Icon name={isOffline ? 'cloud-off' : 'cloud-queue'} size={16} />}
        {state.join(' · ')}
      </Top>
      <Middle>
        <Face aria-hidden>{initialsOf(user.fullName)}</Face>
        <h1>{user.fullName}</h1>
        {way === 'log-out' ? (
          <>
            <p>{leavingWords(unsent, problem === null || isOver)}</p>
            <Ways>
              <LogOut onLogOut={onLogOut} />
              <Button size="large" fullWidth onClick={() => choose(null)}>
                Back
              </Button>
            </Ways>
          </>
        ) : (
          <>
            <p>{lockedWords(alive, way === 'sign-in', unsent)}</p>
            {way === 'sign-in' ? (
              <Form>
                <SignInForm email={user.email} emailReadOnly onSignedIn={() => choose(null)} />
              </Form>
            ) : (
              <UnlockForm key={way} kind={way} email={user.email} onOnlyPassword={() => choose('password')} />
            )}
            <Ways>
              {way === 'password' && withPin && (
                <Button variant="text" onClick={() => choose('pin')}>
                  Use the PIN
                </Button>
              )}
              {way !== 'password' && (
                <Button variant="text" onClick={() => choose('password')}>
                  {way === 'pin' ? 'Use the password' : 'Unlock without signing in'}
                </Button>
              )}
              {way !== 'sign-in' && (
                <Button variant="text" onClick={() => choose('sign-in')}>
                  Sign in again
                </Button>
              )}
            </Ways>
          </>
        )}
      </Middle>
      <Foot>
        {way !== 'log-out' && (
          <Button variant="text" onClick={() => choose('log-out')}>
            Sign in as someone else
          </Button>
        )}
        <span>Unlocking works without a connection. Sending needs a sign-in.</span>
      </Foot>
    </Ground>
  )
}

function LogOut({ onLogOut }: Pick<LockPageProps, 'onLogOut'>) {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void onLogOut()
  }
  return (
    <Button variant="contained" size="large" fullWidth loading={busy} loadingLabel="Logging out…" onClick={leave}>
      Log out
    </Button>
  )
}

function lockedWords(alive: boolean, signsIn: boolean, unsent: number): string {
  const items = unsent > 0 ? `${countOf(unsent, 'item')} ${unsent === 1 ? 'is' : 'are'} saved here` : ''
  const go = unsent === 1 ? 'goes' : 'go'
  if (alive)
    return `Locked. Nothing is lost: ${items ? `${items} and ${go} out` : 'what you were writing is kept here'}.`
  const ended = signsIn ? 'Your sign-in has ended.' : 'Your sign-in has ended. Unlock to read and to write drafts.'
  return `${ended} Nothing is lost: ${items ? `${items} and ${go} out after you sign in again` : 'what you were writing is kept here'}.`
}

function leavingWords(unsent: number, isReachable: boolean): string {
  const stays =
    unsent > 0
      ? ` ${countOf(unsent, 'item')} that ${unsent === 1 ? 'has' : 'have'} not been sent ${unsent === 1 ? 'stays' : 'stay'} here.`
      : ''
  const offline = isReachable ? '' : ' Without a connection nobody can sign in here.'
  return `Logging out takes what has been sent off this device; it comes back at the next sign-in.${stays}${offline}`
}

/** A small phone has room for the keys, or for air. */
const low = '@media (max-height: 740px)'

const Ground = styled.div({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  gridTemplate: 'auto 1fr auto / minmax(0, 1fr)',
  minHeight: '100dvh',
  padding: '24px 32px calc(20px + env(safe-area-inset-bottom))',
  background: nightSky,
  color: token.text,
  fontFamily,
  ...textSize.large,
  [media.phone]: { padding: '24px 16px calc(12px + env(safe-area-inset-bottom))' },
})
const Scenery = styled.div({ position: 'absolute', zIndex: -1, inset: 0, overflow: 'clip' })
const Top = styled.div({
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 20,
  color: token.deviceText,
})
const Middle = styled.main({
  alignSelf: 'center',
  justifySelf: 'center',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  width: 400,
  maxWidth: '100%',
  padding: '24px 0',
  textAlign: 'center',
  [low]: { padding: 0 },
  '& > h1': { marginTop: 16, ...textSize.page, maxWidth: '100%', overflowWrap: 'anywhere' },
  '& > p': { marginTop: 8, maxWidth: 320, color: token.deviceText, textWrap: 'balance' },
})
const Face = styled.div({
  display: 'grid',
  placeItems: 'center',
  width: 64,
  height: 64,
  borderRadius: '50%',
  background: token.primaryLine,
  color: token.acceptanceText,
  fontSize: 24,
  fontWeight: 600,
  [low]: { width: 40, height: 40, fontSize: 16 },
})
const Form = styled.div({ alignSelf: 'stretch', marginTop: 24, textAlign: 'start' })
const Ways = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: '8px 16px',
  alignSelf: 'stretch',
  marginTop: 16,
})
const Foot = styled.footer({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  color: token.deviceText,
  [media.phone]: { justifyContent: 'center', '& > span': { display: 'none' } },
})
