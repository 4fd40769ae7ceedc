import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { Icon } from '../../theme/icon.tsx'
import { radius, token } from '../../theme/tokens.ts'
import { unreachable } from './sign-in.ts'

export function Problem({ children }: { children: ReactNode }) {
  return (
    <Box role="alert" data-calm={children === unreachable || undefined}>
      <Icon name="alert" size={20} />
      {children}
    </Box>
  )
}

const Box = styled.div({
  display: 'flex',
  gap: 10,
  padding: '10px 12px',
  border: `1px solid ${token.dangerLine}`,
  borderRadius: radius.control,
  background: token.dangerSoft,
  color: token.danger,
  fontWeight: 500,
  '& + form': { marginTop: 16 },
  '&[data-calm]': { borderColor: token.divider, background: token.sunken, color: token.text2 },
})
