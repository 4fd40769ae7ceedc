import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { textSize, token } from '../theme/tokens.ts'

/** A file's name, whole however long it is, and what is to be said of it. */
export function FileWords({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Words>
      <Name>{name}</Name>
      <Small>{children}</Small>
    </Words>
  )
}

export const FileRow = styled.li({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 8px',
  padding: '8px 0',
  '& + &': { borderTop: `1px solid ${token.divider}` },
})
/** On a phone what would leave a name no room stands under it. */
const Words = styled.div({ flex: '1 1 100px', minWidth: 0, paddingLeft: 4 })
const Name = styled.div({ fontWeight: 500, overflowWrap: 'anywhere' })
const Small = styled.div({
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})
