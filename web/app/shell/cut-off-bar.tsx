import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { paths } from '../../parts/paths.ts'
import { useCutOffState, type SyncKind } from '../../parts/sync-state.ts'
import { TryNow } from '../../parts/try-now.tsx'
import { Icon, type IconName } from '../../theme/icon.tsx'
import { token } from '../../theme/tokens.ts'

/** On phones, under the app bar: calm and grey, with a promise; amber when this device cannot keep one. */
export function CutOffBar() {
  const state = useCutOffState()
  if (!state) return null
  const isFull = state.kind === 'storage'
  const isQuiet = state.kind === 'field-mode' || isFull
  return (
    <Bar data-tone={state.tone}>
      <BarLink to={isFull ? paths.device : paths.outbox}>
        <Icon name={iconOf(state.kind)} size={18} />
        <span>{state.text}</span>
        {isQuiet && <Icon name="chevron-right" size={18} />}
      </BarLink>
      {!isQuiet && <TryNow />}
    </Bar>
  )
}

function iconOf(kind: SyncKind): IconName {
  if (kind === 'storage') return 'storage'
  if (kind === 'field-mode') return 'plane'
  return kind === 'offline' ? 'cloud-off' : 'cloud-queue'
}

const Bar = styled.div({
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  paddingRight: 8,
  background: token.offlineBar,
  color: token.offlineText,
  '&[data-tone="warn"]': { background: token.warnSoft, color: token.warn },
})
const BarLink = styled(Link)({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  padding: '6px 8px 6px 16px',
  color: 'inherit',
  fontSize: 13,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  '& span': { flex: 1, minWidth: 0 },
  '&:hover': { textDecoration: 'none' },
})
