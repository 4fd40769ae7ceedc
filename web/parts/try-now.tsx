import styled from '@emotion/styled'
import { useEngine } from '../sync/engine-context.tsx'
import { media, radius, token } from '../theme/tokens.ts'

/** Asks the server at once, whatever the back-off says. */
export function TryNow() {
  const engine = useEngine()
  return (
    <Button type="button" onClick={() => void engine.sendNow()}>
      Try now
    </Button>
  )
}

const Button = styled.button({
  flex: 'none',
  minHeight: 32,
  padding: '0 8px',
  borderRadius: radius.control,
  color: token.primary,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&:hover': { background: token.hover },
  [media.coarse]: { minHeight: 44 },
})
