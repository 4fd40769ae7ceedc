import styled from '@emotion/styled'
import { media } from '../theme/tokens.ts'

/** On the phone the app bar shows the title; how fresh the page is and its buttons stand in a line of their own. */
export const PhoneHead = styled.div({
  display: 'none',
  [media.phone]: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: 8,
    minHeight: 36,
    marginBottom: 12,
  },
})
