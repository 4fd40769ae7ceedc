import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { useMeta } from '../data/use-query.ts'
import { Icon, type IconName } from '../theme/icon.tsx'
import { media, radius, textSize, token } from '../theme/tokens.ts'
import { useAfter } from '../ui/use-after.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { openOverlay } from './overlay.ts'
import { paths } from './paths.ts'
import { TryNow } from './try-now.tsx'
import { useSyncState, type SyncKind, type SyncState } from './sync-state.ts'
import { timeOf } from './when.tsx'

const icons: Record<SyncKind, IconName> = {
  'up-to-date': 'cloud-done',
  sending: 'cloud-sync',
  waiting: 'device',
  offline: 'cloud-off',
  'field-mode': 'plane',
  unreachable: 'cloud-queue',
  attention: 'alert',
  'sign-in': 'lock',
  update: 'refresh',
  server: 'cloud-queue',
  storage: 'storage',
}

const FADE_MS = 4_000

/** How this device stands with the server, in few words; leads to the Outbox: a page on the phone, where it is an icon with a number, else over whatever one is at. */
export function SyncPill({ compact = false, onSignIn }: { compact?: boolean; onSignIn: () => void }) {
  const state = useSyncState()
  const faded = useAfter(FADE_MS, state?.kind === 'up-to-date')
  const lastOk = useMeta('contact')?.lastOk ?? 0
  if (!state) return null

  const { kind, text, tone, count } = state
  const title = kind === 'up-to-date' && lastOk > 0 ? `Last contact ${timeOf(lastOk)}` : text
  const face = (
    <>
      <Icon name={icons[kind]} size={compact ? 22 : 18} />
      {compact ? count > 0 && <Badge aria-hidden>{count > 99 ? '99+' : count}</Badge> : !faded && <span>{text}</span>}
      {(compact || faded) && <VisuallyHidden>{text}</VisuallyHidden>}
    </>
  )
  const look = { 'data-tone': tone, 'data-compact': compact || undefined, title }
  return (
    <Row>
      {kind === 'sign-in' ? (
        <PillButton type="button" onClick={onSignIn} {...look}>
          {face}
        </PillButton>
      ) : (
        <PillLink
          to={kind === 'storage' ? paths.device : paths.outbox}
          {...look}
          onClick={(event) => {
            if (compact || kind === 'storage' || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            openOverlay('outbox')
          }}
        >
          {face}
        </PillLink>
      )}
      {(kind === 'unreachable' || kind === 'offline') && !compact && <TryNow />}
      <Announcer state={state} />
    </Row>
  )
}

/** Says aloud that something changed, not every second of a countdown. */
function Announcer({ state }: { state: SyncState }) {
  const words =
    state.kind === 'unreachable' ? "Can't reach the server" : state.kind === 'sending' ? 'Sending' : state.text
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}

const Row = styled.span({ position: 'relative', display: 'inline-flex', alignItems: 'center', gap: 4 })
const pill = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  padding: '1px 10px',
  lineHeight: '15px',
  borderRadius: radius.pill,
  color: token.text2,
  fontWeight: 500,
  '& > svg': { flex: 'none' },
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { textDecoration: 'none', background: token.hover },
  '&[data-tone="primary"]': { background: token.primarySoft, color: token.primary },
  '&[data-tone="grey"]': { background: token.offlineBar, color: token.offlineText },
  '&[data-tone="warn"]': { background: token.warnSoft, color: token.warn },
  '&[data-compact]': {
    width: 44,
    height: 44,
    padding: 0,
    justifyContent: 'center',
    borderRadius: radius.control,
    '&:not([data-tone="warn"])': { background: 'none' },
    '&[data-tone="warn"]': { background: 'none' },
  },
  [media.coarse]: { minHeight: 44 },
} as const
const PillLink = styled(Link)(pill)
const PillButton = styled.button(pill)
const Badge = styled.span({
  position: 'absolute',
  top: 4,
  right: 4,
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 8,
  background: token.offlineText,
  color: token.surface,
  ...textSize.fixed,
  fontWeight: 600,
  textAlign: 'center',
  boxShadow: `0 0 0 2px ${token.surface}`,
  '[data-tone="warn"] > &': { background: token.warn },
  '[data-tone="primary"] > &': { background: token.primary, color: token.onPrimary },
})
