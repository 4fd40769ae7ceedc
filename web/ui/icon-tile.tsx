import styled from '@emotion/styled'
import { token } from '../theme/tokens.ts'

/** The ground of an icon at the head of a row. */
export const IconTile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: 8,
  background: token.canceledFill,
  color: token.canceledText,
})
