import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { useDevice } from '../../data/device-context.tsx'
import { token } from '../../theme/tokens.ts'

/** After an update, while rows are made anew and lists wait for them. */
export function FollowingBar() {
  const { following } = useDevice()
  if (following?.isStopped)
    return <Bar role="status">Fieldpost was updated. Lists wait until this device has room to prepare them.</Bar>
  if (!following || following.total === 0) return null
  return (
    <Bar role="status">
      Fieldpost was updated. Lists are prepared: {counted(following.done)} of {counted(following.total)}
    </Bar>
  )
}

const Bar = styled.div({
  padding: '8px 16px',
  background: token.offlineBar,
  color: token.offlineText,
  fontSize: 13,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
})
