import styled from '@emotion/styled'
import { media, radius, textSize, token } from '../theme/tokens.ts'

/** Where files are dropped. As high without its buttons as with them, so that nothing moves when they come. */
export const AttachZone = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  marginTop: 8,
  minHeight: 70,
  [media.phone]: { minHeight: 110 },
  padding: 12,
  border: `1px dashed ${token.control}`,
  borderRadius: radius.control,
  ...textSize.small,
  color: token.text2,
  '& > span': { flex: '1 1 180px' },
  '&[data-over]': { borderColor: token.primary, background: token.primarySoft },
})

/** The room of the whole part, while it comes: the zone, and the switch below it. */
export const AttachRoom = () => <AttachZone style={{ marginBottom: 52 }} />
