import styled from '@emotion/styled'
import { useEffect, useState } from 'react'
import { thrownAwayWords } from '../../parts/thrown-away-words.ts'
import { findThrownAway, type ThrownAway } from '../../session/beside.ts'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../theme/icon.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { media, token } from '../../theme/tokens.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { Problem } from './problem.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface LandingPageProps {
  /** True when a session on this page has just come to its end. */
  ended: boolean
  onTyping: () => void
  onSignedIn: () => void
}

export function LandingPage({ ended, onTyping, onSignedIn }: LandingPageProps) {
  useDocumentTitle('Sign in')
  const [forgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  const thrownAway = useThrownAway()
  const revoked = useSession((state) => state.revoked)
  return (
    <LandingFrame>
      {forgotten ? (
        <ForgotPassword email={email} onBack={() => setForgotten(false)} />
      ) : (
        <>
          <LandingHeading>
            <h1>Sign in</h1>
            <p>
              {revoked
                ? 'An administrator has signed this device out. What had been sent is no longer on it, and comes back when you sign in; what had not been sent is still saved here.'
                : ended
                  ? 'Your session has ended. Sign in again; what you wrote is saved on this device.'
                  : 'Service requests and taskings for people in the field.'}
            </p>
          </LandingHeading>
          {thrownAway && <Problem>{thrownAwayWords(thrownAway, false)}</Problem>}
          <SignInForm
            email={email}
            onTyping={onTyping}
            onSignedIn={onSignedIn}
            onForgotten={(typed) => {
              setEmail(typed)
              setForgotten(true)
            }}
          />
        </>
      )}
      <Pledge>
        <Icon name="device" size={20} />
        <span>Sign in once, then work without a connection. What you write is saved on this device first.</span>
      </Pledge>
    </LandingFrame>
  )
}

function useThrownAway(): ThrownAway | null {
  const [found, setFound] = useState<ThrownAway | null>(null)
  useEffect(() => {
    // Where the browser does not let anybody look, nothing can be said.
    findThrownAway().then(setFound, () => undefined)
  }, [])
  return found
}

const Pledge = styled.p({
  display: 'flex',
  gap: 12,
  marginTop: 32,
  paddingTop: 24,
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  '& svg': { color: token.primary },
  [media.phone]: { marginTop: 20, paddingTop: 0, borderTop: 0, fontSize: 13 },
})
