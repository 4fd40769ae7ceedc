import styled from '@emotion/styled'
import { radius, token } from '../theme/tokens.ts'

/** Keys of a keyboard, as they are pressed. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <Row>
      {keys.map((key, at) => (
        <Key key={at}>{key}</Key>
      ))}
    </Row>
  )
}

const Row = styled.span({ display: 'inline-flex', gap: 4 })
const Key = styled.kbd({
  minWidth: 22,
  padding: '0 6px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.chip,
  background: token.sunken,
  color: token.text2,
  font: 'inherit',
  fontSize: 12,
  lineHeight: '20px',
  textAlign: 'center',
})
