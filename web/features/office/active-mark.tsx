import styled from '@emotion/styled'
import { token } from '#web/theme/tokens.ts'

/** The dot of the specification, with its word: colour is never the only sign. */
export function ActiveMark({ active }: { active: boolean }) {
  return (
    <Mark>
      <Dot aria-hidden data-active={active || undefined} />
      {active ? 'Active' : 'Inactive'}
    </Mark>
  )
}

const Mark = styled.span({ display: 'inline-flex', alignItems: 'center', gap: 8, whiteSpace: 'nowrap' })
const Dot = styled.span({
  flex: 'none',
  width: 8,
  height: 8,
  borderRadius: '50%',
  border: `1.5px solid ${token.control}`,
  '&[data-active]': { background: token.live, borderColor: token.live },
})
