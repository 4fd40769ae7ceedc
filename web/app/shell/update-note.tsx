import styled from '@emotion/styled'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useDevice } from '../../data/device-context.tsx'
import type { Device } from '../../data/device.ts'
import { isSending } from '../../parts/sync-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../theme/icon.tsx'
import { token } from '../../theme/tokens.ts'
import { useUpdate } from '../updates.ts'

/** "New version ready": applied on tap or with the next way to or from a dashboard, never under a form or during a round (C-115). */
export function UpdateNote() {
  const { device } = useDevice()
  const { pathname } = useLocation()
  const apply = useUpdate((update) => update.apply)
  const before = useRef(pathname)

  useEffect(() => {
    const from = before.current
    before.current = pathname
    if (!apply || from === pathname) return
    const isHere = () => before.current === pathname
    if (isDashboard(pathname)) void betweenRounds(device).then(() => isHere() && apply())
    // At once or not at all: who has come from there may be typing soon.
    else if (isDashboard(from)) void isInRound(device).then((is) => !is && isHere() && apply())
  }, [apply, device, pathname])
  const [isTapped, setTapped] = useState(false)
  async function applyHere() {
    setTapped(true)
    setTimeout(() => setTapped(false), TAPPED_MS)
    await betweenRounds(device)
    // Who has gone on while a round ended may be typing by then.
    if (before.current === pathname) apply?.(TAPPED_MS)
  }

  if (!apply) return null
  return (
    <Note role="status">
      <Icon name="refresh" size={18} />
      <span>New version ready</span>
      <Button
        size="small"
        variant="text"
        style={{ minWidth: '7em' }}
        loading={isTapped}
        loadingLabel="Updating…"
        onClick={() => void applyHere()}
      >
        Update
      </Button>
    </Note>
  )
}

/** The older worker ends its round first, and on a silent link that takes a while. */
const TAPPED_MS = 30_000

const isDashboard = (path: string) => path.startsWith('/dashboard/')

const isInRound = async (device: Device) => isSending(await device.get('contact'), Date.now())

async function betweenRounds(device: Device): Promise<void> {
  while (await isInRound(device)) await new Promise((resolve) => setTimeout(resolve, 200))
}

const Note = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '2px 12px 2px 24px',
  borderBottom: `1px solid ${token.divider}`,
  background: token.surface,
  color: token.text2,
  '& span': { flex: 1 },
  '@media (max-width: 899.95px)': { paddingLeft: 16 },
})
