import styled from '@emotion/styled'
import { createPortal } from 'react-dom'
import { reloadNewest } from '../loading/newer-version.ts'
import { useLost, type LostProps } from '../loading/use-lost.ts'
import { radius, token } from '../theme/tokens.ts'
import { EmptyState } from './empty-state.tsx'
import { Button, IconButton } from './plain.tsx'

/** In place of what did not arrive: a page, or a part in the middle of one. */
const lostAs = (heading: string, compact: boolean) =>
  function Lost(lost: LostProps<object>) {
    const { text, ...ways } = useLost(lost)
    return (
      <div role="alert">
        <EmptyState compact={compact} heading={heading} text={text} action={<WaysOn {...ways} />} />
      </div>
    )
  }
export const LostPage = lostAs('This page is not here yet', false)
export const LostPart = lostAs('This part is not here yet', true)

/** What can stand at the foot of the screen when it does not arrive: a dialog, a menu. */
export interface Closable {
  open?: boolean
  onClose: () => void
}

export function LostNote(lost: LostProps<Closable>) {
  const { text, ...ways } = useLost(lost)
  const { open = true, onClose } = lost.props
  if (!open) return null
  return createPortal(
    <Note role="alert">
      <span>{text}</span>
      <WaysOn {...ways} />
      <IconButton icon="close" label="Close" onClick={onClose} />
    </Note>,
    document.body,
  )
}

function WaysOn({ server, trying, tryAgain }: Omit<ReturnType<typeof useLost>, 'text'>) {
  return (
    <Ways>
      {server !== 'unknown' && (
        <Button variant={server === 'newer' ? 'contained' : 'outlined'} onClick={() => void reloadNewest()}>
          Reload
        </Button>
      )}
      {server !== 'newer' && (
        <Button variant="contained" loading={trying} loadingLabel="Trying…" onClick={tryAgain}>
          Try again
        </Button>
      )}
    </Ways>
  )
}

const Ways = styled.div({ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
const Note = styled.div({
  position: 'fixed',
  zIndex: 1400,
  left: 16,
  right: 16,
  bottom: 'calc(16px + env(safe-area-inset-bottom))',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  maxWidth: 560,
  margin: '0 auto',
  padding: '8px 8px 8px 14px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  color: token.text,
  boxShadow: token.shadowMenu,
  '& > span': { flex: '1 1 100%' },
})
