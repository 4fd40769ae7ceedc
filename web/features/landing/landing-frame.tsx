import styled from '@emotion/styled'
import { useEffect, useState, type ReactNode } from 'react'
import { callApi } from '../../net/api.ts'
import { BACKDROP_COUNT } from '../../parts/backdrop-svg.ts'
import { Backdrop } from '../../parts/backdrop.tsx'
import { CompanyLine } from '../../parts/company-line.tsx'
import { Logo } from '../../parts/logo.tsx'
import { media, textSize, token } from '../../theme/tokens.ts'
import { learnAppNames } from '../../theme/app-names.ts'

/** One of 28 backdrops, another on every visit, and the card on it; a sheet under a band on the phone. */
export function LandingFrame({ children }: { children: ReactNode }) {
  const [backdrop] = useState(() => Math.floor(Math.random() * BACKDROP_COUNT))
  useEffect(() => {
    void callApi<Parameters<typeof learnAppNames>[0]>('names').then(
      (told) => told.kind === 'ok' && learnAppNames(told.body),
    )
  }, [])
  return (
    <Ground>
      <Scenery>
        <Backdrop index={backdrop} />
      </Scenery>
      <Sheet>
        <Logo size={36} />
        {children}
        <Footer>
          <CompanyLine />
        </Footer>
      </Sheet>
    </Ground>
  )
}

export const LandingHeading = styled.header({
  margin: '48px 0 28px',
  '& h1': textSize.figure,
  '& p': { marginTop: 8, color: token.text2, textWrap: 'balance' },
  [media.phone]: {
    margin: '20px 0',
    '& h1': { fontSize: 24, lineHeight: '32px' },
    '& p': { marginTop: 4 },
  },
  [media.low]: { margin: '12px 0' },
})

const Ground = styled.div({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: '100dvh',
  padding: '32px clamp(24px, 6.7vw, 96px)',
  overflow: 'clip',
  [media.phone]: { alignItems: 'stretch', padding: '216px 0 0', background: token.surface },
  [media.low]: { paddingTop: 40 },
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
  padding: '10px 0',
  marginTop: 24,
  [media.phone]: { marginTop: 'auto' },
})
