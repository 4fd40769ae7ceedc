import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { paths } from '../../parts/paths.ts'
import { useCutOffState } from '../../parts/sync-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { token } from '../../ui/tokens.ts'

/** On phones, under the app bar: calm and grey, with a promise. */
export function CutOffBar() {
  const state = useCutOffState()
  if (!state) return null
  return (
    <Bar to={paths.outbox}>
      <Icon
        name={state.kind === 'field-mode' ? 'plane' : state.kind === 'offline' ? 'cloud-off' : 'cloud-queue'}
        size={18}
      />
      <span>{state.text}</span>
      <Icon name="chevron-right" size={18} />
    </Bar>
  )
}

const Bar = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '6px 16px',
  background: token.offlineBar,
  color: token.offlineText,
  fontSize: 13,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  '& span': { flex: 1, minWidth: 0 },
  '&:hover': { textDecoration: 'none' },
})
