import styled from '@emotion/styled'
import { keyframes } from '@emotion/react'
import { token } from './tokens.ts'

/** Two pixels under the top bar while fresh data is on its way; what is shown stays. */
export function ProgressLine({ active, label = 'Loading' }: { active: boolean; label?: string }) {
  return (
    <Track role={active ? 'progressbar' : undefined} aria-label={active ? label : undefined}>
      {active && <Runner />}
    </Track>
  )
}

const run = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } })
const Track = styled.div({ height: 2, overflow: 'hidden', background: 'transparent' })
const Runner = styled.div({
  width: '40%',
  height: '100%',
  background: token.primary,
  animation: `${run} 1.2s ease-in-out infinite`,
})
