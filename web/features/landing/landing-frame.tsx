import styled from '@emotion/styled'
import { useState, type ReactNode } from 'react'
import { BACKDROP_COUNT } from '../../ui/backdrop-svg.ts'
import { Backdrop } from '../../ui/backdrop.tsx'
import { Logo } from '../../ui/logo.tsx'
import { media, token } from '../../ui/tokens.ts'

/** One of 28 backdrops, another on every visit, and the card on it; a sheet under a band on the phone. */
export function LandingFrame({ children }: { children: ReactNode }) {
  const [backdrop] = useState(() => Math.floor(Math.random() * BACKDROP_COUNT))
  return (
    <Ground>
      <Scenery>
        <Backdrop index={backdrop} />
      </Scenery>
      <Sheet>
        <Logo size={36} />
        {children}
        <Footer>
          <span>© {new Date().getFullYear()} Fieldpost</span>
          <span>v1.0</span>
        </Footer>
      </Sheet>
    </Ground>
  )
}

export const LandingHeading = styled.header({
  margin: '48px 0 28px',
  '& h1': { fontSize: 32, lineHeight: '40px', fontWeight: 600, letterSpacing: '-0.022em' },
  '& p': { marginTop: 8, color: token.text2, textWrap: 'balance' },
  [media.phone]: {
    margin: '20px 0',
    '& h1': { fontSize: 24, lineHeight: '32px' },
    '& p': { marginTop: 4 },
  },
})

const Ground = styled.div({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: '100dvh',
  padding: '32px clamp(24px, 6.7vw, 96px)',
  overflow: 'clip',
  [media.phone]: { alignItems: 'stretch', padding: '216px 0 0', background: token.surface },
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
    padding: '24px 24px calc(8px + env(safe-area-inset-bottom))',
    borderRadius: '20px 20px 0 0',
    boxShadow: 'none',
  },
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
