import styled from '@emotion/styled'
import { useState } from 'react'
import { BACKDROP_COUNT } from '../../ui/backdrop-svg.ts'
import { Backdrop } from '../../ui/backdrop.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { media, token } from '../../ui/tokens.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface LandingPageProps {
  /** True when a session on this page has just come to its end. */
  ended: boolean
  onTyping: () => void
  onSignedIn: () => void
}

export function LandingPage({ ended, onTyping, onSignedIn }: LandingPageProps) {
  useDocumentTitle('Sign in')
  const [backdrop] = useState(() => Math.floor(Math.random() * BACKDROP_COUNT))
  const [forgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  return (
    <Ground>
      <Scenery>
        <Backdrop index={backdrop} />
      </Scenery>
      <Sheet>
        <Logo size={36} />
        {forgotten ? (
          <ForgotPassword email={email} onBack={() => setForgotten(false)} />
        ) : (
          <>
            <Heading>
              <h1>Sign in</h1>
              <p>
                {ended
                  ? 'Your session has ended. Sign in again; what you wrote is saved on this device.'
                  : 'Service requests and taskings for people in the field.'}
              </p>
            </Heading>
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
        <Footer>
          <span>© {new Date().getFullYear()} Fieldpost</span>
          <span>v1.0</span>
        </Footer>
      </Sheet>
    </Ground>
  )
}

const Ground = styled.div({
  position: 'relative',
  minHeight: '100dvh',
  display: 'flex',
  alignItems: 'center',
  padding: '32px clamp(24px, 6.7vw, 96px)',
  overflow: 'clip',
  [media.phone]: { display: 'block', padding: 0, background: token.surface },
})
const Scenery = styled.div({
  position: 'absolute',
  inset: 0,
  [media.phone]: { height: 240, bottom: 'auto', overflow: 'hidden', '& img': { height: 330, top: -64 } },
})
const Sheet = styled.main({
  position: 'relative',
  width: 448,
  maxWidth: '100%',
  padding: '48px 48px 16px',
  borderRadius: 20,
  background: token.surface,
  boxShadow: token.shadowDialog,
  fontSize: 14,
  [media.phone]: {
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    minHeight: 'calc(100dvh - 216px)',
    marginTop: 216,
    padding: '24px 24px calc(8px + env(safe-area-inset-bottom))',
    borderRadius: '20px 20px 0 0',
    boxShadow: 'none',
    float: 'left',
  },
})
const Heading = styled.header({
  margin: '48px 0 28px',
  '& h1': { fontSize: 32, lineHeight: '40px', fontWeight: 600, letterSpacing: '-0.022em' },
  '& p': { marginTop: 8, color: token.text2, textWrap: 'balance' },
  [media.phone]: {
    margin: '20px 0',
    '& h1': { fontSize: 24, lineHeight: '32px' },
    '& p': { marginTop: 4 },
  },
})
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
const Footer = styled.footer({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: 36,
  marginTop: 24,
  fontSize: 12,
  color: token.text2,
  [media.phone]: { marginTop: 'auto' },
})
