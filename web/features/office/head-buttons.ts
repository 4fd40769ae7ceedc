import styled from '@emotion/styled'

/** The buttons of a list's head on the phone, and wherever a desk is enlarged to its width: beside each other where there is room. */
export const HeadButtons = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 })
