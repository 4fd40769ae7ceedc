import styled from '@emotion/styled'
import { useEffect, useState } from 'react'
import { LogoMark } from '#web/parts/logo.tsx'
import { isSafariOfPhone, keepAsked, useInstallOffer, wasAsked } from '#web/state/install.ts'
import { Button } from '#web/ui/button.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'

/** Offers to install the app where people have just seen why: once, and never again (S03). */
export function InstallCard({ sendsClosed }: { sendsClosed: boolean }) {
  const { offer } = useInstallOffer()
  const [isOver, setOver] = useState(wasAsked)
  const byHand = isSafariOfPhone()
  const isShown = !isOver && (offer !== null || byHand)
  useEffect(() => {
    if (isShown) keepAsked()
  }, [isShown])
  if (!isShown) return null

  const install = async () => {
    setOver(true)
    useInstallOffer.setState({ offer: null })
    // Whoever changes their mind in the browser's own question has answered.
    await offer?.prompt().catch(() => undefined)
  }
  return (
    <Root aria-labelledby="install-title">
      <LogoMark size={44} />
      <div>
        <Title id="install-title">Installing keeps your work safer</Title>
        <Text>
          A browser may clear what a page keeps. An installed app is the last it clears, and opens without a connection
          {sendsClosed ? ' and can send in the background.' : '. Keep it open to send, or open it again.'}
        </Text>
        {byHand && (
          <Steps>
            <li>Press Share at the foot of the browser.</li>
            <li>Choose Add to Home Screen, then Add.</li>
          </Steps>
        )}
      </div>
      <Ways>
        <Button variant="text" onClick={() => setOver(true)}>
          {byHand ? 'Close' : 'Not now'}
        </Button>
        {!byHand && (
          <Button icon="download" onClick={() => void install()}>
            Install
          </Button>
        )}
      </Ways>
    </Root>
  )
}

const Root = styled.section({
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr)',
  gap: '12px 16px',
  padding: 16,
  border: `1px solid ${token.primaryLine}`,
  borderRadius: radius.card,
  background: token.primarySoft,
})
const Title = styled.h3({ ...textSize.title })
const Text = styled.p({ ...textSize.large, color: token.text2 })
const Steps = styled.ol({ margin: '8px 0 0 20px', ...textSize.large, listStyle: 'decimal' })
const Ways = styled.div({
  gridColumn: '1 / -1',
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  [media.phone]: { '& > button': { flex: 1, minHeight: 44 } },
})
