import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { paths } from '../../parts/paths.ts'
import { useCutOffState } from '../../parts/sync-state.ts'
import { TryNow } from '../../parts/try-now.tsx'
import { Icon } from '../../ui/icon.tsx'
import { token } from '../../ui/tokens.ts'

/** On phones, under the app bar: calm and grey, with a promise. */
export function CutOffBar() {
  const state = useCutOffState()
  if (!state) return null
  return (
    <Bar>
      <BarLink to={paths.outbox}>
        <Icon
          name={state.kind === 'field-mode' ? 'plane' : state.kind === 'offline' ? 'cloud-off' : 'cloud-queue'}
          size={18}
        />
        <span>{state.text}</span>
        {state.kind === 'field-mode' && <Icon name="chevron-right" size={18} />}
      </BarLink>
      {state.kind !== 'field-mode' && <TryNow />}
    </Bar>
  )
}

const Bar = styled.div({
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  paddingRight: 8,
  background: token.offlineBar,
  color: token.offlineText,
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
